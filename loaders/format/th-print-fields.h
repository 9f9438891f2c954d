/* th-print-fields.h - a record as name=value, with or without its print format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-values.h"

G_BEGIN_DECLS

/* Prints " name=value …", like libtraceevent without a print format. */
void th_run_fields (ThRun               *self,
                    const ThEventFormat *event,
                    gboolean             failed);

G_END_DECLS
