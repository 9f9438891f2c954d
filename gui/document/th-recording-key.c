/* th-recording-key.c - the keys by which recordings are identified
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-key.h"

#include <glib/gi18n-lib.h>

#include "th-session-key.h"

static gboolean
read_pieces (GFileInputStream *stream,
             guint64           size,
             GByteArray       *bytes,
             GCancellable     *cancellable)
{
  ThSessionPiece pieces[TH_SESSION_MAX_PIECES];
  guint n = th_session_list_pieces (size, pieces);

  for (guint i = 0; i < n; i++)
    {
      guint begin = bytes->len;
      gsize length;

      g_byte_array_set_size (bytes, begin + pieces[i].length);
      if (!g_seekable_seek (G_SEEKABLE (stream), (goffset) pieces[i].offset, G_SEEK_SET,
                            cancellable, NULL) ||
          !g_input_stream_read_all (G_INPUT_STREAM (stream), bytes->data + begin, pieces[i].length,
                                    &length, cancellable, NULL) ||
          length != pieces[i].length)
        return FALSE;
    }

  return TRUE;
}

char *
th_recording_key_make (GFile        *file,
                       GCancellable *cancellable)
{
  g_autoptr(GFileInfo) info =
    g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                       G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  g_autoptr(GFileInputStream) stream = NULL;
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  guint64 size;

  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR ||
      !g_file_is_native (file))
    return NULL;

  size = (guint64) g_file_info_get_size (info);
  stream = size > 0 ? g_file_read (file, cancellable, NULL) : NULL;
  if (stream == NULL || !read_pieces (stream, size, bytes, cancellable))
    return NULL;

  return th_session_make_key (size, bytes->data, bytes->len);
}

static void
add_line (GString    *lines,
          const char *line)
{
  if (lines->len > 0)
    g_string_append_c (lines, '\n');
  g_string_append (lines, line);
}

/* What the session says of some recordings is damaged, so they have no names. */
static void
add_unusable (GString *lines,
              guint    n)
{
  g_autofree char *line = NULL;

  if (n == 0)
    return;
  line = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u recording was on this timeline, but was left out: what "
                                       "the session says of it is damaged. Append it again.",
                                       "%u recordings were on this timeline, but were left out: "
                                       "what the session says of them is damaged. Append them "
                                       "again.", n), n);
  add_line (lines, line);
}

char *
th_recording_key_check_appended (ThSession    *session,
                                 GCancellable *cancellable)
{
  GArray *all = session->appended;
  g_autoptr(GString) missing = g_string_new (NULL);

  add_unusable (missing, session->n_unusable);
  for (guint i = 0; i < all->len; i++)
    {
      const ThSessionAppended *appended = &g_array_index (all, ThSessionAppended, i);
      g_autoptr(GFile) file = g_file_new_for_uri (appended->uri);
      g_autofree char *key = th_recording_key_make (file, cancellable);
      g_autofree char *name = g_file_get_parse_name (file), *line = NULL;

      if (g_strcmp0 (key, appended->key) == 0)
        continue;
      /* Translators: %s is a file */
      line = g_strdup_printf (key == NULL ? _("%s was on this timeline but is missing now. If it "
                                              "was moved, append it from its new location.")
                                          : _("%s was on this timeline but has changed since, so "
                                              "it was left out. Append it again if you want the "
                                              "new version."), name);
      add_line (missing, line);
      th_session_drop_appended (session, i--);
    }
  return missing->len > 0 ? g_string_free (g_steal_pointer (&missing), FALSE) : NULL;
}
