#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim bench`. Ratios within one process are judged; seconds are not, for machines differ.
load common

@test "the agenda is at least 2.5 times as fast as a binary heap with 240 pending events" {
    clocksim bench --quiet --format json >"$BATS_TEST_TMPDIR/bench.json"
    cat "$BATS_TEST_TMPDIR/bench.json"
    jq -e '.results[] | select(.name == "hold" and .n == 240) | .ratio >= 2.5' "$BATS_TEST_TMPDIR/bench.json"
    jq -e '.clocksim | test("^[0-9]+[.][0-9]+[.][0-9]+")' "$BATS_TEST_TMPDIR/bench.json"
    jq -e '[.results[] | select(.name == "hold") | .n] == [16, 240, 1024, 4096]' "$BATS_TEST_TMPDIR/bench.json"
    jq -e '.results[] | select(.name == "scenario") | .n == 480 and .simulated_s_per_s > 0 and .ratio == null
        and .rss_bytes < 64 * 1048576' "$BATS_TEST_TMPDIR/bench.json"
    jq -e '.results[] | select(.name == "scenario-combining") | .n == 480 and .simulated_s_per_s > 0
        and .ratio == null and .rss_bytes == null' "$BATS_TEST_TMPDIR/bench.json"
}
