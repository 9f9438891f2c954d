/* th-print-run.h - prints one record, piece by piece
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-program.h"
#include "th-print-values.h"

G_BEGIN_DECLS

void th_run_program (ThRun           *self,
                     const ThProgram *program);
void th_run_piece   (ThRun           *self,
                     const ThPiece   *piece);

G_END_DECLS
