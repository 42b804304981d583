#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim list` and `clocksim schema`.
load common

@test "every list has something in it, and as many names as items" {
    for list in $(clocksim list --names lists); do
        clocksim list "$list" >"$BATS_TEST_TMPDIR/all"
        clocksim list --names "$list" >"$BATS_TEST_TMPDIR/names"
        [ -s "$BATS_TEST_TMPDIR/names" ]
        while read -r name; do
            grep -qF -- "${name%%+*}" "$BATS_TEST_TMPDIR/all"
        done <"$BATS_TEST_TMPDIR/names"
    done
}

@test "each policy is listed with its source" {
    clocksim list policies >"$BATS_TEST_TMPDIR/policies"
    for policy in tsc hpet jiffies; do
        grep -A2 "^$policy  *clocksource  *[a-z]" "$BATS_TEST_TMPDIR/policies" | grep -q 'source: .*Linux'
    done
    [ "$(grep -c source: "$BATS_TEST_TMPDIR/policies")" -eq "$(clocksim list --names policies | wc -l)" ]
}

@test "the presets that the documents name are there" {
    names=$(clocksim list --names machines)
    for machine in haswell-ex-72 ivybridge-ex-240 cascadelake-8s-448 cascadelake-4s-192; do
        grep -qx $machine <<<"$names"
    done
    clocksim list --names kernels | grep -qx linux-4.6
}

@test "every listed clock can be run" {
    clocks=$(clocksim list --names clocks | paste -sd,)
    run_small --clock "$clocks" --format json >"$BATS_TEST_TMPDIR/out.json"
    [ "$(jq -r '[.results[].clock] | join(",")' "$BATS_TEST_TMPDIR/out.json")" = "$clocks" ]
}

@test "the schema is JSON and knows the keys" {
    clocksim schema >"$BATS_TEST_TMPDIR/schema.json"
    jq -e '.["$schema"] and (.["$defs"].scenario.properties | has("machine") and has("published"))' "$BATS_TEST_TMPDIR/schema.json"
}

@test "a folder of data that cannot be read is an error" {
    CLOCKSIM_DATA=/nope run --separate-stderr clocksim list machines
    [ "$status" -eq 66 ]
    [ -z "$output" ]
    [[ $stderr == *"/nope/machines: cannot be read"* ]]
    CLOCKSIM_DATA=$root/scenarios run clocksim list machines
    [ "$status" -eq 0 ]
}

@test "presets that stand both beside the file and in the data are told once" {
    cd "$root/scenarios"
    run --separate-stderr clocksim check "$small" -m zzzzzzzz
    [ "$status" -eq 65 ]
    echo "$stderr"
    [ "$(grep -o 'cascadelake-4s-192' <<<"$stderr" | wc -l)" -eq 1 ]
}

@test "the kinds of policies stand in one column, and each clock with an unstable sched_clock is told apart" {
    columns=$(clocksim list policies | awk '/^[a-z]/ { print match($0, /(clocksource|sched_clock)( |$)/) }' | sort -u | wc -l)
    [ "$columns" -eq 1 ]
    clocksim list clocks | grep -A1 '^hpet+unstable' | grep -q 'hpet, and a sched_clock filtered against it'
}
