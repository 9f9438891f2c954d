/* th-cli-output.h - much text to standard output, quickly and safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Append to the text, then call th_cli_output_check(), which writes once a
 * megabyte has come together.  A reader that went away (`head`) is no error:
 * the rest is not wanted, so writing quietly stops.
 */
#pragma once

#include "th-commands.h"

G_BEGIN_DECLS

typedef struct
{
  GString *text;
  int      fd;
  gboolean closed; /* nobody reads any more */
  int      error;  /* errno of a write that failed, or 0 */
} ThCliOutput;

/* Nothing that steers a terminal leaves through what follows; call this first, then
 * that holds for g_print() and g_printerr(), too. */
void     th_cli_output_guard (void);

void     th_cli_output_init  (ThCliOutput *self);

/* FALSE if there is no point in going on. */
gboolean th_cli_output_flush (ThCliOutput *self);

/* Writes what is left and tells what went wrong.  TH_EXIT_WHOLE or _REFUSED. */
ThExit   th_cli_output_end   (ThCliOutput *self);

#define TH_CLI_OUTPUT_SIZE (1 << 20)

static inline gboolean
th_cli_output_check (ThCliOutput *self)
{
  return G_LIKELY (self->text->len < TH_CLI_OUTPUT_SIZE) || th_cli_output_flush (self);
}

G_END_DECLS
