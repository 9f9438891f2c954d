/* th-txt-lines.h - reads the lines of a text in sequence
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
  guint64  place;    /* offset of the buffer's first byte */
  gboolean at_end;
  gboolean starved;  /* there is no complete line, but more may come */
  gboolean skipping; /* skipping the rest of a line that is too long */
} ThTxtLines;

void       th_txt_lines_init   (ThTxtLines      *self,
                                ThBytes         *bytes);
void       th_txt_lines_clear  (ThTxtLines      *self);
/* The next line without its newline; *@whole: whether it had one.  Truncates a line that is
 * too long.  FALSE at the end, and if starved. */
gboolean   th_txt_lines_next   (ThTxtLines      *self,
                                ThTxtPart       *line,
                                guint64         *place,
                                gboolean        *whole);
/* Waits for more input, for a limited time; afterwards it is not starved. */
void       th_txt_lines_wait   (ThTxtLines      *self);

G_END_DECLS
