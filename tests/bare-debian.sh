#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Types the project's commands on a fresh clone in a bare Debian 12. Needs root, debootstrap and a network; no part of
# tests/run.sh.
#
#   sh tests/bare-debian.sh FOLDER [SCRIPT...]
#
# FOLDER/root becomes the system, and is kept for the next time; the clone in it is of the last commit. SCRIPT is
# relative to the repository: without any, scenarios/run.sh twice, and tests/run.sh.
set -eu

repository=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "bare-debian: the folder is missing" >&2; exit 64; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- scenarios/run.sh scenarios/run.sh tests/run.sh
system=$folder/root

if [ ! -e "$system/etc/debian_version" ]; then
    debootstrap --variant=minbase bookworm "$system"
fi
rm -rf "$system/clocksim"
git clone --quiet --no-local "$repository" "$system/clocksim"
[ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$system/etc/resolv.conf"

for script in "$@"; do
    echo "bare-debian: $script" >&2
    # shellcheck disable=SC2016 # the inner shell expands them
    # a mount namespace of its own, so that nothing stays mounted; from a folder that is not the repository
    unshare --mount sh -c '
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        exec chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
            sh -c "cd /tmp && exec sh \"/clocksim/$2\""' - "$system" "$script"
done
