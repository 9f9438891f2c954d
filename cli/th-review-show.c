/* th-review-show.c - `thresh review show` and `check`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-show.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-cli-json.h"
#include "th-cli-output.h"
#include "th-cli-report.h"
#include "th-hash.h"
#include "th-notes-open.h"
#include "th-printable.h"
#include "th-shared-session.h"

static const char *const states[] = {
  [TH_REVIEW_PRESENT] = "present",
  [TH_REVIEW_MISSING] = "missing",
  [TH_REVIEW_CHANGED] = "changed",
};

static const char *const shown_states[] = {
  [TH_REVIEW_PRESENT] = N_("present"),
  [TH_REVIEW_MISSING] = N_("missing"),
  [TH_REVIEW_CHANGED] = N_("changed"),
};

/* --- sessions ----------------------------------------------------------- */

/* Why the session cannot be used, or NULL: it can. */
static char *
find_damage (const ThReview *review,
             const char     *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThSharedSession) session = th_review_load_session (review, name, &error);

  return session == NULL ? g_strdup (error->message) : NULL;
}

/* An error has been reported if it is empty because of one. */
static GPtrArray *
list_sessions (const ThReview *review,
               ThExit         *status)
{
  g_autoptr(GError) error = NULL;
  GPtrArray *names = th_review_list_sessions (review, &error);

  if (names != NULL)
    return names;

  th_cli_fail ("review", error);
  *status = TH_EXIT_PART;
  return g_ptr_array_new ();
}

/* --- authors ------------------------------------------------------------ */

typedef struct
{
  guint       n_notes; /* with replies */
  guint       n_open;
  GHashTable *authors; /* name → number of notes */
  GList      *names;   /* sorted */
} Counts;

static void
counts_clear (Counts *self)
{
  g_list_free (self->names);
  g_hash_table_unref (self->authors);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Counts, counts_clear)

static void
count_note (Counts       *self,
            const ThNote *note)
{
  char *author = note->entry->author;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->authors, author));

  g_hash_table_insert (self->authors, author, GUINT_TO_POINTER (n + 1));
  self->n_notes++;
}

static void
count (Counts  *self,
       ThNotes *notes)
{
  GPtrArray *all = th_notes_get_all (notes);

  self->authors = g_hash_table_new (th_string_hash, g_str_equal);
  for (guint i = 0; i < all->len; i++)
    {
      const ThNote *note = all->pdata[i];

      self->n_open += note->resolved == NULL;
      count_note (self, note);
      for (guint r = 0; r < note->replies->len; r++)
        count_note (self, note->replies->pdata[r]);
    }
  self->names = g_list_sort (g_hash_table_get_keys (self->authors), (GCompareFunc) strcmp);
}

/* --- text --------------------------------------------------------------- */

static void
append_line (GString    *text,
             const char *first,
             const char *second)
{
  g_autofree char *one = th_printable_line (first), *two = th_printable_line (second);

  g_string_append_printf (text, "  %-10s %s\n", one, two);
}

static void
append_text (const ThReview *review,
             GPtrArray      *sessions,
             const Counts   *counts,
             GString        *text)
{
  g_string_append_printf (text, "%s\n", _("Recordings"));
  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = review->recordings->pdata[i];
      g_autofree char *path = recording->cut_of != NULL
                              ? g_strdup_printf (_("%s (a part of a recording)"), recording->path)
                              : g_strdup (recording->path);

      append_line (text, _(shown_states[th_review_check (review, recording)]), path);
    }
  g_string_append_printf (text, "%s\n", _("Sessions"));
  for (guint i = 0; i < sessions->len; i++)
    {
      g_autofree char *damage = find_damage (review, sessions->pdata[i]);

      append_line (text, damage == NULL ? _("readable") : _("damaged"), sessions->pdata[i]);
    }
  g_string_append_printf (text, _("Notes and replies: %u; open notes: %u\n"), counts->n_notes,
                          counts->n_open);
  for (GList *name = counts->names; name != NULL; name = name->next)
    {
      g_autofree char *n = g_strdup_printf ("%u", GPOINTER_TO_UINT (g_hash_table_lookup
                                                                    (counts->authors, name->data)));

      append_line (text, n, name->data);
    }
}

/* --- JSON --------------------------------------------------------------- */

