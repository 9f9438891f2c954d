/* th-print-compile.h - the compiler of print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-parse.h"
#include "th-print-program.h"

G_BEGIN_DECLS

/* Splits @format into pieces and assigns each its argument. */
ThParseResult th_program_compile (ThPool        *pool,
                                  const char    *format,
                                  ThNode *const *args,
                                  guint          n_args,
                                  ThProgram     *program,
                                  const char   **why);

G_END_DECLS
