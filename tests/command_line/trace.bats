#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim run --trace`, and docs/trace.md.
load common

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

# A traced run of two clocks that takes a moment; further arguments are added.
traced() {
    clocksim run --quiet "$small" --clock hpet,hpet-combining --set run.duration=10ms --set run.warm_up=5ms --replications 2 \
        --trace trace.txt "$@"
}

# Lines of events: neither head nor remarks.
events() {
    grep -vE '^(#|$)' "${1:-trace.txt}"
}

# Numbers become N, and runs of spaces one.
shape() {
    sed -E 's/[0-9]+(\.[0-9]+)?/N/g; s/ +/ /g; s/ $//' "$@"
}

@test "the command of docs/trace.md works, and what it writes has the lines shown there" {
    ln -s "$root/scenarios" scenarios
    awk '/^```sh$/ {inside = 1; next} /^```/ {inside = 0} inside' "$root/docs/trace.md" >command
    [ "$(grep -c '^clocksim run .*--clock' command)" -eq 1 ]
    sed "s|^clocksim|\"$CLOCKSIM\" |" command | sh
    awk '/^```text$/ {inside = 1; next} /^```/ {inside = 0} inside' "$root/docs/trace.md" | shape | sort -u >shown
    [ "$(wc -l <shown)" -ge 15 ]
    shape trace.txt | sort -u >written
    comm -23 shown written >missing
    cat missing
    [ ! -s missing ]
    # and not any line would do
    sed 's/swap/swop/' shown | comm -23 - written | grep -q swop
}

@test "a trace changes no result, for any number of processes, and is the same itself" {
    jq_results='del(.results[].wall_s)'
    clocksim run --quiet "$small" --clock hpet,hpet-combining --set run.duration=10ms --set run.warm_up=5ms \
        --replications 2 --format json | jq "$jq_results" >plain
    traced -j 1 --format json | jq "$jq_results" >one
    cp trace.txt one.txt
    traced -j 2 --format json | jq "$jq_results" >two
    cmp plain one
    cmp plain two
    cmp one.txt trace.txt
    traced --seed 9 >out
    run ! cmp -s one.txt trace.txt
}

@test "by default: all CPUs, the first 2 ms after the warm-up, a section for each clock" {
    traced >out
    [ "$(grep -c '^# clock hpet, replication 0 of seed 3; from 5000.000 to 7000.000 us; CPUs all of 72$' trace.txt)" -eq 1 ]
    [ "$(grep -c '^# clock hpet-combining, replication 0 ' trace.txt)" -eq 1 ]
    [ "$(grep -c '^# 5000.000 us: the warm-up is over$' trace.txt)" -eq 2 ]
    [ "$(events | awk '{print $2}' | sort -nu | wc -l)" -eq 72 ]
    events | awk '$1 < 5000 || $1 > 7000 {exit 1}'
    for what in '>>> timer_interrupt' '<<< timer_interrupt' 'load hpet: bus, 71 ahead' 'read clocksource = ' 'line_wait'; do
        grep -q -- "$what" trace.txt
    done
}

@test "time goes forward within a section" {
    traced >out
    awk '/^# clock/ {last = 0} /^#/ || NF == 0 {next} $1 < last {exit 1} {last = $1}' trace.txt
}

@test "a window and some CPUs" {
    traced --trace-window 5.9ms..6.1ms --trace-cpus 3,70-71 >out
    grep -q '; from 5900.000 to 6100.000 us; CPUs 3,70-71 of 72$' trace.txt
    [ "$(events | awk '{print $2}' | sort -nu | xargs)" = "3 70 71" ]
    events | awk '$1 < 5900 || $1 > 6100 {exit 1}'
    # what the whole trace has of them, line for line
    events >some
    traced --trace-window 5.5ms..6.5ms >out
    events | awk '$1 >= 5900 && $1 <= 6100 && ($2 == 3 || $2 >= 70)' | cmp - some
}

@test "each scenario has a section of its own" {
    clocksim run --quiet "$small" "$large" --clock tsc --set run.duration=3ms --set run.warm_up=2ms -n 1 --trace trace.txt \
        --trace-cpus 0 >out
    [ "$(grep -c '^# clock tsc' trace.txt)" -eq 2 ]
    grep -q 'CPUs 0 of 480$' trace.txt
}

refused() {
    local status_wanted=$1 message=$2
    shift 2
    rm -f trace.txt
    run --separate-stderr traced "$@"
    echo "$stderr"
    [ "$status" -eq "$status_wanted" ]
    [[ $stderr == *"$message"* ]]
    [ -z "$output" ]
    [ ! -e trace.txt ]
}

@test "what cannot be meant is refused before anything is run" {
    refused 64 "FROM..TO is needed" --trace-window 5ms
    refused 64 "'5' is not a time" --trace-window 5..6
    refused 64 "'7 apples' is not a time" --trace-window "6 ms..7 apples"
    refused 64 "ends before it begins" --trace-window 7ms..6ms
    refused 64 "the run is over at 15 ms" --trace-window 20ms..21ms
    refused 64 "the machine has CPUs 0 to 71" --trace-cpus 72
    refused 64 "not a CPU's number" --trace-cpus 1-x
    refused 64 "not a CPU's number" --trace-cpus 3-1
    refused 64 "at most 138.889 ms" --trace-window 0ms..1s --set run.duration=1s
    refused 73 "no/such/folder: cannot be created" --trace no/such/folder
    run --separate-stderr clocksim run "$small" --trace-cpus 3
    [ "$status" -eq 64 ]
    [[ $stderr == *"--trace-cpus needs --trace FILE"* ]]
}

@test "a whole run is traced when it is small" {
    traced --trace-window 0ms..1s >out
    grep -q '; from 0.000 to 15000.000 us;' trace.txt
    grep -q '^ *1000[.]' trace.txt
    grep -q '^ *14[0-9]*[.]' trace.txt
}

@test "a full disk is status 74, after the results" {
    run --separate-stderr traced --trace /dev/full
    [ "$status" -eq 74 ]
    [[ $stderr == *"/dev/full: cannot be written: "* ]]
    [[ $output == *"hpet-combining"* ]]
}