static void
add_recordings (const ThReview *review,
                GString        *text)
{
  th_json_begin_array (text, "recordings");
  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = review->recordings->pdata[i];

      th_json_begin_object (text, NULL);
      th_json_write_text (text, "path", recording->path);
      th_json_write_text (text, "key", recording->key);
      th_json_write_text (text, "cut_of", recording->cut_of);
      th_json_write_text (text, "state", states[th_review_check (review, recording)]);
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

static void
add_sessions (const ThReview *review,
              GPtrArray      *sessions,
              GString        *text)
{
  th_json_begin_array (text, "sessions");
  for (guint i = 0; i < sessions->len; i++)
    {
      g_autofree char *damage = find_damage (review, sessions->pdata[i]);

      th_json_begin_object (text, NULL);
      th_json_write_text (text, "name", sessions->pdata[i]);
      th_json_write_boolean (text, "damaged", damage != NULL);
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

static void
add_notes (const Counts *counts,
           GString      *text)
{
  th_json_begin_object (text, "notes");
  th_json_write_int (text, "n", counts->n_notes);
  th_json_write_int (text, "n_open", counts->n_open);
  th_json_begin_array (text, "authors");
  for (GList *name = counts->names; name != NULL; name = name->next)
    {
      th_json_begin_object (text, NULL);
      th_json_write_text (text, "name", name->data);
      th_json_write_int (text, "n", GPOINTER_TO_UINT (g_hash_table_lookup (counts->authors,
                                                                            name->data)));
      th_json_end_object (text);
    }
  th_json_end_array (text);
  th_json_end_object (text);
}

static void
append_json (const ThReview *review,
             const char     *path,
             GPtrArray      *sessions,
             const Counts   *counts,
             GString        *text)
{

  th_cli_json_begin (text);
  if (path != NULL)
    th_json_write_text (text, "file", path);
  th_json_write_text (text, "id", review->id);
  add_recordings (review, text);
  add_sessions (review, sessions, text);
  add_notes (counts, text);
  th_cli_json_end (text);
}

/* --- the commands ------------------------------------------------------- */

ThExit
th_review_show (ThReview   *review,
                const char *path,
                gboolean    json)
{
  ThExit status = TH_EXIT_WHOLE;
  g_autoptr(GPtrArray) sessions = list_sessions (review, &status);
  g_autoptr(ThNotes) notes = th_notes_read ("review", review, &status);
  g_auto(Counts) counts = { 0 };
  ThTextOutput output;

  status = th_cli_worse (status, th_notes_get_exit (notes));
  count (&counts, notes);
  th_cli_output_init (&output);
  if (json)
    append_json (review, path, sessions, &counts, output.text);
  else
    append_text (review, sessions, &counts, output.text);

  return th_cli_worse (status, th_cli_output_end (&output));
}

static ThExit
verify_recordings (const ThReview *review)
{
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = review->recordings->pdata[i];
      g_autofree char *path = th_review_dup_path (review, recording);
      ThReviewState state = th_review_check (review, recording);

      if (state == TH_REVIEW_MISSING)
        g_printerr (_("thresh review: “%s” is missing: use “locate” if it has moved.\n"), path);
      else if (state == TH_REVIEW_CHANGED)
        g_printerr (_("thresh review: “%s” has changed: use “locate” if the original is "
                      "elsewhere.\n"), path);
      if (state != TH_REVIEW_PRESENT)
        status = TH_EXIT_PART;
    }

  return status;
}

ThExit
th_review_verify_unpacked (const char *folder)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) review = th_review_open (folder, &error);
  ThExit status = TH_EXIT_WHOLE;

  if (review == NULL)
    return th_cli_fail ("review", error);

  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = review->recordings->pdata[i];
      g_autofree char *path = th_review_dup_path (review, recording);

      if (th_review_check (review, recording) != TH_REVIEW_CHANGED)
        continue;
      g_printerr (_("thresh review: “%s” is not what was packed, so the archive is damaged: ask "
                    "for another copy.\n"), path);
      status = TH_EXIT_PART;
    }

  return status;
}

ThExit
th_review_verify (ThReview *review)
{
  ThExit status = verify_recordings (review);
  g_autoptr(GPtrArray) sessions = list_sessions (review, &status);
  g_autoptr(ThNotes) notes = th_notes_read ("review", review, &status);

  for (guint i = 0; i < sessions->len; i++)
    {
      g_autofree char *damage = find_damage (review, sessions->pdata[i]);

      if (damage == NULL)
        continue;
      g_printerr (_("thresh review: the session “%s” cannot be used: %s.\n"),
                  (const char *) sessions->pdata[i], damage);
      status = TH_EXIT_PART;
    }
  return th_notes_get_n_conflicts (notes) > 0 ? TH_EXIT_PART
                                              : th_cli_worse (status, th_notes_get_exit (notes));
}
