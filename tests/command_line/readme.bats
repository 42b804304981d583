#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command in the README's `sh` blocks does what it says: exit status 0, in a folder that only has the scenarios. (The two
# scripts at its top are tested by scripts.bats and by whoever runs this.)
load common

commands() {
    awk '/^```sh$/ {inside = 1; next} /^```/ {inside = 0} inside && /^clocksim /' "$root/README.md"
}

setup() {
    mkdir -p "$BATS_TEST_TMPDIR/bin" "$BATS_TEST_TMPDIR/here"
    ln -s "$CLOCKSIM" "$BATS_TEST_TMPDIR/bin/clocksim"
    ln -s "$root/scenarios" "$BATS_TEST_TMPDIR/here/scenarios"
    unset -f clocksim
    PATH=$BATS_TEST_TMPDIR/bin:$PATH
    cd "$BATS_TEST_TMPDIR/here"
}

@test "every command of the README works" {
    [ "$(commands | wc -l)" -ge 8 ]
    while read -r line; do
        echo "$line"
        sh -c "$line" >out 2>err || { cat out err; return 1; }
        [ -s out ] || [ -e loss.png ]
    done < <(commands)
    [ -s results.db ] && [ -s loss.png ]
}

squeeze() {
    sed -E 's/ +/ /g; s/ $//' "$@"
}

@test "the README's table shows what the program prints now" {
    # Headings, clocks and published numbers to the letter; our own numbers are validate's business.
    "$CLOCKSIM" run --quiet scenarios/seed-003-*.yaml --replications 2 --set run.duration=20ms >table
    squeeze "$root/README.md" >readme
    grep -E '^(clock|  published|Question:|Expectation:)' table | squeeze >expected
    [ "$(wc -l <expected)" -ge 12 ]
    while IFS= read -r line; do
        grep -Fxq -e "$line" readme || { echo "not in the README: $line"; return 1; }
    done <expected
    awk '/^(tsc|hpet|jiffies)/ {print $1}' table | while read -r clock; do
        grep -q "^$clock " readme
    done
}

@test "links in README and docs lead somewhere" {
    for file in "$root"/README.md "$root"/docs/*.md; do
        while read -r target; do
            [ -e "$(dirname "$file")/$target" ] || { echo "$file: $target"; return 1; }
        done < <(grep -oE '\]\([^)#]+' "$file" | sed 's/^](//' | grep -v '^http')
    done
}
