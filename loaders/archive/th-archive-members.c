/* th-archive-members.c - lists what goes into the archive of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-archive-members.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-archive-name.h"
#include "th-hash.h"
#include "th-note-file.h"
#include "th-review-file.h"
#include "th-shared-session.h"

/* @places: the key of a recording → its ThReviewRecording in @manifest, which is the review as it
 * will be in the archive. */
typedef struct
{
  const ThReview   *review;
  const char       *scratch;
  guint             n_scratch;
  ThArchivePacking *packing;
  ThReview         *manifest;
  GHashTable       *places;
  GPtrArray        *members;
} List;

static void
member_free (gpointer data)
{
  ThArchiveMember *self = data;

  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

static void
list_clear (List *self)
{
  g_clear_pointer (&self->manifest, th_review_free);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->members, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (List, list_clear)

static char *
make_scratch (List *self)
{
  g_autofree char *name = g_strdup_printf ("%u", self->n_scratch++);

  return g_build_filename (self->scratch, name, NULL);
}

/* Adds a member, which may be replaced.  Returns it, or NULL if it was left out or after an error:
 * see *@replaced. */
static ThArchiveMember *
add_member (List              *self,
            ThArchiveKind      kind,
            const char        *name,
            const char        *path,
            ThArchiveReplaced *replaced,
            GError           **error)
{
  g_autofree char *replacement = make_scratch (self);
  ThArchiveReplace replace = self->packing->replace;
  ThArchiveMember *member;

  *replaced = replace != NULL ? replace (kind, path, replacement, self->packing->data, error)
                              : TH_ARCHIVE_KEPT;
  if (*replaced == TH_ARCHIVE_FAILED || *replaced == TH_ARCHIVE_LEFT_OUT)
    return NULL;

  member = g_new0 (ThArchiveMember, 1);
  member->kind = kind;
  member->name = g_strdup (name);
  member->path = g_strdup (*replaced == TH_ARCHIVE_KEPT ? path : replacement);
  g_ptr_array_add (self->members, member);
  return member;
}

/* Adds a file that was made here. */
static gboolean
add_text (List          *self,
          ThArchiveKind  kind,
          const char    *name,
          const char    *text,
          GError       **error)
{
  g_autofree char *path = make_scratch (self);
  ThArchiveReplaced replaced;

  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, error) &&
         add_member (self, kind, name, path, &replaced, error) != NULL;
}

/* --- recordings --------------------------------------------------------- */

static gboolean
is_taken (List       *self,
          const char *name)
{
  g_autofree char *path = g_strconcat ("recordings/", name, NULL);

  for (guint i = 0; i < self->manifest->recordings->len; i++)
    if (strcmp (((ThReviewRecording *) self->manifest->recordings->pdata[i])->path, path) == 0)
      return TRUE;

  return FALSE;
}

static char *
make_name (List                    *self,
           const ThReviewRecording *recording)
{
  g_autofree char *name = g_path_get_basename (recording->path);

  if (!th_archive_name_is_good (TH_ARCHIVE_RECORDING, name))
    return g_strdup_printf ("recording-%.16s", recording->key);

  return is_taken (self, name) ? g_strdup_printf ("%.16s-%s", recording->key, name)
                               : g_steal_pointer (&name);
}

static void
place (List                    *self,
       const ThReviewRecording *recording,
       const char              *name,
       const char              *key,
       const char              *cut_of)
{
  g_autofree char *path = g_strconcat (th_archive_folders[TH_ARCHIVE_RECORDING], "/", name, NULL);
  GPtrArray *placed = self->manifest->recordings;

  th_review_append (self->manifest, path, key, cut_of);
  g_hash_table_insert (self->places, recording->key, placed->pdata[placed->len - 1]);
}

static gboolean
add_recording (List                    *self,
               const ThReviewRecording *recording,
               GError                 **error)
{
  g_autofree char *path = th_review_dup_path (self->review, recording);
  g_autofree char *name = make_name (self, recording), *key = NULL;
  ThArchiveReplaced replaced = TH_ARCHIVE_LEFT_OUT;
  ThArchiveMember *member = NULL;

  if (th_review_check (self->review, recording) == TH_REVIEW_PRESENT)
    member = add_member (self, TH_ARCHIVE_RECORDING, name, path, &replaced, error);
  if (replaced == TH_ARCHIVE_LEFT_OUT)
    {
      g_ptr_array_add (self->packing->left_out, g_steal_pointer (&path));
      place (self, recording, name, recording->key, recording->cut_of);
      return TRUE;
    }
  if (member == NULL)
    return FALSE;
  key = replaced == TH_ARCHIVE_KEPT ? g_strdup (recording->key)
                                    : th_review_make_key (member->path, error);
  if (key == NULL)
    return FALSE;

  place (self, recording, name, key,
         replaced == TH_ARCHIVE_KEPT ? recording->cut_of
         : replaced == TH_ARCHIVE_CUT ? th_review_get_original (recording) : NULL);
  return TRUE;
}

/* --- sessions ----------------------------------------------------------- */

/* Where a recording of a session will be; @uri and @key are those of the session. */
static void
move (char    **uri,
      char    **key,
      gpointer  data)
{
  const List *self = data;
  const ThReviewRecording *placed = *key != NULL ? g_hash_table_lookup (self->places, *key) : NULL;
  g_autofree char *path = NULL;

  if (placed == NULL)
    return;

  path = g_build_filename (self->review->folder, placed->path, NULL);
  g_free (*uri);
  *uri = g_filename_to_uri (path, NULL, NULL);
  g_free (*key);
  *key = g_strdup (placed->key);
}

/* The session with the places of the archive; NULL if it is damaged. */
static char *
move_session (List       *self,
              const char *path)
{
  g_autofree char *text = NULL, *folder = g_path_get_dirname (path);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);
  g_autoptr(ThSharedSession) session = NULL;
  gsize length;

  text = th_review_read_file (path, TH_SHARED_SESSION_MAX_BYTES, &length, NULL);
  if (text != NULL)
    session = th_shared_session_from_text (text, length, uri, NULL);
  if (session == NULL)
    return NULL;

  th_shared_session_foreach_place (session, move, self);
  return th_shared_session_to_text (session, uri);
}

