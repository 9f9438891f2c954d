/* th-print-strings.h - what %s prints: texts, flags, masks, dumps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-program.h"
#include "th-print-values.h"

G_BEGIN_DECLS

void th_run_string (ThRun         *self,
                    const ThPiece *piece,
                    const ThNode  *node,
                    int            star);

G_END_DECLS
