/* th-recent-file.c - texts that describe a recent file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recent-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-date-text.h"
#include "th-display-text.h"

#define MAX_CHARS 40

/* Replaces the middle of a long text by an ellipsis.  The end of a path is more informative
 * than its start, so more of it is kept. */
static char *
shorten (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  glong head = MAX_CHARS / 3, tail = MAX_CHARS - head - 1;
  g_autofree char *begin = NULL;

  if (length <= MAX_CHARS)
    return g_strdup (text);

  begin = g_utf8_substring (text, 0, head);
  return g_strconcat (begin, "…", g_utf8_offset_to_pointer (text, length - tail), NULL);
}

static char *
relative_to_home (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize length = strlen (home);

  if (length > 1 && g_str_has_prefix (path, home) && (path[length] == '\0' || path[length] == '/'))
    return g_strconcat ("~", path + length, NULL);

  return g_strdup (path);
}

char *
th_recent_file_dup_folder (GFile *file)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_path (folder) : NULL;
  g_autofree char *name = NULL, *valid = NULL;

  if (path != NULL)
    name = relative_to_home (path);
  else
    name = folder != NULL ? g_file_get_uri (folder) : g_file_get_uri (file);

  valid = th_display_text_make_valid (name);
  return shorten (valid);
}

static GDateTime *
get_time (GFile *file)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr(GDateTime) time = info != NULL ? g_file_info_get_modification_date_time (info) : NULL;

  return time != NULL ? g_date_time_to_local (time) : NULL;
}

char *
th_recent_file_describe (GFile *file)
{
  g_autofree char *folder = th_recent_file_dup_folder (file), *date = NULL;
  g_autoptr(GDateTime) now = g_date_time_new_now_local (), time = NULL;

  /* A network share that does not respond must not block the window. */
  time = g_file_is_native (file) ? get_time (file) : NULL;
  if (time == NULL)
    return g_steal_pointer (&folder);

  date = th_date_text_new (time, now);
  return g_strconcat (folder, " · ", date, NULL);
}
