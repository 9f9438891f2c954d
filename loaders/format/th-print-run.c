/* th-print-run.c - runs a program over a record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-print-output.h"
#include "th-print-pointers.h"
#include "th-print-program.h"
#include "th-print-run.h"
#include "th-print-strings.h"

void
th_run_piece (ThRun         *self,
              const ThPiece *piece)
{
  const ThNode *arg = piece->arg;
  int star = 0;

  if (G_UNLIKELY (piece->star != NULL))
    star = (int) th_run_eval (self, piece->star);

  switch ((ThPieceKind) piece->kind)
    {
    case TH_PIECE_TEXT:
      th_output_bytes (&self->out, piece->text, piece->length);
      break;

    case TH_PIECE_NUMBER:
      if (G_LIKELY (arg->type == TH_NODE_FIELD))
        th_output_number (&self->out, piece, (gint64) th_run_read (self, arg->offset, arg->size),
                          star);
      else
        th_output_number (&self->out, piece, (gint64) th_run_eval (self, arg), star);
      break;

    case TH_PIECE_POINTER:
      th_run_pointer (self, piece, star);
      break;

    case TH_PIECE_STRING:
      th_run_string (self, piece, arg, star);
      break;
    }
}

void
th_run_program (ThRun           *self,
                const ThProgram *program)
{
  for (guint i = 0; i < program->n_pieces && !self->out.full; i++)
    th_run_piece (self, &program->pieces[i]);
}
