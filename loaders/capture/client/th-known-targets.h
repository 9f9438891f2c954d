/* th-known-targets.h - the targets that were used, with their last settings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Kept in thresher/targets.ini in the user's state directory, without secrets, since a target has
 * none.  A file that is too large is ignored, as is an entry that is not a target.  The file is a
 * few KiB, and is read and written synchronously; for the main thread.
 */
#pragma once

#include "th-target.h"

G_BEGIN_DECLS

#define TH_KNOWN_TARGETS_MAX 50

/**
 * ThKnownTarget:
 * @name: what the user calls it, or the name of the target
 * @settings: the arguments of `thresh record` without the target, as a shell reads them;
 *   "" if there are none
 * @used: when it was last used, in seconds since 1970
 */
typedef struct
{
  ThTarget *target;
  char     *name;
  char     *settings;
  gint64    used;
} ThKnownTarget;

/* (element-type ThKnownTarget): the last used first. */
GPtrArray *th_known_targets_list   (void);
/* Stores it as used now; @name and @settings may be NULL, which keeps what was stored. */
gboolean   th_known_targets_store  (ThTarget    *target,
                                    const char  *name,
                                    const char  *settings,
                                    GError     **error);
gboolean   th_known_targets_forget (ThTarget    *target,
                                    GError     **error);

G_END_DECLS
