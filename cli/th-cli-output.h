/* th-cli-output.h - writes large amounts of text to standard output, fast and safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Append to the text, then call th_cli_output_check(), which writes once there is a
 * megabyte.  A reader that closed the pipe (`head`) is not an error: writing stops
 * silently.
 */
#pragma once

#include "th-commands.h"

G_BEGIN_DECLS

typedef struct
{
  GString *text;
  int      fd;
  gboolean closed; /* the reader has closed the pipe */
  int      error;  /* errno of a failed write, or 0 */
} ThCliOutput;

/* The functions below never print terminal control sequences; after this call, neither do
 * g_print() and g_printerr(). */
void     th_cli_output_guard (void);

void     th_cli_output_init  (ThCliOutput *self);

/* FALSE if the command should stop. */
gboolean th_cli_output_flush (ThCliOutput *self);

/* Writes the rest and reports errors.  Returns TH_EXIT_WHOLE or TH_EXIT_REFUSED. */
ThExit   th_cli_output_end   (ThCliOutput *self);

#define TH_CLI_OUTPUT_SIZE (1 << 20)

static inline gboolean
th_cli_output_check (ThCliOutput *self)
{
  return G_LIKELY (self->text->len < TH_CLI_OUTPUT_SIZE) || th_cli_output_flush (self);
}

G_END_DECLS
