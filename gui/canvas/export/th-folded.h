/* th-folded.h - call chains in the format of flame graph tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"
#include "th-text-output.h"

G_BEGIN_DECLS

/* Sets @chain (element-type ThCallNode) to the chain of @node, outermost function first. */
void th_folded_collect (ThCallTree   *tree,
                        guint32       node,
                        GArray       *chain);
/* Appends "main;read;vfs_read", or "-" for the empty chain; with the id of the tree before it
 * if @named. */
void th_folded_append  (ThResults    *results,
                        ThCallTree   *tree,
                        GArray       *chain,
                        gboolean      named,
                        GString      *text);
/* Appends a chain with its value. */
typedef void (* ThFoldedFunc) (GArray  *chain,
                               gint64   value,
                               GString *text,
                               gpointer data);
/* Calls @func for each chain of @tree that has a value of @weight.  FALSE if none has. */
gboolean th_folded_foreach (ThCallTree   *tree,
                            guint         weight,
                            ThTextOutput *output,
                            ThFoldedFunc  func,
                            gpointer      data);
/* Writes a line for each chain of @tree that has a value of @weight.  FALSE if none has. */
gboolean th_folded_write (ThResults    *results,
                          ThCallTree   *tree,
                          guint         weight,
                          gboolean      named,
                          ThTextOutput *output);

G_END_DECLS
