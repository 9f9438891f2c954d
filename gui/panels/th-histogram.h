/* th-histogram.h - a histogram of a measure with a logarithmic axis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_HISTOGRAM_BINS 96

/* A measure and its summary.  @bins counts samples; the upper bound of each bin is @factor
 * times that of the one before. */
typedef struct
{
  ThResults *results;
  ThMeasure *measure;
  ThSummary  summary;
  guint32    bins[TH_HISTOGRAM_BINS];
  double     factor;
} ThMeasureFacts;

#define TH_TYPE_HISTOGRAM (th_histogram_get_type ())
G_DECLARE_FINAL_TYPE (ThHistogram, th_histogram, TH, HISTOGRAM, GtkWidget)

/* Copies @facts, but does not use its results and its measure. */
void  th_histogram_set          (ThHistogram          *self,
                                 ThDocument           *document,
                                 const ThMeasureFacts *facts);
/* Formats a value of a measure.  Free with g_free(). */
char *th_histogram_format_value (ThDocument           *document,
                                 ThUnit                unit,
                                 gint64                value);

G_END_DECLS
