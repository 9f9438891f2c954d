/* th-sample-codec.h - numbers in as few bytes as they need
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Seven bits a byte, the lowest first; the eighth says that more follow.  Pure
 * functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Each by itself; small numbers of both signs are short. */
void     th_sample_codec_put      (GByteArray    *bytes,
                                   const gint64  *values,
                                   gsize          n);
/* Ascending numbers, each by what it is more than the one before. */
void     th_sample_codec_put_ascending (GByteArray *bytes,
                                   const gint64  *values,
                                   gsize          n);
/* Exactly @n numbers out of exactly @size bytes; FALSE if they are not that. */
gboolean th_sample_codec_get      (const guint8  *bytes,
                                   gsize          size,
                                   gint64        *values,
                                   gsize          n);
/* The same; FALSE also if they do not ascend. */
gboolean th_sample_codec_get_ascending (const guint8 *bytes,
                                   gsize          size,
                                   gint64        *values,
                                   gsize          n);

G_END_DECLS
