/* th-compare-baseline.h - runs in a small file, so that recordings need not be kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A baseline holds all that a comparison keeps of one or more recordings, in some
 * bytes a sample.  It is a header of 16 bytes (a name, a version, the byte order) and
 * a GVariant behind it.  Whatever is in the file, reading it ends in runs or in an
 * error; it takes at most memory in proportion to the file.
 */
#pragma once

#include "th-compare-run.h"

G_BEGIN_DECLS

#define TH_COMPARE_BASELINE_ERROR (th_compare_baseline_error_quark ())

typedef enum
{
  TH_COMPARE_BASELINE_ERROR_FORMAT, /* damaged, or no baseline */
  TH_COMPARE_BASELINE_ERROR_VERSION /* of a version that is not known */
} ThCompareBaselineError;

GQuark     th_compare_baseline_error_quark (void);

/* Whether @path is a regular file that begins like a baseline. */
gboolean   th_compare_baseline_detect (const char    *path);

/* (element-type ThCompareRun), at least one.  NULL with @error, of G_FILE_ERROR too. */
GPtrArray *th_compare_baseline_load   (const char    *path,
                                       GError       **error);
/* The same of its content. */
GPtrArray *th_compare_baseline_parse  (const guint8  *data,
                                       gsize          size,
                                       GError       **error);
/* Writes the file as a whole or not at all. */
gboolean   th_compare_baseline_save   (GPtrArray     *runs,
                                       const char    *path,
                                       GError       **error);

G_END_DECLS
