#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Replays the HPET contention experiment: installs what is missing, builds, runs, draws, and prints the table.
#
# Leaves build/results/results.db and build/results/hpet-contention.svg (and .png). The table goes to stdout, all
# else to stderr. Further arguments go to `clocksim run`, such as `--replications 3`.
set -eu
cd "$(dirname "$0")/.."

sh scenarios/setup.sh run
cmake --preset release >&2
cmake --build --preset release --target clocksim >&2

results=build/results
clocksim=build/release/clocksim
export CLOCKSIM_DATA="$PWD/scenarios" # also where another version is installed
mkdir -p "$results"
rm -f "$results/results.db" "$results/results.db-wal" "$results/results.db-shm"

"$clocksim" run scenarios/seed-003-haswell-ex-72.yaml scenarios/seed-003-ivybridge-ex-240.yaml \
    --db "$results/results.db" "$@"
for ending in svg png; do
    "$clocksim" plot "$results/results.db" --plot cores -o "$results/hpet-contention.$ending"
done
printf '%s\n' "results: $PWD/$results/results.db" "picture: $PWD/$results/hpet-contention.svg" >&2
