/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that come with the program: scenarios, presets, published numbers. */
#ifndef SIM_CLI_DATA_H
#define SIM_CLI_DATA_H

const char *data_dir(void);

/* The path of a file of the folder of data; to be freed. */
char *data_file(const char *name);

#endif
