/* th-compare-baseline.h - saves and loads runs, so that recordings need not be kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A baseline holds everything that a comparison keeps of one or more recordings, in a
 * few bytes per sample.  It is a header of 16 bytes (a name, a version, the byte order)
 * followed by a GVariant.  Parsing is safe for any input: it returns runs or an error,
 * and the memory that it needs is proportional to the size of the file.
 */
#pragma once

#include "th-compare-run.h"

G_BEGIN_DECLS

#define TH_COMPARE_BASELINE_ERROR (th_compare_baseline_error_quark ())

typedef enum
{
  TH_COMPARE_BASELINE_ERROR_FORMAT, /* damaged, or not a baseline */
  TH_COMPARE_BASELINE_ERROR_VERSION /* an unknown version */
} ThCompareBaselineError;

GQuark     th_compare_baseline_error_quark (void);

/* Whether @path is a regular file that starts with the header of a baseline. */
gboolean   th_compare_baseline_detect (const char    *path);

/* Returns (element-type ThCompareRun): at least one run, owned by the caller; NULL with
 * @error set, which may also be a G_FILE_ERROR. */
GPtrArray *th_compare_baseline_load   (const char    *path,
                                       GError       **error);
/* Like th_compare_baseline_load(), from the contents of the file. */
GPtrArray *th_compare_baseline_parse  (const guint8  *data,
                                       gsize          size,
                                       GError       **error);
/* Writes the file atomically. */
gboolean   th_compare_baseline_save   (GPtrArray     *runs,
                                       const char    *path,
                                       GError       **error);

G_END_DECLS
