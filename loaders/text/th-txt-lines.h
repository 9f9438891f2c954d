/* th-txt-lines.h - the lines of a text, one after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-bytes.h"
#include "th-txt-token.h"

G_BEGIN_DECLS

typedef struct
{
  ThBytes *bytes;
  char    *buffer;
  gsize    from;
  gsize    to;
  guint64  place;    /* of the buffer's first byte */
  gboolean at_end;
  gboolean starved;  /* no whole line is there, but more may come */
  gboolean skipping; /* the rest of a line that does not fit */
} ThTxtLines;

void       th_txt_lines_init   (ThTxtLines      *self,
                                ThBytes         *bytes);
void       th_txt_lines_clear  (ThTxtLines      *self);
/* The next line without its end; *@whole: it had one.  A line too long is cut.
 * FALSE at the end, and when starved. */
gboolean   th_txt_lines_next   (ThTxtLines      *self,
                                ThTxtPart       *line,
                                guint64         *place,
                                gboolean        *whole);
/* Starved no longer, after some time or when more has come. */
void       th_txt_lines_wait   (ThTxtLines      *self);

G_END_DECLS
