/* th-target-list.h - the machines on which recordings can be made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-target-link.h"

G_BEGIN_DECLS

/* A list of ThTargetLink: this computer, then the known targets, the last used first. */
GListStore *th_target_list_new (void);
/* Adds @target unless the list has it already; returns its position. */
guint       th_target_list_add (GListStore *list,
                                ThTarget   *target);
/* Removes the target of that text from the list and from the known targets.  FALSE if it is not in
 * the list, or is still known because the file could not be written. */
gboolean    th_target_list_forget (GListStore  *list,
                                   const char  *target,
                                   GError     **error);

G_END_DECLS
