/* th-comparison-memory.h - saves the view settings of comparisons for the next time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file thresher/comparisons.ini in g_get_user_state_dir() has a group for each of the last
 * 50 comparisons, identified by the paths of their recordings.  Sessions of recordings are saved
 * elsewhere (th-session-store.h); like them, comparisons are not saved until the program enables
 * that store.
 *
 * Main thread; the file is small enough to be read and written there.
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
 * @runs: the run of each side that is shown
 * @row: the name of the selected row, "packets/packet.reader/eth0:rx:wget/0"; or %NULL
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

/* Loads the settings of a comparison; NULL if none are saved.  Numbers out of range are replaced
 * by defaults. */
ThComparisonMemory *th_comparison_memory_load (const ThComparisonSides  *sides);
/* Replaces the saved settings.  A failure is ignored, because nothing depends on them. */
void                th_comparison_memory_save (const ThComparisonMemory *self,
                                               const ThComparisonSides  *sides);
void                th_comparison_memory_free (ThComparisonMemory       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThComparisonMemory, th_comparison_memory_free)

G_END_DECLS
