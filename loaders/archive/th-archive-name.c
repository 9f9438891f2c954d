/* th-archive-name.c - checks the names of the members of an archive
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-archive-name.h"

#include <string.h>

#include "th-note-file.h"
#include "th-shared-session.h"

G_DEFINE_QUARK (th-archive-error-quark, th_archive_error)

const char *const th_archive_folders[TH_ARCHIVE_N_KINDS] = {
  [TH_ARCHIVE_NOTES] = "notes",
  [TH_ARCHIVE_SESSION] = "sessions",
  [TH_ARCHIVE_RECORDING] = "recordings",
};

static gboolean
is_plain (const char *name)
{
  if (*name == '\0' || *name == '.' || strlen (name) > TH_ARCHIVE_MAX_NAME ||
      strchr (name, '/') != NULL || !g_utf8_validate (name, -1, NULL))
    return FALSE;

  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      return FALSE;

  return TRUE;
}

gboolean
th_archive_name_is_good (ThArchiveKind kind,
                         const char   *name)
{
  switch (kind)
    {
    case TH_ARCHIVE_MANIFEST:
      return strcmp (name, TH_REVIEW_MANIFEST) == 0;
    case TH_ARCHIVE_ATTRIBUTES:
      return strcmp (name, ".gitattributes") == 0;
    case TH_ARCHIVE_NOTES:
      return is_plain (name) && g_str_has_suffix (name, TH_NOTE_FILE_SUFFIX);
    case TH_ARCHIVE_SESSION:
      return is_plain (name) && g_str_has_suffix (name, TH_SHARED_SESSION_SUFFIX);
    case TH_ARCHIVE_RECORDING:
      return is_plain (name);
    case TH_ARCHIVE_N_KINDS:
    default:
      return FALSE;
    }
}

/* Whether a part of @path is "..". */
static gboolean
leads_up (const char *path)
{
  g_auto(GStrv) parts = g_strsplit (path, "/", -1);

  return g_strv_contains ((const char *const *) parts, "..");
}

/* Takes the first part, without its "/", off *@path. */
static char *
take_part (const char **path)
{
  gsize n = strcspn (*path, "/");
  char *part = g_strndup (*path, n);

  *path += n;
  *path += strspn (*path, "/");
  return part;
}

/* Whether the folder of a kind is @folder; NULL is the top one. */
static ThArchiveKind
find_kind (const char *folder,
           const char *name)
{
  for (ThArchiveKind kind = 0; kind < TH_ARCHIVE_N_KINDS; kind++)
    if (g_strcmp0 (th_archive_folders[kind], folder) == 0 && th_archive_name_is_good (kind, name))
      return kind;

  return TH_ARCHIVE_N_KINDS;
}

ThArchivePath
th_archive_path_read (const char     *path,
                      char          **top,
                      ThArchiveKind  *kind,
                      const char    **name)
{
  g_autofree char *first = NULL, *folder = NULL;

  if (*path == '/' || leads_up (path))
    return TH_ARCHIVE_PATH_REFUSED;

  while (g_str_has_prefix (path, "./"))
    path += 2;
  first = take_part (&path);
  if (*top == NULL)
    *top = g_strdup (first);
  else if (strcmp (*top, first) != 0)
    return TH_ARCHIVE_PATH_REFUSED;

  if (strchr (path, '/') != NULL)
    folder = take_part (&path);
  *name = path;
  *kind = find_kind (folder, path);
  return *kind != TH_ARCHIVE_N_KINDS ? TH_ARCHIVE_PATH_FILE : TH_ARCHIVE_PATH_OTHER;
}
