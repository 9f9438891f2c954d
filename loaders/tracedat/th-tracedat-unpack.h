/* th-tracedat-unpack.h - unpacks compressed sections and pages of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_TD_NONE,
  TH_TD_ZLIB,
  TH_TD_ZSTD,
  TH_TD_UNKNOWN
} ThTdCompression;

/* An unpacker, for one thread. */
typedef struct _ThTdUnpacker ThTdUnpacker;

ThTdUnpacker *th_td_unpacker_new  (ThTdCompression  compression);
void          th_td_unpacker_free (ThTdUnpacker    *self);
/* Returns the number of unpacked bytes, at most @raw_size; -1 if they are damaged. */
gssize        th_td_unpacker_run  (ThTdUnpacker    *self,
                                   const guint8    *packed,
                                   gsize            packed_size,
                                   guint8          *raw,
                                   gsize            raw_size);
/* Unpacks only the first @size bytes; FALSE if they are damaged. */
gboolean      th_td_unpacker_peek (ThTdUnpacker    *self,
                                   const guint8    *packed,
                                   gsize            packed_size,
                                   guint8          *raw,
                                   gsize            size);
/* Makes room for @size bytes in @buffer, whose contents may be lost.  FALSE if there is not
 * enough memory. */
gboolean      th_td_reserve       (guint8         **buffer,
                                   gsize           *capacity,
                                   gsize            size);

G_END_DECLS
