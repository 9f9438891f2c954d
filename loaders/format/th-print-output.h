/* th-print-output.h - appends numbers and text to a string, like printf()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <string.h>
#include "th-print-program.h"

G_BEGIN_DECLS

/* Limits for untrusted formats. */
#define TH_FORMAT_MAX_OUTPUT  (64 << 10)

/* Appends to a GString without a call for every byte. */
typedef struct
{
  GString *text;
  gsize    start;
  char    *next;
  char    *end;
  gboolean full; /* whether output did not fit */
} ThOutput;

void th_output_begin     (ThOutput   *self,
                          GString    *text);
/* Makes the appended text valid UTF-8. */
void th_output_end       (ThOutput   *self);
/* Makes room for @size more bytes; FALSE beyond the limit of one record. */
gboolean th_output_grow_slow (ThOutput   *self,
                              gsize       size);

static inline gboolean
th_output_grow (ThOutput *self,
                gsize     size)
{
  return G_LIKELY (size <= (gsize) (self->end - self->next)) || th_output_grow_slow (self, size);
}

static inline void
th_output_bytes (ThOutput   *self,
                 const void *bytes,
                 gsize       size)
{
  if (!th_output_grow (self, size))
    return;
  memcpy (self->next, bytes, size);
  self->next += size;
}

void th_output_string    (ThOutput   *self,
                          const char *string);
void th_output_char      (ThOutput   *self,
                          char        c);
void th_output_decimal   (ThOutput   *self,
                          guint64     value);
void th_output_hex       (ThOutput   *self,
                          guint64     value);
void th_output_hex_byte  (ThOutput   *self,
                          guint8      value,
                          gboolean    upper);
/* Formats like printf(); @star is the value of a `*`. */
void th_output_number    (ThOutput      *self,
                          const ThPiece *piece,
                          gint64         value,
                          int            star);
void th_output_text      (ThOutput      *self,
                          const ThPiece *piece,
                          const char    *bytes,
                          gsize          size,
                          int            star);

G_END_DECLS
