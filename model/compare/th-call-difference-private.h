/* th-call-difference-private.h - what the files about merged call trees share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-call-difference.h"

G_BEGIN_DECLS

/* Adds a table of the functions of @tree, which is published, to @results, and sets
 * tree->functions and tree->kinds. */
void th_call_functions_add (ThResults            *results,
                            ThCallDifferenceTree *tree);

G_END_DECLS
