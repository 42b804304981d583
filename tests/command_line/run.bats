#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim run`, `check` and `show`.
load common

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

# What does not depend on how fast this machine is, nor on the settings' names.
steady() {
    jq -S 'del(.results[].wall_s)'
}

@test "the table shows each clock, and beneath it what was published" {
    run run_small
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"4 sockets × 18 cores × 1 thread = 72 logical CPUs"* ]]
    for clock in tsc hpet 'hpet[+]unstable' jiffies; do
        grep -qE "^$clock +[0-9]+ ± [0-9]+ " <<<"$output"
    done
    grep -qE '^  published +566708 +12.34 +4.99$' <<<"$output"
    [[ $output == *"Question: "* ]]
    [[ $output == *"Expectation: "* ]]
}

@test "no line of the table is much wider than 100 columns, however wide the intervals" {
    for file in "$small" "$large"; do
        LC_ALL=C.UTF-8 clocksim run --quiet "$file" --set run.duration=20ms -n 2 >table
        [ "$(LC_ALL=C.UTF-8 wc -L <table)" -le 105 ]
    done
}

@test "published numbers of one machine are not shown for another" {
    run run_small --machine cascadelake-4s-192
    [ "$status" -eq 0 ]
    [[ $output == *"192 logical CPUs"* ]]
    [[ $output == *"(on cascadelake-4s-192)"* ]]
    [[ $output != *"Question:"* ]]
    [[ $output != *"Expectation:"* ]]
    run ! grep -q "^  published" <<<"$output"
}

@test "published numbers are marked when the settings are others" {
    run_small --set kernel.hz=250 >changed
    grep -q '^  published[*] ' changed
    grep -qx '[*] measured with other settings' changed
    run_small --seed 4 >same
    grep -q '^  published ' same
    run ! grep -q '[*]' same
    run_small --kernel linux-4.6 >moved
    grep -q '(with linux-4.6)$' moved
    run ! grep -q '^  published' moved
}

@test "JSON keeps its contract" {
    run_small --format json --clock tsc,hpet,hpet+unstable >out.json
    jq -e '.clocksim | test("^[0-9]+[.][0-9]+[.][0-9]+")' out.json
    jq -e '[.results[].clock] == ["tsc", "hpet", "hpet+unstable"]' out.json
    jq -e '.results[2] | .clocksource == "hpet" and .sched_clock == "unstable"' out.json
    jq -e '.results | all(.scenario == "seed-003-haswell-ex-72" and (.scenario_sha256 | test("^[0-9a-f]{64}$"))
        and .seed == 3 and .replications == 2 and .status == 0 and (.event_hash | test("^[0-9a-f]{16}$"))
        and .events > 1000 and .wall_s > 0)' out.json
    jq -e '.results[0].point | .logical_cpus == {text: "72", si: 72, unit: "count"}
        and .["run.duration"] == {text: "20 ms", si: 0.02, unit: "s"} and .["machine.name"].si == null' out.json
    jq -e '.results[1].metrics | (.loss_percent | .value > 5 and .unit == "%" and .ci95 > 0 and .n == 2)
        and .clock_read_max_ns.ci95 == null and .throughput_jobs_per_min.unit == "jobs/min"' out.json
    [ "$(jq '.results[0].metrics | keys | length' out.json)" -eq "$(clocksim list --names metrics | wc -l)" ]
}

@test "CSV has one line for each clock and metric" {
    run_small --format csv --clock tsc,hpet >out.csv
    [ "$(head -1 out.csv)" = scenario,clock,clocksource,sched_clock,metric,unit,value,ci95,n ]
    grep -qE '^seed-003-haswell-ex-72,hpet,hpet,stable,loss_percent,%,[0-9.]+,[0-9.]+,2$' out.csv
    [ "$(awk -F, 'NF != 9' out.csv | wc -l)" -eq 0 ]
    run_small --format json --clock tsc,hpet >out.json
    [ "$(jq -r '.results[1].metrics.loss_percent.value' out.json)" = \
        "$(awk -F, '$2 == "hpet" && $5 == "loss_percent" { print $7 }' out.csv)" ]
}

@test "several files make one object" {
    clocksim run -q "$small" "$large" --set run.duration=5ms -n 1 -c hpet --format json >out.json
    jq -e '[.results[].point.logical_cpus.si] == [72, 480]' out.json
}

@test "results do not depend on the number of processes, and do on the seed" {
    run_small --format json -j 1 | steady >one
    run_small --format json -j 3 | steady >three
    cmp one three
    run_small --format json --seed 4 | steady >other
    run ! cmp -s <(jq '[.results[].event_hash]' one) <(jq '[.results[].event_hash]' other)
}

