/* th-stacks-chain.h - one call chain in the output of `thresh stacks`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

#include "th-results.h"

G_BEGIN_DECLS

/* Sets @chain (element-type ThCallNode) to the chain of @node, outermost function first. */
void th_stacks_chain_collect       (ThCallTree  *tree,
                                    guint32      node,
                                    GArray      *chain);
/* Appends "main;read;vfs_read", or "-" for the empty chain; with the id of the tree before it
 * if @named. */
void th_stacks_chain_append_folded (ThResults   *results,
                                    ThCallTree  *tree,
                                    GArray      *chain,
                                    gboolean     named,
                                    GString     *text);
/* The stable id of a kind of code: "kernel". */
const char *th_stacks_kind_id      (ThCallKind   kind);
/* Adds the member "chain", an array of functions. */
void th_stacks_chain_add_json      (ThResults   *results,
                                    GArray      *chain,
                                    JsonBuilder *builder);

G_END_DECLS
