/* th-stacks-compare.h - the output of `thresh stacks` about two sides
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-call-difference.h"
#include "th-cli-output.h"

G_BEGIN_DECLS

/* How a difference is printed. */
typedef enum
{
  TH_STACKS_FOLDED    = 0,
  TH_STACKS_JSON      = 1 << 0,
  TH_STACKS_FUNCTIONS = 1 << 1  /* functions instead of call chains */
} ThStacksFlags;

/* Prints the merged trees of @event (NULL: all) by @weight (NULL: the first one of each tree).
 * Returns FALSE if there are none. */
gboolean th_stacks_print_difference (const ThCallDifference *difference,
                                     const char             *event,
                                     const char             *weight,
                                     ThStacksFlags           flags,
                                     ThTextOutput            *output);
/* Lists the trees as "skb:kfree_skb (samples), …"; NULL if there are none.  Free with g_free(). */
char    *th_stacks_list_difference  (const ThCallDifference *difference);

G_END_DECLS
