/* th-histogram.h - the samples of a measure over a logarithmic axis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_HISTOGRAM_BINS 96

/* Of one measure: all that is shown of it. */
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

/* @facts is copied; what it names is not looked at later. */
void  th_histogram_set          (ThHistogram          *self,
                                 ThDocument           *document,
                                 const ThMeasureFacts *facts);
/* Free with g_free(). */
char *th_histogram_format_value (ThDocument           *document,
                                 ThUnit                unit,
                                 gint64                value);

G_END_DECLS
