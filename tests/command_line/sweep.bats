#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim sweep`.
load common

scaling=$root/scenarios/hpet-scaling.yaml

# All sizes, in a moment.
sweep_small() {
    clocksim sweep --quiet "$scaling" --set run.duration=10ms --set run.warm_up=2ms --replications 2 \
        --clock tsc,hpet,"${combining:-hpet-combining}" "$@"
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

@test "the scaling sweep: the tsc loses nothing, combining less than plain, at every size" {
    sweep_small --format json >out.json
    jq -e '.points | length == 18' out.json
    jq -e '[.results[] | select(.clock == "tsc") | .metrics.loss_percent.value] | all(. == 0)' out.json
    jq -e '[.results | group_by(.scenario_sha256)[] | map({(.clock): .metrics.loss_percent.value}) | add
        | .tsc < ."hpet-combining" and ."hpet-combining" < .hpet] | length == 18 and all' out.json
    jq -e '[.knees[] | select(.clock == "hpet") | .logical_cpus] | length == 2 and all(. > 16 and . < 64)' out.json
    jq -e '[.knees[] | select(.clock == "hpet-combining") | .place] | length == 2' out.json
}

@test "table and csv say the same for any number of processes" {
    sweep_small -j 1 >one.txt
    sweep_small -j 3 >three.txt
    cmp one.txt three.txt
    grep -qE '^ +480  16 x 15 x 2 ' one.txt
    grep -q 'Knees' one.txt
    sweep_small --format csv >out.csv
    head -1 out.csv | grep -q '^point,machine.threads_per_core,machine.sockets,.*,scenario,clock,'
    [ "$(grep -c ',loss_percent,' out.csv)" -eq 54 ]
}

@test "a second run with the same database runs nothing, another seed everything" {
    sweep_small --db r.db >first.txt
    sweep_small --db r.db >second.txt
    grep -q '18 of 18 points (18 from the database)' second.txt
    diff <(tail -n +3 first.txt) <(tail -n +3 second.txt)
    [ "$(sqlite3 r.db 'select count(*) from point')" -eq 18 ]
    [ "$(sqlite3 r.db 'select count(*) from sweep')" -eq 1 ]
    [ "$(sqlite3 r.db 'select count(*) from run')" -eq 108 ]
    sweep_small --db r.db --seed 9 | grep -q '18 of 18 points; 2'
    [ "$(sqlite3 r.db 'select count(*) from sweep')" -eq 2 ]
}

@test "Ctrl-C keeps the points that are done, and the next run does the rest" {
    # a moment for the first sizes, far longer for all

    timeout --signal INT 3 "$CLOCKSIM" sweep -q -j 1 "$scaling" -n 2 --set run.duration=200ms --db r.db >out.txt 2>err.txt && status=0 || status=$?
    cat err.txt
    # timeout says 124 whatever the program said
    [ "$status" -eq 124 ]
    grep -q '(interrupted)' out.txt
    done_points=$(sqlite3 r.db 'select count(*) from point')
    [ "$done_points" -gt 0 ]
    [ "$done_points" -lt 18 ]
    [ "$(sqlite3 r.db 'select count(*) from (select point from run group by point having count(*) <> 14)')" -eq 0 ]
    "$CLOCKSIM" sweep -q "$scaling" -n 2 --set run.duration=200ms --db r.db | grep -q "18 of 18 points ($done_points from"
    [ "$(sqlite3 r.db 'select count(*) from point')" -eq 18 ]
}

@test "an interrupt is told by the exit status" {
    run timeout --preserve-status --signal INT 1 "$CLOCKSIM" sweep -q -j 1 "$scaling"
    [ "$status" -eq 130 ]
}

@test "kill -9 loses no point that was done and doubles none" {
    timeout --signal KILL 3 "$CLOCKSIM" sweep -q -j 1 "$scaling" -n 2 --set run.duration=200ms --db r.db || true
    done_points=$(sqlite3 r.db 'select count(*) from point')
    [ "$done_points" -gt 0 ]
    "$CLOCKSIM" sweep -q "$scaling" -n 2 --set run.duration=200ms --db r.db | grep -q "($done_points from the database)"
    [ "$(sqlite3 r.db 'select count(*) from run')" -eq $((18 * 14)) ]
}

@test "a failed point is saved with its reason, the others are run, and the exit status is 1" {
    cat >bad.yaml <<END
clocksim: 1
sweep:
  scenario: $small
  vary: {run.max_events: [100, 2000000000]}
END
    run --separate-stderr clocksim sweep -q bad.yaml --set run.duration=5ms -n 2 -c tsc,hpet --db r.db
    [ "$status" -eq 1 ]
    [[ $stderr == *"point 0"*max_events* ]]
    [[ $output == *failed* ]]
    [ "$(sqlite3 r.db 'select count(*) from run where failure is not null')" -gt 0 ]
    [ "$(sqlite3 r.db 'select count(distinct point) from run where status = 0')" -eq 1 ]
}

@test "mistakes are told before anything runs" {
    run --separate-stderr clocksim sweep "$small"
    [ "$status" -eq 65 ]
    [[ $stderr == *"this is a scenario, not a sweep"*"\`clocksim run FILE\` runs it"* ]]
    run --separate-stderr clocksim run "$scaling"
    [ "$status" -eq 65 ]
    [[ $stderr == *"clocksim sweep FILE"* ]]
    run --separate-stderr clocksim sweep "$scaling" --set machine.sockets=2
    [ "$status" -eq 65 ]
    run --separate-stderr clocksim sweep nosuch.yaml
    [ "$status" -eq 66 ]
    run --separate-stderr clocksim sweep
    [ "$status" -eq 64 ]
    clocksim check "$scaling" | grep -q 'a sweep of 18 points'
}

@test "a sweep is drawn as lines with what was measured" {
    combining=hpet-combining-v4 sweep_small --db r.db >/dev/null
    clocksim plot r.db -o picture.svg
    grep -q 'two threads a core' picture.svg
    grep -q '^measured_count = 4' picture.gp
    grep -q '^6 1 72 12.3442' picture.gp
    grep -q '^18 1 480 64.7561' picture.gp
}

@test "one replication has no intervals, and the heading says so" {
    cat >one.yaml <<END
clocksim: 1
sweep:
  scenario: $small
  vary: {kernel.hz: [250, 1000]}
END
    clocksim sweep -q one.yaml --set run.duration=5ms -n 1 -c tsc,hpet >one
    grep -q 'in percent, no intervals: one replication$' one
    run ! grep -q ± one
    clocksim sweep -q one.yaml --set run.duration=5ms -n 2 -c tsc,hpet >two
    grep -q 'in percent, with its 95 % interval$' two
}
