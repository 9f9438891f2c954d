/* th-call-difference-private.h - what the files about merged call trees share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-call-difference.h"

G_BEGIN_DECLS

/* Adds a table of the functions of a published tree to @results, and publishes the table. */
ThTable *th_call_functions_add_table (ThResults        *results,
                                      const ThCallTree *tree);

G_END_DECLS
