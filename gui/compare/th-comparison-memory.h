/* th-comparison-memory.h - how a comparison was looked at, kept for the next time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file thresher/comparisons.ini in g_get_user_state_dir() has a group for each of the
 * last 50 comparisons, identified by the paths of their recordings.  Sessions of recordings
 * are kept elsewhere (th-session-store.h); like these, it is off until the program enables
 * that store.
 *
 * Main thread; the file is small.
 */
#pragma once

#include "th-comparison-sides.h"

G_BEGIN_DECLS

/**
 * ThComparisonMemory:
 * @mode: a ThAlignMode
 * @filter: of TH_ALIGN_BY_MATCH
 * @offset: B - A, of TH_ALIGN_BY_HAND
 * @linked: whether the sides are linked
 * @side_by_side: whether B is shown beside A
 * @runs: which run of each side is shown
 * @row: names the selected row: "packets/packet.reader/eth0:rx:wget/0"; or %NULL
 */
typedef struct
{
  guint     mode;
  char     *filter;
  gint64    offset;
  gboolean  linked;
  gboolean  side_by_side;
  guint     runs[2];
  char     *row;
} ThComparisonMemory;

/* NULL if nothing is kept of this comparison.  Numbers that are out of range are not
 * returned. */
ThComparisonMemory *th_comparison_memory_load (const ThComparisonSides  *sides);
/* Replaces what is kept.  A failure is ignored: nothing depends on it. */
void                th_comparison_memory_save (const ThComparisonMemory *self,
                                               const ThComparisonSides  *sides);
void                th_comparison_memory_free (ThComparisonMemory       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThComparisonMemory, th_comparison_memory_free)

G_END_DECLS
