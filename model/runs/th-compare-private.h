/* th-compare-private.h - functions to build runs and their classes
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
  GArray         *counters;  /* of ThCompareCount */
  double          counter_seconds; /* 0 if the counters are not known */
};

/* A run called @name without classes and counts. */
ThCompareRun   *th_compare_run_new         (const char      *name);
/* Sorts the classes and computes what is derived from their samples; call it once, when
 * all classes have been added. */
void            th_compare_run_finalize    (ThCompareRun    *self);

/* A class without samples; its strings are NULL. */
ThCompareClass *th_compare_class_new       (void);
void            th_compare_class_free      (ThCompareClass  *self);
/* Computes the fields that are derived from the values. */
void            th_compare_class_finalize  (ThCompareClass  *self);
gboolean        th_compare_class_equal     (const ThCompareClass *a,
                                            const ThCompareClass *b);

/* Takes ownership of the strings of @count. */
void            th_compare_counts_add      (GArray          *counts,
                                            const ThCompareCount *count);

G_END_DECLS
