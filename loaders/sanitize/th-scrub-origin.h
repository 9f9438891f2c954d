/* th-scrub-origin.h - finds personal data in how a recording was made, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-origin.h"
#include "th-renames.h"

G_BEGIN_DECLS

/* Hosts, users, processes and paths in the target, the command line and the filters.  Lengths do
 * not change, but the key of the original of a cut is removed; what says which events were recorded
 * stays. */
void th_scrub_origin (ThRenames *renames,
                      ThOrigin  *origin);

G_END_DECLS
