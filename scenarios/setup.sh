#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the Debian packages that are missing; this is the only place that installs anything.
#
#   sh scenarios/setup.sh         what building and running need
#   sh scenarios/setup.sh tests   and what the tests need besides
#
# Does nothing, and needs neither root nor a network, when everything is there.
set -eu

run_packages="gcc libc6-dev cmake ninja-build pkg-config git
    libyaml-dev libsqlite3-dev libgsl-dev librandom123-dev libmd-dev
    sqlite3 gnuplot-nox scdoc"
tests_packages="clang libclang-rt-14-dev libcmocka-dev bats jq valgrind librsvg2-bin"

say() {
    printf '%s\n' "setup: $*" >&2
}

case "${1:-run}" in
run) wanted=$run_packages ;;
tests) wanted="$run_packages $tests_packages" ;;
*)
    say "'$1' is neither 'run' nor 'tests'"
    exit 64
    ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086 # the list is meant to be split
    say "this is not a Debian system; please install what these Debian 12 packages hold:" $wanted
    exit 69
fi

missing=
for package in $wanted; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null; then
    as_root=sudo
else
    say "Debian packages are missing, and there is no sudo; as root, please type: apt-get install$missing"
    exit 69
fi

say "installing Debian packages:$missing"
apt() {
    # shellcheck disable=SC2086 # empty for root
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" >&2
}
if ! apt update; then
    say "the package lists cannot be fetched; trying with those at hand"
fi
# shellcheck disable=SC2086 # the list is meant to be split
if ! apt install --no-install-recommends $missing; then
    say "apt-get could not install all of:$missing"
    exit 69
fi
