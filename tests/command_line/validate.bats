#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim validate`. Whether the predictions hold is tested here for short runs; `clocksim validate` alone runs long ones.
load common

setup_file() {
    load common
    export REPORT=$BATS_FILE_TMPDIR/report.json
    local status=0
    clocksim validate --quick --quiet --format json >"$REPORT" || status=$?
    jq -e '.clocksim | test("^[0-9]+[.][0-9]+[.][0-9]+")' "$REPORT"
    echo "$status" >"$REPORT.status"
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

row() {
    jq -e --arg id "$1" ".rows[] | select(.id == \$id) | $2" "$REPORT"
}

@test "the predictions of seed 003 are inside their bands" {
    [ "$(cat "$REPORT.status")" -eq 0 ]
    row S003-72-hpet '.within == 3 and .met and (.effect_predicted - .effect_published | fabs) <= 3'
    row S003-240-hpet '.within == 5 and .met and (.effect_predicted - .effect_published | fabs) <= 5'
}

@test "effects are changes against the baseline's row" {
    row S003-72-hpet '(.effect_published * 100 | round) == -1234 and .role == "predict" and .clock == "hpet"'
    row S003-240-hpet '(.effect_published * 100 | round) == -6476'
    row S003-72-tsc '.effect_published == null and .within == null and .met == null and .role == "fit"'
}

@test "rows without a band are shown and judged by nobody" {
    row S003-72-share-hpet '.published == 4.99 and .within == null and .met == null and .effect_published == null'
    row S003-240-share-hpet '.bound == "lower" and .predicted > 34'
    jq -e '.summary | .judged >= 2 and .met == .judged and .missed == 0 and .rows >= 6' "$REPORT"
}

@test "nothing was fitted to a row that is predicted" {
    jq -e '[.rows[] | select(.role == "predict" and (.fitted | length) > 0)] == []' "$REPORT"
    row S003-72-tsc '.fitted == ["workload.work_per_job"]'
    row S003-240-tsc '.fitted == ["workload.work_per_job"]'
}

@test "the neighbourhood is printed" {
    row S003-240-hpet '[.neighbours[].change] | contains(["service time -10 %", "service time +10 %", "thread yield 1.1",
        "thread yield 1.4", "no seqcount retry", "no late-tick rule"])'
    row S003-240-hpet '[.neighbours[].predicted] | (max - min) > 10'
}

@test "a band that is missed makes exit 1" {
    cp -r "$root/scenarios" narrow
    sed -i 's/within: 3 points/within: 0.0001 points/' narrow/seed-003-haswell-ex-72.yaml
    CLOCKSIM_DATA=narrow run --separate-stderr clocksim validate --quick --quiet --only S003-72-hpet
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"predict  NO"* ]]
    [[ $output == *"0 met, 1 missed"* ]]
}

@test "wrong claims are refused with their place" {
    cp -r "$root/scenarios" wrong
    sed -i 's/row: S003-72-hpet/row: S003-72-nosuch/' wrong/seed-003-haswell-ex-72.yaml
    CLOCKSIM_DATA=wrong run --separate-stderr clocksim validate --quick
    [ "$status" -eq 65 ]
    [[ $stderr == *"seed-003-haswell-ex-72.yaml:"*"S003-72-nosuch"* ]]
    cp "$small" wrong/
    sed -i 's/clock_read_share_percent/clock_read_mean_ns/' wrong/seed-003-haswell-ex-72.yaml
    CLOCKSIM_DATA=wrong run --separate-stderr clocksim validate --quick
    [ "$status" -eq 65 ]
    [[ $stderr == *"is in percent, but metric"* ]]
    run --separate-stderr clocksim validate --only nosuch
    [ "$status" -eq 66 ]
}

@test "table and CSV have the same rows" {
    clocksim validate --quick --quiet --only S003-72 >table
    clocksim validate --quick --quiet --only S003-72 --format csv >csv
    for id in S003-72-tsc S003-72-hpet S003-72-share-hpet; do
        grep -q "^$id " table
        grep -q "^$id,," csv
    done
    grep -qE '^  skew_tick=1 +-' table
    grep -q '^S003-72-hpet,"skew_tick=1",' csv
}

@test "an interrupt before the first row prints no heading" {
    status=0
    "$CLOCKSIM" validate -q -j 1 >out 2>err &
    pid=$!
    sleep 0.5
    kill -s INT $pid
    kill -s INT $pid
    wait $pid || status=$?
    cat out err
    [ "$status" -eq 130 ]
    [ ! -s out ]
    grep -q 'interrupted: no row was complete' err
}