@test "numbers do not depend on the locale" {
    run_small --format csv >plain
    LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 run_small --format csv >german
    cmp plain german
}

@test "the books are explained" {
    run run_small --explain --clock hpet
    [ "$status" -eq 0 ]
    grep -qE '^ +[0-9.]+  tick +clock_read +bus_wait +the access queues behind' <<<"$output"
    shares=$(awk '/^% of CPU/ { on = 1; next } on { sum += $1 } END { print (sum > 99.9 && sum < 100.1) }' <<<"$output")
    [ "$shares" -eq 1 ]
}

@test "a scenario comes from standard input" {
    clocksim show "$small" | clocksim run -q - --set run.duration=20ms -n 2 --format json | jq -e '.results | length >= 4'
}

@test "what show prints is the same scenario" {
    clocksim show "$small" --set kernel.hz=250 --clock tsc,hpet >shown.yaml
    clocksim show shown.yaml | cmp - shown.yaml
    run_small --set kernel.hz=250 --clock tsc,hpet --format json | jq '[.results[].event_hash]' >direct
    clocksim run -q shown.yaml --set run.duration=20ms --set run.warm_up=5ms -n 2 --format json |
        jq '[.results[].event_hash]' | cmp - direct
}

@test "every mistake is reported before anything runs" {
    sed 's/^title:/titel:/' "$small" >bad.yaml
    run --separate-stderr clocksim run "$small" bad.yaml no-such.yaml --db results.db
    [ "$status" -eq 65 ]
    [ -z "$output" ]
    [[ $stderr == *"bad.yaml:"*": error: "*"titel"* ]]
    [[ $stderr == *"did you mean \`title\`?"* ]]
    [[ $stderr == *"no-such.yaml"* ]]
    [ ! -e results.db ]
    run --separate-stderr clocksim check no-such.yaml
    [ "$status" -eq 66 ]
}

@test "check tells what is fine" {
    run clocksim check "$root"/scenarios/*.yaml
    [ "$status" -eq 0 ]
    [[ $output == *"seed-003-ivybridge-ex-240.yaml: fine: "*" clocks on 480 logical CPUs"* ]]
    run clocksim check --quiet "$small"
    [ -z "$output" ]
}

@test "a scenario beyond its limits is refused, or ended" {
    run --separate-stderr clocksim check "$small" --set "run.max_memory=64 KiB"
    echo "$stderr"
    [ "$status" -eq 65 ]
    run --separate-stderr run_small --set run.max_events=1000
    echo "$stderr"
    [[ $stderr == *": tsc: more than run.max_events (1000; raise it or shorten run.duration)"* ]]
    [ "$status" -eq 65 ]
}

@test "progress is a line at most every 10 s where there is no terminal" {
    run --separate-stderr clocksim run "$small" --set run.duration=20ms -n 2
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
}

@test "progress, bold and colour need a terminal, and NO_COLOR takes the last two away" {
    command -v script >/dev/null || skip "needs script(1)"
    line="$CLOCKSIM run $small --set run.duration=400ms -n 4 -j 1"
    TERM=xterm script -qec "$line" /dev/null >terminal </dev/null
    grep -q '\[#*-*\] *[0-9]* %' terminal
    grep -q $'\033\[1m' terminal
    NO_COLOR=1 TERM=xterm script -qec "$line --quiet" /dev/null >terminal </dev/null
    run ! grep -q $'\033' terminal
}

@test "an interrupted run saves what was finished" {
    for signal in INT TERM; do
        status=0
        "$CLOCKSIM" run -q "$small" -n 2000 --set run.duration=20ms --db "$signal.db" --format json >out.json 2>err &
        pid=$!
        sleep 1
        kill -s "$signal" $pid
        wait $pid || status=$?
        [ "$status" -eq $((128 + $(kill -l "$signal"))) ]
        ran=$(jq '.results[0].replications' out.json)
        grep -q "interrupted: $ran of 2000 replications saved" err
        clocks=$(jq '.results | length' out.json)
        [ "$ran" -gt 0 ]
        [ "$(sqlite3 "$signal.db" 'select count(*) from run')" -eq $((clocks * ran)) ]
    done
}

@test "an interrupt before the first whole replication says so, saves nothing and prints no table" {
    status=0
    "$CLOCKSIM" run -q "$small" -n 2 -j 1 --set run.duration=1000s --db none.db >out 2>err &
    pid=$!
    sleep 1
    kill -s INT $pid
    kill -s INT $pid
    wait $pid || status=$?
    cat out err
    [ "$status" -eq 130 ]
    [ ! -s out ]
    grep -q 'interrupted: nothing to save, no replication was complete' err
    [ "$(sqlite3 none.db 'select count(*) from run')" -eq 0 ]
}
