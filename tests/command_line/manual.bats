#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What is made from the tables of options: reference page, man page, completion.
load common

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

@test "docs/commands.md is what the tables say" {
    clocksim help --markdown | diff -u "$root/docs/commands.md" -
}

@test "the man page renders, with every command, option and exit status" {
    clocksim help --man | scdoc >clocksim.1
    # groff's markup between words aside
    sed -e 's/\\f[BRI]//g' -e 's/\\&//g' -e 's/\\-/-/g' clocksim.1 >plain
    for command in $(clocksim list --names commands); do
        grep -qE "^\.SS $command|^\"?$command\"?$|SS.*$command" plain
        for option in $(clocksim "$command" --help | grep -oE '^  (-.|  ).*--[a-z]+' | grep -oE -- '--[a-z]+'); do
            [ "$option" = --help ] || grep -q -- "$option" plain
        done
    done
    for status in 0 1 64 65 66 69 70 73 74 75 130 143; do
        grep -qx "$status" plain
    done
    grep -q NO_COLOR plain
}

# Prints what completes the last of the words.
complete() {
    bash -c 'source "$1"; shift; clocksim() { "$CLOCKSIM" "$@"; }; COMP_WORDS=(clocksim "$@"); COMP_CWORD=$#
        _clocksim 2>/dev/null; printf "%s\n" "${COMPREPLY[@]}"' - "$PWD/completion" "$@"
}

@test "the shell completes commands, options, choices, names and files" {
    export CLOCKSIM
    clocksim help --completion >completion
    touch some.yaml
    complete va | grep -qx validate
    complete run --repl | grep -qx -- --replications
    complete run --format j | grep -qx json
    complete run --machine hasw | grep -qx haswell-ex-72
    complete run --clock hpet | grep -qx hpet+unstable
    complete list poli | grep -qx policies
    complete check som | grep -qx some.yaml
}
