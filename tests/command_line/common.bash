# SPDX-License-Identifier: GPL-3.0-or-later
# For all tests of the command line: CLOCKSIM is the program (ctest says which), short runs of both published machines.
# shellcheck shell=bash
root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
: "${CLOCKSIM:=$root/build/release/clocksim}"
export CLOCKSIM_DATA=$root/scenarios
small=$root/scenarios/seed-003-haswell-ex-72.yaml
# shellcheck disable=SC2034 # used by those that load this file
large=$root/scenarios/seed-003-ivybridge-ex-240.yaml
bats_require_minimum_version 1.5.0

clocksim() {
    "$CLOCKSIM" "$@"
}

# A run of the 72-CPU scenario that takes a moment.
run_small() {
    clocksim run --quiet "$small" --set run.duration=20ms --set run.warm_up=5ms --replications 2 "$@"
}
