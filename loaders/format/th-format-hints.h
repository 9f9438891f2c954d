/* th-format-hints.h - the public fields of an event, with hints on how to show them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-event-format.h"

G_BEGIN_DECLS

/* Fills the table of @event.  The meaning of fields is derived from the print format. */
void th_format_make_table (ThEventFormat *event,
                           guint          long_size);

G_END_DECLS
