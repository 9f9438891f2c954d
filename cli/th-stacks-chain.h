/* th-stacks-chain.h - one call chain in the output of `thresh stacks`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-folded.h"

G_BEGIN_DECLS

/* The stable id of a kind of code: "kernel". */
const char *th_stacks_kind_id      (ThCallKind   kind);
/* Adds the member "chain", an array of functions. */
void th_stacks_chain_add_json      (ThResults   *results,
                                    GArray      *chain,
                                    GString     *text);

G_END_DECLS
