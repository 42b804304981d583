#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# `clocksim run --db`: what is saved, and what happens where nothing can be.
load common

# Two replications of four clocks: eight runs.
run_four() {
    run_small --clock tsc,hpet,hpet+unstable,jiffies "$@"
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

teardown() {
    if [ -d "$BATS_TEST_TMPDIR/disk" ]; then
        umount "$BATS_TEST_TMPDIR/disk" 2>/dev/null || true
    fi
}

@test "the database holds what was printed" {
    run_four --db results.db --format json >out.json
    sqlite3 results.db 'pragma integrity_check' | grep -qx ok
    [ "$(sqlite3 results.db 'select count(*) from run where status = 0')" -eq 8 ]
    [ ! -e results.db-wal ]
    cp results.db copy.db
    run_four --seed 4 --db results.db >/dev/null
    [ "$(sqlite3 results.db 'select count(*) from run')" -eq 16 ]
    [ "$(sqlite3 copy.db 'select count(*) from run')" -eq 8 ]
}

@test "without --db nothing is written" {
    run_four >/dev/null
    [ -z "$(ls)" ]
}

@test "an unwritable place is refused before anything runs" {
    run --separate-stderr run_four --db /proc/results.db
    [ "$status" -eq 73 ]
    [ -z "$output" ]
    [[ $stderr == *"/proc/results.db"* ]]
    run --separate-stderr run_four --db no/such/folder/results.db
    [ "$status" -eq 73 ]
}

@test "a database of another program is left alone" {
    sqlite3 other.db 'create table treasure (x)'
    cp other.db before.db
    run --separate-stderr run_four --db other.db
    [ "$status" -eq 65 ]
    [[ $stderr == *"another program"* ]]
    cmp other.db before.db
    echo "no database at all, but a text that is long enough to be looked at" >text.db
    run --separate-stderr run_four --db text.db
    [ "$status" -eq 65 ]
}

@test "a database that another writer holds is reported" {
    run_four --db results.db >/dev/null
    mkfifo hold
    sqlite3 results.db <hold >held 2>&1 &
    exec 8>hold
    echo "begin immediate; select 'held';" >&8
    until grep -q held held; do sleep 0.1; done
    run --separate-stderr run_four --db results.db
    exec 8>&-
    wait
    [ "$status" -eq 75 ]
}

# A scenario's eight runs are there together, each with its metrics, or they are not there.
nothing_half_written() {
    [ -e "$1" ] || return 0
    [ "$(sqlite3 "$1" 'pragma integrity_check')" = ok ]
    [ "$(sqlite3 "$1" 'select count(*) % 8 from run')" -eq 0 ]
    [ "$(sqlite3 "$1" 'select count(*) from run where id not in (select run from metric)')" -eq 0 ]
}

@test "a limit on the size of files loses no more than what did not fit" {
    for blocks in 8 40 100 150; do
        rm -f limited.db*
        run --separate-stderr bash -c 'ulimit -f "$1"; shift; exec "$@"' - $blocks \
            "$CLOCKSIM" run -q "$small" --set run.duration=20ms -n 2 \
            -c tsc,hpet,hpet+unstable,jiffies --db limited.db
        echo "$blocks: $stderr"
        [ "$status" -eq 74 ]
        [[ $stderr == *"limited.db"* ]]
        nothing_half_written limited.db
    done
}

@test "a full disk loses no more than what did not fit" {
    mkdir disk
    mount -t tmpfs -o size=500k tmpfs disk 2>/dev/null || skip "needs the right to mount"
    run_four --db disk/results.db >/dev/null
    for attempt in {1..9}; do
        run --separate-stderr run_four --seed 1$attempt --db disk/results.db
        [ "$status" -ne 0 ] && break
    done
    echo "$stderr"
    [ "$status" -eq 74 ]
    [[ $stderr == *"disk/results.db"* ]]
    nothing_half_written disk/results.db
}
