/* test-review.c - the folder of a review: manifest, recordings, sessions, merging of copies
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-note-file.h"
#include "th-review-merge.h"
#include "th-review-session.h"

static void
test_review (void)
{
  g_autofree char *folder = g_dir_make_tmp ("review-XXXXXX", NULL);
  g_autofree char *recording = g_build_filename (folder, "web.dat", NULL);
  g_autofree char *path = g_build_filename (folder, "x.review", NULL);
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", folder), *found = NULL;
  g_autoptr(ThReview) created = NULL, opened = NULL, again = NULL;
  g_autoptr(GError) error = NULL;
  const ThReviewRecording *first;

  g_assert_null (th_review_create (path, (const char *[]) { recording, NULL }, &error));
  g_assert_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (recording, "events", -1, NULL));
  created = th_review_create (path, (const char *[]) { recording, NULL }, &error);
  g_assert_no_error (error);
  again = th_review_create (path, (const char *[]) { recording, NULL }, &error);
  g_assert_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_EXISTS);
  g_clear_error (&error);

  opened = th_review_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (opened->recordings->len, ==, 1);
  first = g_ptr_array_index (opened->recordings, 0);
  g_assert_cmpstr (first->path, ==, "../web.dat");
  found = th_review_dup_path (opened, first);
  g_assert_cmpstr (found, ==, recording);
  g_assert_cmpint (th_review_check (opened, first), ==, TH_REVIEW_PRESENT);
  g_assert_true (g_file_set_contents (recording, "others", -1, NULL));
  g_assert_cmpint (th_review_check (opened, first), ==, TH_REVIEW_CHANGED);
  g_assert_cmpint (g_remove (recording), ==, 0);
  g_assert_cmpint (th_review_check (opened, first), ==, TH_REVIEW_MISSING);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

static void
test_bad_reviews (void)
{
  static const struct
  {
    const char   *text;
    ThReviewError error;
  } cases[] = {
    { "", TH_REVIEW_ERROR_DAMAGED },
    { "{\"format\": \"thresher-review\"}", TH_REVIEW_ERROR_DAMAGED },
    { "{\"format\": \"thresher-review\", \"version\": 2}", TH_REVIEW_ERROR_NEWER },
    { "{\"format\": \"thresher-session\", \"version\": 1}", TH_REVIEW_ERROR_DAMAGED },
  };
  g_autofree char *folder = g_dir_make_tmp ("review-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "review.json", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      g_assert_null (th_review_open (folder, &error));
      g_assert_error (error, TH_REVIEW_ERROR, (int) cases[i].error);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Behind a loop of links, or where only others may look, it cannot be told whether there is a
 * review: the error is told instead. */
