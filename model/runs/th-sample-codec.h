/* th-sample-codec.h - numbers in as few bytes as they need
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Seven bits per byte, the lowest first; the eighth is set if more follow (LEB128).
 * Pure functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends each number by itself; those near 0, of either sign, are short. */
void     th_sample_codec_put      (GByteArray    *bytes,
                                   const gint64  *values,
                                   gsize          n);
/* Appends ascending numbers, each as the difference from the one before. */
void     th_sample_codec_put_ascending (GByteArray *bytes,
                                   const gint64  *values,
                                   gsize          n);
/* Decodes @n numbers; FALSE if @size bytes do not hold exactly that many. */
gboolean th_sample_codec_get      (const guint8  *bytes,
                                   gsize          size,
                                   gint64        *values,
                                   gsize          n);
/* Decodes ascending numbers; also FALSE if they do not ascend. */
gboolean th_sample_codec_get_ascending (const guint8 *bytes,
                                   gsize          size,
                                   gint64        *values,
                                   gsize          n);

G_END_DECLS
