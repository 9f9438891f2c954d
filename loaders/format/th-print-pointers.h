/* th-print-pointers.h - what %p and its extensions print
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-program.h"
#include "th-print-values.h"

G_BEGIN_DECLS

void th_run_pointer (ThRun         *self,
                     const ThPiece *piece,
                     int            star);

G_END_DECLS
