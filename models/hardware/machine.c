/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/hardware/machine.h"

const char *const arbitration_names[2] = {
    [ARBITRATION_FIRST_COME] = "first-come",
    [ARBITRATION_SAME_SOCKET] = "same-socket",
};
