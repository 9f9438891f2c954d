/* th-print-output.h - numbers and text appended to a string, as printf() does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <string.h>
#include "th-print-program.h"

G_BEGIN_DECLS

/* Bounds on what a stranger's format may ask for. */
#define TH_FORMAT_MAX_OUTPUT  (64 << 10)

/* Appends to a GString without asking it for every byte. */
typedef struct
{
  GString *text;
  gsize    start;
  char    *next;
  char    *end;
  gboolean full; /* what came last did not fit */
} ThOutput;

void th_output_begin     (ThOutput   *self,
                          GString    *text);
/* Makes what was appended valid UTF-8. */
void th_output_end       (ThOutput   *self);
/* Room for @size more bytes; FALSE past what one record may print. */
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
/* As printf() does; @star is what stood for a `*`. */
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
