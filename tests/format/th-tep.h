/* th-tep.h - libtraceevent, kept at arm's length
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It trusts the formats and records that it is given.  What reaches it was read by our own
 * parser before, and a record is handed over as a copy with room and NULs behind it.  Its
 * parser keeps state in static variables: one thread only.
 */
#pragma once

#include "th-format.h"

G_BEGIN_DECLS

typedef struct _ThTep ThTep;

ThTep *th_tep_new   (ThFormats       *formats);
void   th_tep_free  (ThTep           *self);
/* Appends libtraceevent's text of a record of the event @id.  What it does not take, or
 * would not survive, is printed raw, in its words. */
void   th_tep_print (ThTep           *self,
                     guint            id,
                     const ThPayload *payload,
                     GString         *text);

G_END_DECLS
