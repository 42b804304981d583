#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/add-a-policy.md: its commands, in order, in a copy of the tree; and what the build refuses.
load common

setup() {
    export HOME=$BATS_TEST_TMPDIR/home
    mkdir -p "$HOME/policies" "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree" || exit
    cp -r "$root"/{CMakeLists.txt,cmake,models,sim,scenarios,plots} .
    unset -f clocksim
}

# The sh blocks of the page, as one script.
commands() {
    awk '/^```sh$/ {inside = 1; next} /^```/ {inside = 0} inside' "$root/docs/add-a-policy.md"
}

@test "every command of the page works, and says what the page says" {
    commands >"$BATS_TEST_TMPDIR/commands"
    [ "$(grep -c 'build/mine' "$BATS_TEST_TMPDIR/commands")" -ge 8 ]
    sh -ex "$BATS_TEST_TMPDIR/commands" >out 2>err || { cat out err; return 1; }
    grep -q '^hpet-socket *clocksource' out
    grep -q '^hpet_socket_try ' out
    # broken at first, then kept within the bound
    grep -q '^hpet-socket goes back: ' out
    grep -q 'read_hpet_socket:12 *fetch *saved' out
    # and who had the reading that was ahead
    ahead=$(sed -n 's/^hpet-socket goes back: .* behind the \([0-9]*\) that .*/\1/p' out)
    behind=$(sed -n 's/^hpet-socket goes back: a reading of \([0-9]*\) .*/\1/p' out)
    grep -q "^ahead: *$ahead: loaded by CPU .*(read_hpet_socket:5), returned by CPU " out
    grep -q "^behind: *$behind: loaded by CPU .*(read_hpet_socket:5), returned by CPU " out
    # the page's excerpt is what is printed
    sed -n '/^```text$/,/^```$/p' "$root/docs/add-a-policy.md" | grep -v '^```' | grep -vx '\.\.\.' >excerpt
    [ -s excerpt ]
    while IFS= read -r line; do
        grep -qxF "$line" out || { echo "not printed: $line"; return 1; }
    done <excerpt
    grep -q 'read_hpet_socket:5 *load hpet = ' build/mine-trace.txt
    # nothing is left outside of build/
    [ "$(ls)" = "$(ls -d CMakeLists.txt build cmake err models out excerpt plots scenarios sim)" ]
    grep -q '^hpet-socket keeps its promises: 1000 rounds' out
    [ -s build/mine.db ] && grep -q '<svg' build/mine.svg
    # one reader of each socket loses less than one of the machine, and that less than all
    awk '$3 == "±" && $1 == "hpet" {all = $5} $3 == "±" && $1 == "hpet-combining" {one = $5}
        $3 == "±" && $1 == "hpet-socket" {each = $5}
        END {print all, one, each; exit !(each > 0 && each < one && one < all && all > 10)}' out
}

configure() {
    run -1 cmake -S . -B refused -G Ninja -DBUILD_TESTING=OFF -DCLOCKSIM_POLICY_DIR="$1"
    echo "$output"
    output=$(tr -s ' \n' ' ' <<<"$output")
}

@test "a folder without policies, a file that brings nothing, a name that is taken: refused when configured" {
    configure "$HOME/nowhere"
    [[ $output == *"there is no folder $HOME/nowhere"* ]]
    configure "$HOME/policies"
    [[ $output == *"no *.c in $HOME/policies"* ]]
    cp models/policy/hpet.c "$HOME/policies"
    configure "$HOME/policies"
    [[ $output == *"no line begins with CLOCKSIM_POLICY(...)"* ]]
    echo 'CLOCKSIM_POLICY(policy_hpet);' >>"$HOME/policies/hpet.c"
    configure "$HOME/policies"
    [[ $output == *"there is a policy_hpet already"* ]]
}

# What stands in a descriptor is seen at every start: link the program's library with such a list, without building it anew.
start() {
    local library=$BUILD/libcore.a
    # shellcheck disable=SC2046 # a list of options
    cc -std=c17 -D_GNU_SOURCE -I "$root" -I "$BUILD/generated" -o started "$root/sim/cli/main.c" "$HOME"/policies/*.c external.c \
        "$library" $(pkg-config --libs yaml-0.1 gsl sqlite3 libmd) -lm
    run -65 ./started --version
    echo "$output"
}

@test "a policy's name that is taken, a step without what it needs: refused at the start" {
    printf '%s\n' '#include "models/policy/external.h"' 'CLOCKSIM_POLICY(policy_mine);' \
        'const struct policy_descriptor *const external_policies[] = {&policy_mine, NULL};' \
        'const struct do_descriptor *const external_dos[] = {NULL};' >external.c
    sed -e 's/policy_hpet/policy_mine/' -e 's/policies\.h/external.h/' models/policy/hpet.c >"$HOME/policies/mine.c"
    start
    [[ $output == *'is named `hpet`, as another one is'* ]]
    sed -i -e 's/"hpet",$/"mine",/' "$HOME/policies/mine.c"
    sed -i 's/.kind = STEP_LOAD, .target = "hpet"/.kind = STEP_STORE, .target = "word"/' "$HOME/policies/mine.c"
    start
    [[ $output == *'policy `mine`: step 0 (`store`) has a missing register'* ]]
    sed -i 's/.kind = STEP_STORE, .target = "word", .into = "result"/.kind = STEP_DO, .target = "nothing"/' "$HOME/policies/mine.c"
    start
    [[ $output == *'there is no `do` function `nothing`'* ]]
}

@test "check --policy: a policy that keeps its promises, an unknown one, a wrong command line" {
    run -0 "$CLOCKSIM" check --policy hpet-combining --rounds 20 --seed 7
    [[ ${lines[0]} == "hpet-combining keeps its promises: 20 rounds"* ]]
    run -0 "$CLOCKSIM" check --policy stable --round 3 --quiet
    [ -z "$output" ]
    run -64 "$CLOCKSIM" check --policy hpet-combning
    [[ $output == *"there is no policy 'hpet-combning'; did you mean 'hpet-combining'?"* ]]
    run -64 "$CLOCKSIM" check --policy hpet "$small"
    [[ $output == *"--policy takes no files"* ]]
    for option in --rounds --round --steps; do
        run -64 "$CLOCKSIM" check "$option" 20 "$small"
        [[ $output == *"$option goes with --policy NAME only"* ]]
    done
    run -64 "$CLOCKSIM" check
    [[ $output == *"FILE or --policy NAME is missing"* ]]
}
