/* th-compare-place.h - the place of a flow among those of its class, also in another recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two flows of different recordings are alike if they belong to the same class of the
 * measure of whole flows (th-compare-run.h) and have the same quantile there.
 *
 * Both functions take time proportional to the number of flows.  They may be called by any
 * thread, once the recording is loaded and the analyses are finished.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/**
 * ThComparePlace:
 * @analysis, @measure, @name: the class, as in ThCompareClass
 * @quantile: the share of the samples of the class that are smaller, from 0 to 1; equal
 *   ones count half
 */
typedef struct
{
  char  *analysis;
  char  *measure;
  char  *name;
  double quantile;
} ThComparePlace;

/* The place of flow @row of @results, which are among @all (element-type ThResults), the
 * results of @recording.  A flow that is not compared itself (warm-up, lost events) has a
 * place, too.  NULL if it has no class, or if its class has no samples. */
ThComparePlace *th_compare_place_new  (ThRecording          *recording,
                                       GPtrArray            *all,
                                       ThResults            *results,
                                       guint32               row);
void            th_compare_place_free (ThComparePlace       *self);
/* Finds the flow at this place in @recording: the one whose rank is closest, the earliest
 * of several equal ones.  FALSE if the class is missing there.  *@results is owned by
 * @all. */
gboolean        th_compare_place_find (const ThComparePlace *self,
                                       ThRecording          *recording,
                                       GPtrArray            *all,
                                       ThResults           **results,
                                       guint32              *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThComparePlace, th_compare_place_free)

G_END_DECLS