static void
test_unreachable (void)
{
  g_autofree char *folder = g_dir_make_tmp ("review-XXXXXX", NULL);
  g_autofree char *loop = g_build_filename (folder, "loop", NULL);
  g_autofree char *none = g_build_filename (folder, "none", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_null (th_review_open (loop, &error));
  g_assert_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, g_strerror (ELOOP)));
  g_clear_error (&error);
  g_assert_null (th_review_open (none, &error));
  g_assert_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_DAMAGED);
  g_assert_cmpint (g_remove (loop), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* --- fixture --------------------------------------------------------------- */

static void
run (const char *program,
     const char *from,
     const char *to)
{
  const char *argv[] = { program, "-r", from, to, NULL };
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

/* Two copies of a review, /a.review and /b.review in @folder. */
typedef struct
{
  char     *folder;
  ThReview *copies[2];
} Fixture;

static void
write_text (const ThReview *review,
            const char     *name,
            const char     *text)
{
  g_autofree char *path = g_build_filename (review->folder, name, NULL);
  g_autoptr(GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *recording = NULL, *a = NULL, *b = NULL;
  g_autoptr(GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("review-XXXXXX", NULL);
  recording = g_build_filename (fixture->folder, "web.dat", NULL);
  a = g_build_filename (fixture->folder, "a.review", NULL);
  b = g_build_filename (fixture->folder, "b.review", NULL);
  g_assert_true (g_file_set_contents (recording, "events", -1, NULL));
  fixture->copies[0] = th_review_create (a, (const char *[]) { recording, NULL }, &error);
  g_assert_no_error (error);
  run ("cp", a, b);
  fixture->copies[1] = th_review_open (b, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  run ("rm", fixture->folder, NULL);
  th_review_free (fixture->copies[0]);
  th_review_free (fixture->copies[1]);
  g_free (fixture->folder);
}

/* The texts of all notes, in their order. */
static char *
print_notes (const ThReview *review)
{
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = th_review_dup_notes (review);
  GString *out = g_string_new (NULL);

  th_note_folder_read (folder, notes, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < th_notes_get_all (notes)->len; i++)
    g_string_append_printf (out, "%s ", ((ThNote *) th_notes_get_all (notes)->pdata[i])->text);
  return g_string_free (out, FALSE);
}

static char *
list_files (const ThReview *review)
{
  g_autofree char *command = g_strdup_printf ("sh -c \"cd '%s' && find . -type f | sort | xargs "
                                              "sha256sum\"", review->folder);
  char *out = NULL;

  g_assert_true (g_spawn_command_line_sync (command, &out, NULL, NULL, NULL));
  return out;
}

static ThReviewMerged
merge (Fixture *fixture,
       guint    to)
{
  g_autoptr(GError) error = NULL;
  ThReviewMerged merged;

  g_assert_true (th_review_merge (fixture->copies[to], fixture->copies[1 - to], NULL, &merged,
                                  &error));
  g_assert_no_error (error);
  return merged;
}

#define NOTE(id) \
  "{\"id\":\"" id "\",\"kind\":\"note\",\"order\":1,\"time\":1,\"author\":\"A\",\"text\":\"" id \
  "\"}\n"

/* --- merging --------------------------------------------------------------- */

static void
test_merge (Fixture       *fixture,
            gconstpointer  data)
{
  ThReview **copies = fixture->copies;
  g_autofree char *state = NULL, *other = NULL, *files = NULL, *again = NULL;
  ThReviewMerged merged;

  /* New here, new there, grown here, grown there, grown on both sides, and torn here. */
  write_text (copies[0], "notes/new-here.jsonl", NOTE ("a"));
  write_text (copies[1], "notes/new-there.jsonl", NOTE ("b"));
  write_text (copies[0], "notes/longer-here.jsonl", NOTE ("c") NOTE ("d"));
  write_text (copies[1], "notes/longer-here.jsonl", NOTE ("c"));
  write_text (copies[0], "notes/longer-there.jsonl", NOTE ("e"));
  write_text (copies[1], "notes/longer-there.jsonl", NOTE ("e") NOTE ("f"));
  write_text (copies[0], "notes/both.jsonl", NOTE ("g") NOTE ("h"));
  write_text (copies[1], "notes/both.jsonl", NOTE ("g") NOTE ("i"));
  write_text (copies[0], "notes/torn.jsonl", NOTE ("j") "{\"id\":\"k\",");
  write_text (copies[1], "notes/torn.jsonl",
              NOTE ("j") "{\"id\":\"k\",\"kind\":\"note\",\"order\":1,\"time\":1,\"author\":\"A\","
              "\"text\":\"k\"}\n");

  merged = merge (fixture, 0);
  g_assert_cmpuint (merged.n_notes, ==, 4);
  state = print_notes (copies[0]);
  g_assert_cmpstr (state, ==, "a b c d e f g h i j k ");

  /* Again: nothing happens. */
  files = list_files (copies[0]);
  merged = merge (fixture, 0);
  again = list_files (copies[0]);
  g_assert_cmpuint (merged.n_notes, ==, 0);
  g_assert_cmpstr (files, ==, again);

  merge (fixture, 1);
  other = print_notes (copies[1]);
  g_assert_cmpstr (other, ==, state);
}

/* Both copies get random notes and are merged at random, in either direction: at the end both have
 * all notes, and the number of files does not grow with each merge. */
static void
test_merge_often (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (20);
  g_autoptr(GString) expected = g_string_new (NULL);
  g_autofree char *first = NULL, *second = NULL, *files = NULL, *again = NULL;

  for (guint i = 0; i < 60; i++)
    {
      guint copy = (guint) g_rand_int_range (random, 0, 2);
      g_autoptr(ThNoteEntry) entry = th_note_entry_new (TH_NOTE_KIND_NOTE, "A", i);
      g_autofree char *name = g_strdup_printf ("%d.jsonl", g_rand_int_range (random, 0, 3));
      g_autofree char *folder = th_review_dup_notes (fixture->copies[copy]);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr(GError) error = NULL;

      entry->text = g_strdup_printf ("%u", i);
      g_string_append_printf (expected, "%u ", i);
      th_note_file_append (path, entry, &error);
      g_assert_no_error (error);
      if (g_rand_int_range (random, 0, 4) == 0)
        merge (fixture, copy);
    }

  merge (fixture, 0);
  merge (fixture, 1);
  merge (fixture, 0);
  first = print_notes (fixture->copies[0]);
  second = print_notes (fixture->copies[1]);
  g_assert_cmpstr (first, ==, expected->str);
  g_assert_cmpstr (second, ==, expected->str);
  merge (fixture, 1);
  files = list_files (fixture->copies[1]);
  merge (fixture, 1);
  again = list_files (fixture->copies[1]);
  g_assert_cmpstr (files, ==, again);
}

static void
test_merge_sessions (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *here = th_review_dup_session (fixture->copies[0], NULL);
  g_autofree char *there = th_review_dup_session (fixture->copies[1], NULL);
  g_autoptr(GPtrArray) names = th_review_list_sessions (fixture->copies[0], NULL);
  g_autoptr(GPtrArray) after = NULL;
  g_autofree char *text = NULL, *path = NULL;

  g_assert_cmpuint (names->len, ==, 0);
  g_assert_cmpint (g_mkdir (here, 0777) | g_mkdir (there, 0777), ==, 0);
  write_text (fixture->copies[0], "sessions/same.thresher", "1");
  write_text (fixture->copies[1], "sessions/same.thresher", "1");
  write_text (fixture->copies[0], "sessions/other.thresher", "here");
  write_text (fixture->copies[1], "sessions/other.thresher", "there");
  write_text (fixture->copies[1], "sessions/new.thresher", "new");
  write_text (fixture->copies[1], "sessions/readme.txt", "no session");

  g_assert_cmpuint (merge (fixture, 0).n_sessions, ==, 2);
  g_assert_cmpuint (merge (fixture, 0).n_sessions, ==, 0);
  after = th_review_list_sessions (fixture->copies[0], NULL);
  g_assert_cmpuint (after->len, ==, 4);
  g_assert_cmpstr (after->pdata[0], ==, "new.thresher");
  /* sha256sum of "there" */
  g_assert_cmpstr (after->pdata[1], ==, "other.e244f187.thresher");
  g_assert_cmpstr (after->pdata[2], ==, "other.thresher");
  path = th_review_dup_session (fixture->copies[0], after->pdata[2]);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "here");
}

#define SESSION(uri, key, shown) \
  "{\"format\":\"thresher-shared-session\",\"version\":1,\"recordings\":[{\"uri\":\"" uri "\"," \
  "\"key\":\"" key "\",\"session\":{\"format\":\"thresher-session\",\"version\":1" shown "}}]}"
#define APPENDED(uri, key) \
  ",\"appended\":[{\"uri\":\"" uri "\",\"key\":\"" key "\",\"shift\":7}]"

/* Whether the session @here of a review of "a" says the same as @there, of one of a part of it. */
static gboolean
mean_the_same (const char *here,
               const char *there)
{
  g_autoptr(ThReview) whole = th_review_new ("/here.review"), part = th_review_new ("/x.review");
  g_autofree char *one = NULL, *other = NULL;

  th_review_append (whole, "../a.dat", "a", NULL);
  th_review_append (part, "recordings/a.dat", "b", "a");
  one = th_review_session_make_plain (whole, here, strlen (here));
  other = th_review_session_make_plain (part, there, strlen (there));
  return one != NULL && g_strcmp0 (one, other) == 0;
}

static void
test_session_meaning (void)
{
  static const char damaged[] = "{}";
  g_autoptr(ThReview) review = th_review_new ("/here.review");

  g_assert_true (mean_the_same (SESSION ("../../a.dat", "a", APPENDED ("../../c.dat", "c")),
                                SESSION ("../recordings/a.dat", "b", APPENDED ("/c.dat", "c"))));
  /* A recording that neither has, another one, and something else of the same one. */
  g_assert_true (mean_the_same (SESSION ("a.dat", "z", ""), SESSION ("b.dat", "z", "")));
  g_assert_false (mean_the_same (SESSION ("a.dat", "a", ""), SESSION ("a.dat", "z", "")));
  g_assert_false (mean_the_same (SESSION ("a.dat", "a", APPENDED ("c.dat", "c")),
                                 SESSION ("a.dat", "b", APPENDED ("c.dat", "d"))));
  g_assert_false (mean_the_same (SESSION ("a.dat", "a", ",\"tab\":\"events\""),
                                 SESSION ("a.dat", "b", ",\"tab\":\"packets\"")));
  g_assert_null (th_review_session_make_plain (review, damaged, strlen (damaged)));
}

static void
test_merge_recordings (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *recording = g_build_filename (fixture->folder, "web.dat", NULL);
  g_autofree char *folder = g_build_filename (fixture->copies[1]->folder, "recordings", NULL);
  g_autofree char *inside = g_build_filename (folder, "web.dat", NULL);
  g_autofree char *cut = g_build_filename (folder, "cut.dat", NULL);
  const ThReviewRecording *first = fixture->copies[0]->recordings->pdata[0];

  /* The other copy carries the recording, and a cut of it. */
  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  run ("cp", recording, inside);
  g_assert_true (g_file_set_contents (cut, "ev", -1, NULL));
  g_assert_true (th_review_locate (fixture->copies[1], inside, NULL));
  g_assert_true (th_review_add (fixture->copies[1], cut, first->key, NULL));

  g_assert_cmpuint (merge (fixture, 0).n_recordings, ==, 0);
  g_assert_cmpuint (fixture->copies[0]->recordings->len, ==, 1);

  /* Now it is missing here. */
  g_assert_cmpint (g_remove (recording), ==, 0);
  g_assert_cmpuint (merge (fixture, 0).n_recordings, ==, 1);
  g_assert_cmpuint (fixture->copies[0]->recordings->len, ==, 1);
  g_assert_cmpstr (first->path, ==, "recordings/web.dat");
  g_assert_cmpint (th_review_check (fixture->copies[0], first), ==, TH_REVIEW_PRESENT);
}

static void
test_merge_other (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "c.review", NULL);
  g_autofree char *recording = g_build_filename (fixture->folder, "web.dat", NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) other = th_review_create (path, (const char *[]) { recording, NULL }, NULL);
  ThReviewMerged merged;

  g_assert_false (th_review_merge (fixture->copies[0], other, NULL, &merged, &error));
  g_assert_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_OTHER);
  /* A review of an older version has no id. */
  g_clear_error (&error);
  g_clear_pointer (&other->id, g_free);
  g_assert_true (th_review_merge (fixture->copies[0], other, NULL, &merged, &error));
}

static void
test_locate (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *old = g_build_filename (fixture->folder, "web.dat", NULL);
  g_autofree char *moved = g_build_filename (fixture->folder, "moved.dat", NULL);
  const ThReviewRecording *first = fixture->copies[0]->recordings->pdata[0];
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) again = NULL;

  g_assert_cmpint (g_rename (old, moved), ==, 0);
  g_assert_cmpint (th_review_check (fixture->copies[0], first), ==, TH_REVIEW_MISSING);
  g_assert_true (th_review_locate (fixture->copies[0], moved, &error));
  g_assert_cmpint (th_review_check (fixture->copies[0], first), ==, TH_REVIEW_PRESENT);
  again = th_review_open (fixture->copies[0]->folder, NULL);
  g_assert_cmpstr (((ThReviewRecording *) again->recordings->pdata[0])->path, ==, "../moved.dat");
  g_assert_cmpstr (again->id, ==, fixture->copies[0]->id);

  g_assert_true (g_file_set_contents (moved, "others", -1, NULL));
  g_assert_false (th_review_locate (fixture->copies[0], moved, &error));
  g_assert_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_OTHER);
}

