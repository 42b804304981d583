#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The event hash does not depend on compiler, optimisation, sanitizers or the number of workers.
load common

setup_file() {
    load common
    cd "$root" || exit
    # libm picks code by CPU; this keeps it the same for every build, also under valgrind and on other machines
    export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA
    for compiler in gcc clang; do
        for level in O0 O3; do
            build $compiler-$level -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-$level
        done
    done
    cmake --preset asan >/dev/null
    cmake --build --preset asan --target clocksim >/dev/null
    hashes "$CLOCKSIM" -j 1 >"$BATS_FILE_TMPDIR/expected"
}

build() { # NAME OPTION...
    local tree=build/hash-$1
    shift
    cmake -S . -B "$tree" -G Ninja -DBUILD_TESTING=OFF "$@" >/dev/null
    cmake --build "$tree" --target clocksim >/dev/null
}

# Short runs of both published machines, every clock.
hashes() {
    local program=$1
    shift
    for file in "$small" "$large"; do
        "$program" run -q "$file" --set run.duration=20ms -n 2 --format json "$@"
    done | jq -r '.results[] | "\(.scenario) \(.clock) \(.event_hash) \(.events)"'
}

same() { # PROGRAM OPTION...
    hashes "$@" >"$BATS_TEST_TMPDIR/hashes"
    diff "$BATS_FILE_TMPDIR/expected" "$BATS_TEST_TMPDIR/hashes"
}

@test "every clock on every machine has a hash of its own" {
    [ "$(wc -l <"$BATS_FILE_TMPDIR/expected")" -ge 8 ]
    [ -z "$(cut -d' ' -f3 "$BATS_FILE_TMPDIR/expected" | sort | uniq -d)" ]
}

@test "two workers" {
    same "$CLOCKSIM" -j 2
}

@test "gcc -O0" {
    same "$root/build/hash-gcc-O0/clocksim"
}

@test "gcc -O3" {
    same "$root/build/hash-gcc-O3/clocksim"
}

@test "clang -O0" {
    same "$root/build/hash-clang-O0/clocksim"
}

@test "clang -O3" {
    same "$root/build/hash-clang-O3/clocksim"
}

@test "address and undefined-behaviour sanitizers" {
    same "$root/build/asan/clocksim"
}

@test "another seed gives other hashes" {
    run same "$CLOCKSIM" --seed 99
    [ "$status" -ne 0 ]
}
