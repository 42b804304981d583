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
