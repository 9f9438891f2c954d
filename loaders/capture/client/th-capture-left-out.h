/* th-capture-left-out.h - the events that an agent could not record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The events that the dictionary of TH_WIRE_CONFIGURED calls missing or refused, by name
 * ("system:event"), each with why: the kernel's words, or "" for a missing one.  An event whose
 * filter is refused is not recorded either.  The strings belong to the table. */
GHashTable *th_capture_list_left_out (GVariant *configured);

G_END_DECLS
