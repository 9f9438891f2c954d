/* th-txt-window.h - reads the lines of one event again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window belongs to one thread.  @line and @rest point into its buffer and are
 * valid until the next read.
 */
#pragma once

#include "th-txt-file.h"

G_BEGIN_DECLS

typedef struct
{
  ThTxtFile *file;
  char      *buffer;
  guint64    place;
  ThTxtLine  line;   /* the first line of the event */
  ThTxtPart  rest;   /* the further lines that belong to it */
} ThTxtWindow;

void     th_txt_window_init  (ThTxtWindow *self,
                              ThTxtFile   *file);
void     th_txt_window_clear (ThTxtWindow *self);
/* Reads the event whose first line begins at @place; FALSE if there is none. */
gboolean th_txt_window_read  (ThTxtWindow *self,
                              guint64      place);

G_END_DECLS
