#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# How command lines are read, and what is said about wrong ones.
load common

refused() { # MESSAGE ARGUMENT...
    local message=$1
    shift
    run --separate-stderr clocksim "$@"
    echo "$stderr"
    [ "$status" -eq 64 ]
    [ -z "$output" ]
    [[ $stderr == *"$message"* ]]
}

@test "without a command the usage goes to stderr" {
    refused "Usage: clocksim COMMAND"
}

@test "help and version go to stdout" {
    for option in --help -h help --version; do
        run --separate-stderr clocksim $option
        [ "$status" -eq 0 ]
        [[ $output == clocksim* ]]
        [ -z "$stderr" ]
    done
}

@test "every command explains itself in two ways" {
    for command in $(clocksim list --names commands); do
        clocksim "$command" --help >"$BATS_TEST_TMPDIR/a"
        clocksim help "$command" >"$BATS_TEST_TMPDIR/b"
        cmp "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
        grep -q "^Usage: clocksim $command" "$BATS_TEST_TMPDIR/a"
    done
}

@test "misspelt commands and options are answered with what may have been meant" {
    refused "unknown command 'rum'; did you mean 'run'?" rum
    refused "unknown command 'x'; \`clocksim --help\` lists them" x
    refused "unknown option '--replicatons'; did you mean '--replications'?" run --replicatons 3 x.yaml
    refused "allowed: table, csv, json; did you mean 'json'?" run --format jsno x.yaml
    refused "there is no list of 'polices'; did you mean 'policies'?" list polices
}

@test "long options must be written in full" {
    refused "unknown option '--rep'; did you mean '--replications'?" run --rep 3 x.yaml
    refused "unknown option '--form'; did you mean '--format'?" run --form=json x.yaml
}

@test "values are checked" {
    refused "--seed -3: out of range; allowed: 0 to 9223372036854775807" run --seed -3 x.yaml
    refused "--workers x: not a whole number" run -j x x.yaml
    refused "--seed 99999999999999999999: out of range" run --seed 99999999999999999999 x.yaml
    refused "--db -: standard output cannot take it" run --db - x.yaml
    refused "--db -: standard output cannot take it" sweep --db - x.yaml
    refused "--trace -: standard output cannot take it" run --trace - x.yaml
    refused "--replications 0: out of range" run -n 0 x.yaml
    refused "--set needs a KEY=VALUE after it" run x.yaml --set
    refused "--quiet takes no value" run --quiet=1 x.yaml
    refused "--clock tsc,: a name is missing" run --clock tsc, x.yaml
    refused "unknown option -Z" run -Z x.yaml
}

@test "operands are counted" {
    refused "FILE... is missing" run
    refused "'b' is one word too many" show a b
    refused "--output FILE is missing" plot results.db
}

@test "what follows -- is an operand" {
    run --separate-stderr clocksim check -- --quiet
    [ "$status" -eq 66 ]
    [[ $stderr == *"--quiet"* ]]
}

@test "control characters in an argument do not reach the terminal" {
    run --separate-stderr clocksim "$(printf 'a\033[31mb')"
    [ "$status" -eq 64 ]
    [[ $stderr != *$'\033'* ]]
}

@test "a full standard output is an error" {
    for command in "list keys" "help --man" schema "show $small"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        run bash -c '"$@" >/dev/full' - "$CLOCKSIM" $command
        [ "$status" -eq 74 ]
        [[ $output == *"cannot write to standard output"* ]]
    done
}