/* Whether it can be unpacked again: a link and what is no file cannot, nor what is too large. */
static gboolean
may_be_packed (const char *path)
{
  GStatBuf facts;

  return g_lstat (path, &facts) == 0 && S_ISREG (facts.st_mode) &&
         facts.st_size <= (goffset) TH_SHARED_SESSION_MAX_BYTES;
}

static gboolean
add_session (List       *self,
             const char *name,
             GError    **error)
{
  g_autofree char *path = th_review_dup_session (self->review, name), *text = NULL;
  ThArchiveReplaced replaced;

  if (!th_archive_name_is_good (TH_ARCHIVE_SESSION, name) || !may_be_packed (path))
    return TRUE;

  text = move_session (self, path);
  return text != NULL
         ? add_text (self, TH_ARCHIVE_SESSION, name, text, error)
         : add_member (self, TH_ARCHIVE_SESSION, name, path, &replaced, error) != NULL;
}

static gboolean
add_sessions (List    *self,
              GError **error)
{
  g_autoptr(GPtrArray) names = th_review_list_sessions (self->review, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    if (!add_session (self, names->pdata[i], error))
      return FALSE;

  return names != NULL;
}

/* --- notes -------------------------------------------------------------- */

static gboolean
add_notes (List    *self,
           GError **error)
{
  g_autofree char *folder = th_review_dup_notes (self->review);
  g_autoptr(GPtrArray) names = th_note_folder_list (folder, error);
  ThArchiveReplaced replaced;

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (th_archive_name_is_good (TH_ARCHIVE_NOTES, names->pdata[i]) &&
          !add_member (self, TH_ARCHIVE_NOTES, names->pdata[i], path, &replaced, error))
        return FALSE;
    }

  return names != NULL;
}

/* --- the whole review --------------------------------------------------- */

static gboolean
add_recordings (List    *self,
                GError **error)
{
  for (guint i = 0; i < self->review->recordings->len; i++)
    if (!add_recording (self, self->review->recordings->pdata[i], error))
      return FALSE;

  return TRUE;
}

static gboolean
add_manifest (List    *self,
              GError **error)
{
  g_autofree char *text = th_review_dup_manifest (self->manifest);

  return add_text (self, TH_ARCHIVE_MANIFEST, TH_REVIEW_MANIFEST, text, error) &&
         add_text (self, TH_ARCHIVE_ATTRIBUTES, ".gitattributes", TH_REVIEW_GIT_ATTRIBUTES, error);
}

static int
compare_members (gconstpointer a,
                 gconstpointer b)
{
  const ThArchiveMember *one = *(ThArchiveMember *const *) a, *two = *(ThArchiveMember *const *) b;

  return one->kind != two->kind ? (int) one->kind - (int) two->kind : strcmp (one->name, two->name);
}

GPtrArray *
th_archive_list_members (const ThReview   *review,
                         const char       *scratch,
                         ThArchivePacking *packing,
                         GError          **error)
{
  g_auto(List) self = { .review = review, .scratch = scratch, .packing = packing };

  self.manifest = th_review_new (review->folder);
  self.manifest->id = g_strdup (review->id);
  self.manifest->sanitized = review->sanitized;
  self.places = g_hash_table_new (th_string_hash, g_str_equal);
  self.members = g_ptr_array_new_with_free_func (member_free);
  if (!add_recordings (&self, error) || !add_notes (&self, error) ||
      !add_sessions (&self, error) || !add_manifest (&self, error))
    return NULL;

  g_ptr_array_sort (self.members, compare_members);
  return g_steal_pointer (&self.members);
}
