#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds with clang under the address and undefined-behaviour sanitizers, and passes the unit tests there.
set -eu
cd "$(dirname "$0")/.."

cmake --preset asan -DBUILD_TESTING=ON
cmake --build --preset asan
exec ctest --preset asan -L unit
