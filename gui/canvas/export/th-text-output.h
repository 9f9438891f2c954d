/* th-text-output.h - writes large amounts of text, fast and safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Append to the text, then call th_text_output_check(), which writes once there is a megabyte.  All
 * text passes through th_printable_append(), so that it never controls a terminal.  One thread.
 */
#pragma once

#include "th-progress.h"

G_BEGIN_DECLS

/**
 * ThTextOutput:
 * @fd: the file to write; owned by the caller
 * @closed: the reader of a pipe has closed it
 * @error: errno of a write that failed, or 0
 * @progress: (nullable): once it is cancelled, writing stops; not owned
 */
typedef struct
{
  GString    *text;
  int         fd;
  gboolean    closed;
  int         error;
  ThProgress *progress;
} ThTextOutput;

void     th_text_output_init  (ThTextOutput *self,
                               int           fd);
/* FALSE if the caller should stop. */
gboolean th_text_output_flush (ThTextOutput *self);
/* Writes the rest and frees the text.  Returns the errno of the first write that failed, or 0. */
int      th_text_output_end   (ThTextOutput *self);
#define TH_TEXT_OUTPUT_SIZE (1 << 20)

static inline gboolean
th_text_output_check (ThTextOutput *self)
{
  return G_LIKELY (self->text->len < TH_TEXT_OUTPUT_SIZE) || th_text_output_flush (self);
}

G_END_DECLS
