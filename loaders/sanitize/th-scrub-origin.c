/* th-scrub-origin.c - finds personal data in how a recording was made, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scrub-origin.h"

#include <string.h>

#include "th-scrub-text.h"

static void
scrub_line (ThRenames *renames,
            char      *line)
{
  if (line != NULL)
    th_scrub_text (renames, TH_SCRUB_ALL, line, strlen (line));
}

/* "ssh://root@web-3:22", "root@web-3", "web-3", or a path. */
static void
scrub_target (ThRenames *renames,
              char      *target)
{
  char *scheme = target != NULL ? strstr (target, "://") : NULL, *at, *host;

  if (target == NULL)
    return;

  host = scheme != NULL ? scheme + 3 : target;
  at = strchr (host, '@');
  if (at != NULL)
    {
      th_renames_name (renames, TH_PERSONAL_USERS, host, (gsize) (at - host));
      host = at + 1;
    }
  th_scrub_text (renames, TH_SCRUB_ADDRESSES | TH_SCRUB_PATHS, host, strlen (host));
  if (*host != '/' && !g_ascii_isdigit (*host) && *host != '[')
    th_scrub_host (renames, host, strcspn (host, ":/"));
}

/* A process is named by its number or its name. */
static void
scrub_processes (ThRenames  *renames,
                 char      **processes)
{
  for (guint i = 0; processes[i] != NULL; i++)
    if (strspn (processes[i], "0123456789") != strlen (processes[i]))
      th_renames_name (renames, TH_PERSONAL_TASKS, processes[i], strlen (processes[i]));
}

/* The command line is last, as it repeats names of the others. */
void
th_scrub_origin (ThRenames *renames,
                 ThOrigin  *origin)
{
  /* With this key, anybody who has the original could tell that this is a part of it. */
  g_clear_pointer (&origin->cut_of, g_free);
  if (origin->host != NULL)
    th_scrub_host (renames, origin->host, strlen (origin->host));
  scrub_target (renames, origin->target);
  scrub_processes (renames, origin->processes);
  for (guint i = 0; i < origin->events->len; i++)
    scrub_line (renames, ((ThOriginEvent *) g_ptr_array_index (origin->events, i))->filter);
  scrub_line (renames, origin->command);
}
