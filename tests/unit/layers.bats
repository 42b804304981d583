#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Includes go in one direction, and every file names its licence.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
}

sources() {
    find sim models -name '*.[ch]'
}

# Layers that a layer may include besides itself; a name ending in .h allows that header alone.
allowed() {
    local models="base step kernel policy workload registry hardware"
    case "$1" in
    base) ;;
    engine | step) echo base ;;
    hardware) echo base sim/engine/true_time.h ;;
    kernel | policy | workload) echo base step ;;
    registry) echo base step kernel policy workload ;;
    scenario) echo "$models" ;;
    world) echo "$models" engine scenario ;;
    run) echo "$models" engine scenario world ;;
    store) echo "$models" engine scenario world run ;;
    sweep) echo "$models" engine scenario world run store ;;
    study) echo "$models" engine scenario world run store ;;
    report) echo "$models" engine scenario world run store sweep sim/study/published.h ;;
    cli) echo "$models" engine scenario world run store sweep study report generated ;;
    *) return 1 ;;
    esac
}

layer_of() {
    case "$1" in
    models/registry.*) echo registry ;;
    version.h) echo generated ;;
    *) echo "$1" | cut -d/ -f2 ;;
    esac
}

# Prints FILE: INCLUDED for each include of our own that the table does not allow.
violations() {
    local file layer included
    for file in "$@"; do
        layer=$(layer_of "$file")
        grep -hoE '^ *# *include +"[^"]+"' "$file" | cut -d'"' -f2 | while read -r included; do
            local target
            target=$(layer_of "$included")
            [ "$target" = "$layer" ] && continue
            case " $(allowed "$layer") " in
            *" $target "* | *" $included "*) ;;
            *) echo "$file: $included" ;;
            esac
        done
    done
}

@test "every folder has a row in the table of layers" {
    for file in $(sources); do
        allowed "$(layer_of "$file")" || { echo "no layer: $file"; false; }
    done
}

@test "includes go in one direction" {
    # shellcheck disable=SC2046 # the list is meant to be split
    run violations $(sources)
    echo "$output"
    [ -z "$output" ]
}

@test "an include against the direction is found" {
    folder=$BATS_TEST_TMPDIR/models/policy
    mkdir -p "$folder"
    printf '#include "sim/engine/true_time.h"\n' >"$folder/bad.c"
    cd "$BATS_TEST_TMPDIR"
    run violations models/policy/bad.c
    [ "$output" = "models/policy/bad.c: sim/engine/true_time.h" ]
}

@test "only measure.c compares readings with true time among what software in the model is" {
    run grep -lE 'true_time' -r models/kernel models/policy models/workload
    [ -z "$output" ]
}

@test "models neither print, exit, open files nor allocate" {
    run grep -nE '\b(printf|puts|exit|abort|fopen|malloc|calloc|realloc|free) *\(' -r models --include='*.c'
    echo "$output"
    [ -z "$output" ]
}

@test "every file names its licence" {
    missing=$(find . \( -path ./build -o -path ./.git -o -path ./tests/bad_scenarios \) -prune -o -type f \
        \( -name '*.[ch]' -o -name '*.h.in' -o -name '*.sh' -o -name '*.bats' -o -name '*.yaml' -o -name '*.md' \
        -o -name '*.cff' -o -name '*.sql' -o -name '*.gp' -o -name CMakeLists.txt -o -path ./.ci/run \
        -o -name .clang-format -o -name .editorconfig \) -print0 |
        xargs -0 grep -L 'SPDX-License-Identifier: GPL-3.0-or-later' || true)
    echo "$missing"
    [ -z "$missing" ]
}
