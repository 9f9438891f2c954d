/* th-recent.c - the desktop's list of files that were used
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recent.h"

void
th_recent_add (GFile      *file,
               const char *type)
{
  g_autofree char *uri = g_file_get_uri (file);
  char *groups[] = { (char *) "thresher", NULL };
  GtkRecentData data = {
    .mime_type = (char *) type,
    .app_name = (char *) "Thresher",
    .app_exec = (char *) "thresher %f",
    .groups = groups,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}