/* Two people, each with the review open, add recordings. */
static void
test_add_at_once (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(ThReview) again = th_review_open (fixture->copies[0]->folder, NULL);
  g_autoptr(ThReview) after = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.dat", i);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_assert_true (g_file_set_contents (path, name, -1, NULL));
      g_assert_true (th_review_add (i % 2 == 0 ? again : fixture->copies[0], path, NULL, NULL));
    }

  after = th_review_open (again->folder, NULL);
  g_assert_cmpuint (after->recordings->len, ==, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (th_review_check (after, after->recordings->pdata[i]), ==, TH_REVIEW_PRESENT);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/review/create", test_review);
  g_test_add_func ("/review/bad", test_bad_reviews);
  g_test_add_func ("/review/unreachable", test_unreachable);
  g_test_add ("/review/merge", Fixture, NULL, set_up, test_merge, tear_down);
  g_test_add ("/review/merge-often", Fixture, NULL, set_up, test_merge_often, tear_down);
  g_test_add ("/review/merge-sessions", Fixture, NULL, set_up, test_merge_sessions, tear_down);
  g_test_add_func ("/review/session-meaning", test_session_meaning);
  g_test_add ("/review/merge-recordings", Fixture, NULL, set_up, test_merge_recordings, tear_down);
  g_test_add ("/review/merge-other", Fixture, NULL, set_up, test_merge_other, tear_down);
  g_test_add ("/review/add-at-once", Fixture, NULL, set_up, test_add_at_once, tear_down);
  g_test_add ("/review/locate", Fixture, NULL, set_up, test_locate, tear_down);

  return g_test_run ();
}
