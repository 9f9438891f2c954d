/* th-tep.h - calls libtraceevent safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libtraceevent trusts the formats and records that it is given.  So a format is first read by our
 * own parser, and a record is passed as a copy followed by room and NULs.  Its parser keeps state
 * in static variables: one thread only.
 */
#pragma once

#include "th-format.h"

G_BEGIN_DECLS

typedef struct _ThTep ThTep;

ThTep *th_tep_new   (ThFormats       *formats);
void   th_tep_free  (ThTep           *self);
/* Appends libtraceevent's text of a record of the event @id.  A record that it refuses, or that
 * would crash it, is printed raw, in its notation. */
void   th_tep_print (ThTep           *self,
                     guint            id,
                     const ThPayload *payload,
                     GString         *text);

G_END_DECLS
