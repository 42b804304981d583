#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim plot`.
load common

setup_file() {
    load common
    clocksim run -q "$small" "$large" --set run.duration=20ms -n 2 --db "$BATS_FILE_TMPDIR/results.db" >/dev/null
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    cp "$BATS_FILE_TMPDIR/results.db" .
}

@test "pictures are what their endings say" {
    for ending in svg png pdf; do
        clocksim plot results.db --plot cores -o picture.$ending
        [ -s picture.$ending ]
        [ -s picture.gp ]
    done
    rsvg-convert picture.svg -o converted.png
    [ "$(head -c 4 picture.png | tail -c 3)" = PNG ]
    [ "$(head -c 4 picture.pdf)" = %PDF ]
    run ! grep -qi '<script' picture.svg
}

@test "a picture repeats byte for byte" {
    clocksim plot results.db -o a.svg
    clocksim plot results.db -o b.svg
    cmp a.svg b.svg
}

@test "what cannot be drawn is refused" {
    run --separate-stderr clocksim plot results.db --plot nosuch -o a.svg
    [ "$status" -eq 64 ]
    run --separate-stderr clocksim plot results.db -o a.bmp
    [ "$status" -eq 64 ]
    run --separate-stderr clocksim plot nosuch.db -o a.svg
    [ "$status" -eq 66 ]
    sqlite3 other.db 'create table treasure (x)'
    run --separate-stderr clocksim plot other.db -o a.svg
    [ "$status" -eq 65 ]
    run --separate-stderr clocksim plot results.db -o no/such/folder/a.svg
    [ "$status" -eq 73 ]
    [ ! -e a.svg ]
}

@test "without gnuplot the answer is 69" {
    run --separate-stderr env PATH=/nonexistent "$CLOCKSIM" plot results.db -o a.svg
    [ "$status" -eq 69 ]
    [[ $stderr == *gnuplot* ]]
}
