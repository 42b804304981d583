#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The scripts that people type.
load common

@test "set-up does nothing, and needs nothing, when everything is installed" {
    run --separate-stderr sh "$root/scenarios/setup.sh" tests
    [ "$status" -eq 0 ]
    [ -z "$output$stderr" ]
    run --separate-stderr sh "$root/scenarios/setup.sh" nonsense
    [ "$status" -eq 64 ]
}

@test "the experiment is replayed from any folder, twice in a row" {
    cd "$BATS_TEST_TMPDIR"
    for time in first second; do
        sh "$root/scenarios/run.sh" --replications 2 --set run.duration=50ms >$time 2>log || { cat log; false; }
        for file in results.db hpet-contention.svg hpet-contention.png; do
            [ -s "$root/build/results/$file" ]
        done
        [ "$(sqlite3 "$root/build/results/results.db" 'select count(distinct seed || clock) > 0, count(*) from run')" = "1|16" ]
    done
    cmp first second
    grep -q '72 logical CPUs' first
    grep -q '480 logical CPUs' first
    grep -qE '^  published +1108537 +64.76' first
    rsvg-convert "$root/build/results/hpet-contention.svg" -o picture.png
}

@test "set-up says what it would install where it may not" {
    command -v setpriv >/dev/null || skip "needs setpriv(1)"
    [ "$(id -u)" -eq 0 ] || skip "needs root, to become somebody else"
    mkdir "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/dpkg-query"
    for program in sh id apt-get; do
        ln -s "$(command -v $program)" "$BATS_TEST_TMPDIR/bin/$program"
    done
    chmod -R a+rX "$BATS_TEST_TMPDIR" && chmod a+x "$BATS_TEST_TMPDIR/bin/dpkg-query"
    cp "$root/scenarios/setup.sh" "$BATS_TEST_TMPDIR/"
    run env PATH="$BATS_TEST_TMPDIR/bin" "$(command -v setpriv)" --reuid 65534 --clear-groups \
        /bin/sh "$BATS_TEST_TMPDIR/setup.sh"
    echo "$output"
    [ "$status" -eq 69 ]
    [[ $output == *"apt-get install"*"libyaml-dev"* ]]
}
