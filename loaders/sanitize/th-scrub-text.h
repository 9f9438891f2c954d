/* th-scrub-text.h - finds personal data in texts, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text is bytes: it may have NULs, and need not be UTF-8.  Its length never changes.  Whether
 * names are found or overwritten is up to the ThRenames.
 */
#pragma once

#include "th-renames.h"

G_BEGIN_DECLS

typedef enum
{
  TH_SCRUB_ADDRESSES = 1 << 0,
  TH_SCRUB_PATHS     = 1 << 1, /* also http://host/path and user@host */
  TH_SCRUB_NAMES     = 1 << 2, /* whole words that were found elsewhere */
  TH_SCRUB_ALL       = TH_SCRUB_ADDRESSES | TH_SCRUB_PATHS | TH_SCRUB_NAMES
} ThScrubFlags;

/* Any text. */
void th_scrub_text    (ThRenames    *renames,
                       ThScrubFlags  flags,
                       char         *text,
                       gsize         size);
/* A text that is a path as a whole, also a relative one. */
void th_scrub_path    (ThRenames    *renames,
                       char         *path,
                       gsize         size);
/* A command line: all its words but the options. */
void th_scrub_command (ThRenames    *renames,
                       char         *command,
                       gsize         size);
/* The name of a machine, in which a dot separates names. */
void th_scrub_host    (ThRenames    *renames,
                       char         *host,
                       gsize         size);
/* The release of a kernel: "6.1.0-56-amd64". */
void th_scrub_release (ThRenames    *renames,
                       char         *release,
                       gsize         size);

G_END_DECLS
