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
        # two machines, each clock twice
        [ "$(sqlite3 "$root/build/results/results.db" 'select count(distinct point), max(status), min(clocks) >= 4,
            min(runs = 2 * clocks) from (select point, status, count(*) as runs, count(distinct clock) as clocks
            from run group by point)')" = "2|0|1|1" ]
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
    folder=$(mktemp -d) # bats keeps its own from others
    mkdir "$folder/bin"
    printf '#!/bin/sh\nexit 1\n' >"$folder/bin/dpkg-query"
    for program in id apt-get; do
        ln -s "$(command -v $program)" "$folder/bin/$program"
    done
    cp "$root/scenarios/setup.sh" "$folder/"
    chmod -R a+rX "$folder"
    chmod a+x "$folder/bin/dpkg-query"
    run env PATH="$folder/bin" "$(command -v setpriv)" --reuid 65534 --clear-groups /bin/sh "$folder/setup.sh"
    rm -r "$folder"
    echo "$output"
    [ "$status" -eq 69 ]
    [[ $output == *"apt-get install"*"libyaml-dev"* ]]
}
