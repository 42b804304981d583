#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and passes every test. Further arguments go to ctest, such as `-L unit`.
set -eu
cd "$(dirname "$0")/.."

sh scenarios/setup.sh tests
cmake --preset release -DBUILD_TESTING=ON
cmake --build --preset release
exec ctest --preset release --parallel "$(nproc)" "$@"
