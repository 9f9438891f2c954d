/* th-compare-private.h - how runs are made: what the files of this room share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-run.h"

G_BEGIN_DECLS

struct _ThCompareRun
{
  gint            ref_count; /* atomic */
  char           *name;
  ThCompareMaking making;
  GPtrArray      *classes;   /* of ThCompareClass */
  GArray         *tables;    /* of ThCompareCount */
  GArray         *events;    /* of ThCompareCount */
};

/* An empty one, called @name. */
ThCompareRun   *th_compare_run_new         (const char      *name);
/* All is there: brings what it has into order and computes what follows from it. */
void            th_compare_run_seal        (ThCompareRun    *self);

/* Empty texts, no samples. */
ThCompareClass *th_compare_class_new       (void);
void            th_compare_class_free      (ThCompareClass  *self);
/* Computes what follows from the values. */
void            th_compare_class_seal      (ThCompareClass  *self);
gboolean        th_compare_class_equal     (const ThCompareClass *a,
                                            const ThCompareClass *b);

/* Takes @id. */
void            th_compare_counts_add      (GArray          *counts,
                                            char            *id,
                                            guint64          count);
void            th_compare_part_clear      (ThComparePart   *part);

G_END_DECLS
