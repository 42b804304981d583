#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Feeds the scenario loader with mutations of every scenario and bad file there is, for a bounded time (argument: seconds, 20)
# and from a fixed seed. An input that breaks it stays in build/fuzz/found. Then the same with a defect planted, which has to
# be found.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-20}
: "${CLOCKSIM:=build/release/clocksim}"
here=build/fuzz

cmake --preset fuzz -DBUILD_TESTING=ON >/dev/null
cmake --build --preset fuzz --target fuzz_scenario fuzz_scenario_planted >$here/log || {
    cat $here/log
    exit 1
}
rm -rf $here/seeds $here/corpus $here/planted
mkdir -p $here/seeds $here/corpus $here/planted $here/found

# Each file as it is; those that load, also with settings behind: a byte 0xff ends the file and each setting.
find scenarios tests/bad_scenarios tests/unit/data tests/fuzz/seeds -name '*.yaml' -size -16k | sort | while read -r file; do
    cp "$file" "$here/seeds/$(echo "$file" | tr / _)"
done
for file in scenarios/seed-*.yaml tests/fuzz/seeds/*.yaml; do
    "$CLOCKSIM" show "$file" >/dev/null
    printf '\377kernel.hz=250\377run.duration=200 ms\377machine.hpet_occupancy={uniform: {from: 0.2 us, to: 1 us}}' |
        cat "$file" - >"$here/seeds/set-$(basename "$file")"
done
# Names that a mutation would hardly make.
for what in keys steps policies; do
    "$CLOCKSIM" list --names $what
done | sed 'p; s/.*\.//' | sed 's/.*/"&"/' | sort -u >$here/names.dict

# fuzz PROGRAM SECONDS FOLDER: few mutations at a time, for texts that still load; 2 GiB hold the sanitizer's own needs.
fuzz() {
    "$here/tests/$1" -seed=1 -max_total_time="$2" -rss_limit_mb=2048 -timeout=10 -max_len=16384 -mutate_depth=2 \
        -dict=$here/names.dict -artifact_prefix="$3/" $here/corpus $here/seeds >$here/log 2>&1
}

if ! fuzz fuzz_scenario "$seconds" $here/found; then
    tail -n 60 $here/log
    # libFuzzer says where it has written the input, if it came to that
    written=$(sed -n 's/.*Test unit written to //p' $here/log | tail -n 1)
    echo "fuzz: the loader is broken; repeat with: $here/tests/fuzz_scenario $written" >&2
    exit 1
fi
grep '^Done' $here/log
rm -f $here/corpus/*
if fuzz fuzz_scenario_planted 120 $here/planted; then
    echo "fuzz: a planted defect was not found in two minutes" >&2
    exit 1
fi
grep -q 'expected scenario->run.replications' $here/log || {
    tail -n 60 $here/log
    exit 1
}
echo "a planted defect was found"
