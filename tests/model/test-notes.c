/* test-notes.c - notes of several people: merging, files, hostile input, texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-note-file.h"
#include "th-note-text.h"

/* --- states as text ------------------------------------------------------ */

static void
print_note (const ThNote *note,
            GString      *out)
{
  g_string_append_printf (out, "%s %s: %s%s%s", note->entry->id, note->entry->author,
                          note->text != NULL ? note->text : "-", note->deleted ? " deleted" : "",
                          note->orphan ? " orphan" : "");
  if (note->edits != NULL)
    g_string_append_printf (out, " edits=%u", note->edits->len);
}

static char *
print_state (ThNotes *notes)
{
  GPtrArray *all = th_notes_get_all (notes);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const ThNote *note = g_ptr_array_index (all, i);

      g_string_append_printf (out, "%u ", note->number);
      print_note (note, out);
      if (note->resolved != NULL)
        g_string_append_printf (out, " resolved by %s", note->resolved->author);
      if (note->color >= 0)
        g_string_append_printf (out, " color %d", note->color);
      for (guint l = 0; l < note->labels->len; l++)
        g_string_append_printf (out, " [%s]", (char *) g_ptr_array_index (note->labels, l));
      for (guint r = 0; r < note->replies->len; r++)
        {
          g_string_append (out, "\n  ");
          print_note (g_ptr_array_index (note->replies, r), out);
        }
      g_string_append_c (out, '\n');
    }

  return g_string_free (out, FALSE);
}

static void
assert_lines (const char *lines,
              const char *expected)
{
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autofree char *state = NULL;

  th_notes_add_lines (notes, lines, strlen (lines));
  state = print_state (notes);
  g_assert_cmpstr (state, ==, expected);
}

#define LINE(id, kind, order, author, more) \
  "{\"id\":\"" id "\",\"kind\":\"" kind "\",\"order\":" #order ",\"time\":1,\"author\":\"" author \
  "\"" more "}\n"
#define NOTE(id, order, author) LINE (id, "note", order, author, ",\"text\":\"t " id "\"")
#define REPLY(id, order, author, of) \
  LINE (id, "reply", order, author, ",\"text\":\"t " id "\",\"of\":\"" of "\"")

/* --- rules --------------------------------------------------------------- */

static void
test_threads (void)
{
  /* Replies come before what they answer; replies to replies are flat. */
  assert_lines (REPLY ("r2", 3, "B", "r1") REPLY ("r1", 2, "B", "n1") NOTE ("n2", 4, "B")
                NOTE ("n1", 1, "A"),
                "1 n1 A: t n1\n  r1 B: t r1\n  r2 B: t r2\n2 n2 B: t n2\n");
  /* What they answer is missing, or they answer each other. */
  assert_lines (REPLY ("r1", 2, "B", "n1"), "1 r1 B: t r1 orphan\n");
  assert_lines (REPLY ("a", 1, "A", "b") REPLY ("b", 2, "A", "c") REPLY ("c", 3, "A", "a")
                REPLY ("d", 4, "A", "b") REPLY ("e", 5, "A", "d"),
                "1 a A: t a orphan\n2 b A: t b orphan\n  d A: t d\n  e A: t e\n"
                "3 c A: t c orphan\n");
  assert_lines (REPLY ("a", 1, "A", "a"), "1 a A: t a orphan\n");
}

#define EDIT(id, order, text, over) \
  LINE (id, "edit", order, "A", ",\"of\":\"n\",\"text\":\"" text "\",\"over\":[" over "]")
#define BOTH "\n\nWritten at the same time elsewhere:\n\n"

/* Of what one author wrote on two machines, nothing is lost. */
static void
test_at_once (void)
{
  /* Whatever the orders say, neither edit saw the other. */
  assert_lines (NOTE ("n", 1, "A") EDIT ("e1", 2, "one", "\"n\"") EDIT ("e2", 7, "two", "\"n\""),
                "1 n A: two" BOTH "one edits=2\n");
  assert_lines (NOTE ("n", 1, "A") EDIT ("e1", 2, "one", "\"n\"") EDIT ("e2", 3, "two", "\"e1\""),
                "1 n A: two edits=2\n");
  /* An edit of both takes the place of both; one that saw one of them only of that. */
  assert_lines (NOTE ("n", 1, "A") EDIT ("e1", 2, "one", "\"n\"") EDIT ("e2", 3, "two", "\"n\"")
                EDIT ("e3", 4, "three", "\"e1\",\"e2\""), "1 n A: three edits=3\n");
  assert_lines (NOTE ("n", 1, "A") EDIT ("e1", 2, "one", "\"n\"") EDIT ("e2", 3, "two", "\"n\"")
                EDIT ("e3", 3, "three", "\"e1\""), "1 n A: three" BOTH "two edits=3\n");
  /* A deletion deletes what its author saw. */
  assert_lines (NOTE ("n", 1, "A") EDIT ("e1", 3, "one", "\"n\"")
                LINE ("d", "delete", 4, "A", ",\"of\":\"n\",\"over\":[\"n\"]"),
                "1 n A: one edits=1\n");
  assert_lines (NOTE ("n", 1, "A") LINE ("d", "delete", 2, "A", ",\"of\":\"n\",\"over\":[\"n\"]")
                EDIT ("e1", 3, "one", "\"n\""), "1 n A: one edits=1\n");
  assert_lines (NOTE ("n", 1, "A") EDIT ("e1", 3, "one", "\"n\"")
                LINE ("d", "delete", 4, "A", ",\"of\":\"n\",\"over\":[\"e1\"]"), "");
  /* Something else than a list is no such member. */
  assert_lines (NOTE ("n", 1, "A")
                LINE ("e", "edit", 2, "A", ",\"of\":\"n\",\"text\":\"x\",\"over\":3"),
                "1 n A: t n\n");
}

static void
test_list_texts (void)
{
  static const char lines[] = NOTE ("n", 1, "A") NOTE ("m", 1, "A") EDIT ("e1", 2, "one", "\"n\"")
                              EDIT ("e2", 3, "two", "\"n\"");
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_auto(GStrv) edited = NULL, other = NULL;
  g_autofree char *edited_text = NULL, *other_text = NULL;

  th_notes_add_lines (notes, lines, strlen (lines));
  edited = th_note_list_texts (th_notes_find (notes, "n", NULL));
  other = th_note_list_texts (th_notes_find (notes, "m", NULL));
  edited_text = g_strjoinv (" ", edited);
  other_text = g_strjoinv (" ", other);
  g_assert_cmpstr (edited_text, ==, "e1 e2");
  g_assert_cmpstr (other_text, ==, "m");
}

static void
test_changes (void)
{
  /* Only the author edits; the later edit wins, by order and not by time. */
  assert_lines (NOTE ("n", 1, "A") LINE ("e2", "edit", 3, "A", ",\"of\":\"n\",\"text\":\"two\"")
                LINE ("e1", "edit", 2, "A", ",\"of\":\"n\",\"text\":\"one\"")
                LINE ("e3", "edit", 4, "B", ",\"of\":\"n\",\"text\":\"theirs\""),
                "1 n A: two edits=2\n");
  /* A deletion is final, and others cannot delete. */
  assert_lines (NOTE ("n", 1, "A") LINE ("d", "delete", 2, "A", ",\"of\":\"n\"")
                LINE ("e", "edit", 3, "A", ",\"of\":\"n\",\"text\":\"again\""), "");
  assert_lines (NOTE ("n", 1, "A") LINE ("d", "delete", 2, "B", ",\"of\":\"n\""),
                "1 n A: t n\n");
  assert_lines (NOTE ("n", 1, "A") REPLY ("r", 2, "B", "n")
                LINE ("d", "delete", 3, "A", ",\"of\":\"n\""),
                "1 n A: - deleted\n  r B: t r\n");
  /* The rest applies to the thread, and the last one wins. */
  assert_lines (NOTE ("n", 1, "A") REPLY ("r", 2, "B", "n")
                LINE ("x", "resolve", 3, "B", ",\"of\":\"r\"")
                LINE ("l1", "label", 3, "B", ",\"of\":\"n\",\"label\":\"net\"")
                LINE ("l2", "label", 4, "B", ",\"of\":\"r\",\"label\":\"ci\"")
                LINE ("l3", "unlabel", 5, "A", ",\"of\":\"n\",\"label\":\"net\"")
                LINE ("c", "color", 5, "A", ",\"of\":\"n\",\"color\":3"),
                "1 n A: t n resolved by B color 3 [ci]\n  r B: t r\n");
  assert_lines (NOTE ("n", 1, "A") LINE ("o", "reopen", 4, "A", ",\"of\":\"n\"")
                LINE ("x", "resolve", 3, "B", ",\"of\":\"n\""), "1 n A: t n\n");
}

static void
test_clock_skew (void)
{
  g_autoptr(ThNotes) notes = th_notes_new ();
  ThNoteEntry *entry;

  /* A clock in the year 2100 does not beat one that saw its entry. */
  th_notes_add_lines (notes, NOTE ("n", 7, "A"), strlen (NOTE ("n", 7, "A")));
  entry = th_note_entry_new (TH_NOTE_KIND_RESOLVE, "A", th_notes_get_next_order (notes));
  entry->of = g_strdup ("n");
  entry->time = G_GINT64_CONSTANT (4102444800000000);
  g_assert_true (th_notes_take (notes, entry));
  g_assert_cmpint (th_notes_get_next_order (notes), ==, 9);
  entry = th_note_entry_new (TH_NOTE_KIND_REOPEN, "B", th_notes_get_next_order (notes));
  entry->of = g_strdup ("n");
  entry->time = 0;
  g_assert_true (th_notes_take (notes, entry));
  g_assert_null (((ThNote *) g_ptr_array_index (th_notes_get_all (notes), 0))->resolved);
}

/* The same id with two contents: the smaller one counts, whichever comes first. */
static void
test_conflict (void)
{
  const char *one = LINE ("n", "note", 1, "A", ",\"text\":\"aaa\"");
  const char *two = LINE ("n", "note", 1, "A", ",\"text\":\"bbb\"");
  g_autofree char *both = g_strconcat (one, two, one, NULL);
  g_autofree char *other = g_strconcat (two, two, one, NULL);
  g_autoptr(ThNotes) notes = th_notes_new ();

  assert_lines (both, "1 n A: aaa\n");
  assert_lines (other, "1 n A: aaa\n");
  th_notes_add_lines (notes, other, strlen (other));
  g_assert_cmpuint (th_notes_get_n_conflicts (notes), ==, 1);
  g_assert_cmpuint (th_notes_get_n_entries (notes), ==, 1);
}

/* --- any order, any repetition, any prefixes ------------------------------- */

#define N_FILES 4u

static void
add_random_entry (GString *file,
                  GRand   *rand,
                  guint    author,
                  guint    n)
{
  static const char *const kinds[] = { "note", "note", "reply", "reply", "reply", "edit", "delete",
                                       "resolve", "reopen", "label", "unlabel", "color", "later" };
  const char *kind = kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))];

  /* Orders collide, ids are reused with other contents, and replies make circles. */
  g_string_append_printf (file, "{\"id\":\"i%d\",\"kind\":\"%s\",\"order\":%d,\"time\":%d,"
                          "\"author\":\"%c\",\"of\":\"i%d\",\"text\":\"t%d\",\"label\":\"l%d\","
                          "\"color\":%d}\n", g_rand_int_range (rand, 0, 40), kind,
                          g_rand_int_range (rand, 0, 12), g_rand_int_range (rand, 0, 3),
                          'A' + author % 3, g_rand_int_range (rand, 0, 40),
                          g_rand_int_range (rand, 0, 3), g_rand_int_range (rand, 0, 4),
                          g_rand_int_range (rand, 0, 16));
  if (n % 7 == 3)
    g_string_append (file, "garbage {\n\n{\"id\":3}\r\n");
}

static void
add_range (ThNotes       *notes,
           const GString *file,
           gsize          begin,
           gsize          end)
{
  /* In whole lines, as files are read. */
  while (begin > 0 && file->str[begin - 1] != '\n')
    begin--;
  th_notes_add_lines (notes, file->str + begin, end - begin);
}

static void
check_interleaving (GRand    *rand,
                    GString **files)
{
  g_autoptr(ThNotes) plain = th_notes_new (), mixed = th_notes_new ();
  g_autofree char *expected = NULL, *state = NULL;
  gsize ends[N_FILES], done[N_FILES] = { 0 };
  guint left = N_FILES;

  for (guint f = 0; f < N_FILES; f++)
    {
      ends[f] = (gsize) g_rand_int_range (rand, 0, (gint) files[f]->len + 1);
      add_range (plain, files[f], 0, ends[f]);
    }
  while (left > 0)
    {
      guint f = (guint) g_rand_int_range (rand, 0, N_FILES);
      gsize from = (gsize) g_rand_int_range (rand, 0, (gint) done[f] + 1);
      gsize to = g_rand_boolean (rand)
                 ? ends[f] : (gsize) g_rand_int_range (rand, (gint) done[f], (gint) ends[f] + 1);

      add_range (mixed, files[f], from, to);
      if (done[f] == ends[f] && g_rand_int_range (rand, 0, 4) > 0)
        continue;
      done[f] = to;
      left = 0;
      for (guint i = 0; i < N_FILES; i++)
        left += done[i] < ends[i] ? 1 : 0;
      /* Folding in between must change nothing. */
      if (g_rand_int_range (rand, 0, 8) == 0)
        th_notes_get_all (mixed);
    }
  expected = print_state (plain);
  state = print_state (mixed);
  g_assert_cmpstr (state, ==, expected);
  g_assert_cmpuint (th_notes_get_n_conflicts (mixed), ==, th_notes_get_n_conflicts (plain));
  g_assert_cmpuint (th_notes_get_n_entries (mixed), ==, th_notes_get_n_entries (plain));
}

static void
test_interleavings (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (4711);

  for (guint round = 0; round < 60; round++)
    {
      GString *files[N_FILES];

      for (guint f = 0; f < N_FILES; f++)
        {
          files[f] = g_string_new (NULL);
          for (guint i = 0; i < 12; i++)
            add_random_entry (files[f], rand, f, i);
        }
      for (guint trial = 0; trial < 50; trial++)
        check_interleaving (rand, files);
      for (guint f = 0; f < N_FILES; f++)
        g_string_free (files[f], TRUE);
    }
}

/* --- hostile input --------------------------------------------------------- */

static void
test_hostile (void)
{
  static const char *const lines[] = {
    "null\n", "[]\n", "{}\n", "{\"id\":\"a\"}\n", "\xff\xfe\n",
    LINE ("", "note", 1, "A", ",\"text\":\"x\""),
    LINE ("a", "note", 1, "", ",\"text\":\"x\""),
    LINE ("a", "note", -1, "A", ",\"text\":\"x\""),
    LINE ("a", "note", 9007199254740993, "A", ",\"text\":\"x\""),
    LINE ("a", "note", 1, "A\\nB", ",\"text\":\"x\""),
    LINE ("a", "note", 1, "A", ",\"text\":3"),
    LINE ("a", "note", 1, "A", ",\"text\":\"\""),
    LINE ("a", "note", 1, "A", ",\"text\":\"x\",\"anchor\":{\"on\":\"event\"}"),
    LINE ("a", "note", 1, "A", ",\"text\":\"x\",\"anchor\":3"),
    LINE ("a", "reply", 1, "A", ",\"text\":\"x\""),
    LINE ("a", "label", 1, "A", ",\"of\":\"n\",\"label\":\"a\\nb\""),
    LINE ("a", "color", 1, "A", ",\"of\":\"n\",\"color\":16"),
  };
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autoptr(GString) deep = g_string_new (NULL), late = g_string_new (NULL);
  g_autofree char *label = g_strnfill (65, 'l'), *text = g_strnfill (TH_NOTE_MAX_LINE, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      th_notes_add_lines (notes, lines[i], strlen (lines[i]));
      g_assert_cmpuint (th_notes_get_n_entries (notes), ==, 0);
      g_assert_cmpuint (th_notes_get_n_invalid (notes), ==, i + 1);
    }
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "[");
  g_string_append_printf (deep, "\n{\"id\":\"a\",\"kind\":\"note\",\"order\":1,\"time\":1,"
                          "\"author\":\"A\",\"text\":\"%s\"}\n", text);
  g_string_append_printf (deep, "{\"id\":\"a\",\"kind\":\"label\",\"order\":1,\"time\":1,"
                          "\"author\":\"A\",\"of\":\"n\",\"label\":\"%s\"}\n", label);
  th_notes_add_lines (notes, deep->str, deep->len);
  g_assert_cmpuint (th_notes_get_n_entries (notes), ==, 0);
  g_assert_cmpuint (th_notes_get_n_invalid (notes), ==, G_N_ELEMENTS (lines) + 3);

  g_string_append (late, LINE ("a", "applause", 1, "A", ""));
  th_notes_add_lines (notes, late->str, late->len);
  th_notes_add_lines (notes, late->str, late->len);
  g_assert_cmpuint (th_notes_get_n_unknown (notes), ==, 1);
}

/* A chain of replies as long as the limit, and as many labels, take no quadratic time. */
static void
test_many (void)
{
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autoptr(GString) lines = g_string_new (NOTE ("0", 0, "A"));
  const ThNote *note;
  gint64 begin;

  for (guint i = 1; i < 60000; i++)
    g_string_append_printf (lines, "{\"id\":\"%u\",\"kind\":\"reply\",\"order\":1,\"time\":1,"
                            "\"author\":\"A\",\"of\":\"%u\",\"text\":\"x\"}\n", i, i - 1);
  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (lines, "{\"id\":\"l%u\",\"kind\":\"label\",\"order\":1,\"time\":1,"
                            "\"author\":\"A\",\"of\":\"%u\",\"label\":\"%05u\"}\n", i, i, i);
  th_notes_add_lines (notes, lines->str, lines->len);
  begin = g_get_monotonic_time ();
  g_assert_cmpuint (th_notes_get_all (notes)->len, ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 5 * G_USEC_PER_SEC);
  note = g_ptr_array_index (th_notes_get_all (notes), 0);
  g_assert_cmpuint (note->replies->len, ==, 59999);
  g_assert_cmpuint (note->labels->len, ==, TH_NOTES_MAX_LABELS);
}

/* Few entries may need much memory, too: the bytes of all of them are bounded. */
static void
test_large (void)
{
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autofree char *text = g_strnfill (TH_NOTE_MAX_TEXT, 'x');
  guint n = TH_NOTES_MAX_BYTES / TH_NOTE_MAX_TEXT + 10;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"id\":\"%u\",\"kind\":\"note\",\"order\":1,"
                                               "\"time\":1,\"author\":\"A\",\"text\":\"%s\"}\n",
                                               i, text);

      th_notes_add_lines (notes, line, strlen (line));
    }
  g_assert_cmpuint (th_notes_get_n_refused (notes), >=, 10);
  g_assert_cmpuint (th_notes_get_n_entries (notes), <, TH_NOTES_MAX_BYTES / TH_NOTE_MAX_TEXT);
  /* What was refused does not count, and neither does what is there already. */
  g_assert_cmpuint (th_notes_get_n_entries (notes) + th_notes_get_n_refused (notes), ==, n);
}

/* --- entries --------------------------------------------------------------- */

static void
test_round_trip (void)
{
  static const char *const lines[] = {
    "{\"id\":\"a\",\"kind\":\"note\",\"order\":1,\"time\":2,\"author\":\"Ä\","
    "\"text\":\"one\\ntwo \\u001b[31m\",\"color\":3,\"anchor\":{\"on\":\"event\",\"recording\":"
    "\"00ff\",\"stream\":\"net\",\"cpu\":2,\"time\":188024512000,\"event\":\"sched:sched_switch\"},"
    "\"view\":{\"from\":1,\"to\":2,\"filter\":\"cpu == 1\",\"lanes\":[\"cpu/2\",\"task/1412\"],"
    "\"recording\":\"00ff\"}}\n",
    "{\"id\":\"a\",\"kind\":\"note\",\"order\":1,\"time\":2,\"author\":\"A\",\"text\":\"x\","
    "\"anchor\":{\"on\":\"span\",\"time\":-5,\"end\":7,\"lanes\":[\"cpu/2\",\"task/1412\"]}}\n",
    "{\"id\":\"a\",\"kind\":\"note\",\"order\":1,\"time\":2,\"author\":\"A\",\"text\":\"x\","
    "\"anchor\":{\"on\":\"packet\",\"time\":7,\"noun\":\"packet\",\"address\":"
    "\"ffff9a086a1f4c00\"}}\n",
    "{\"id\":\"a\",\"kind\":\"note\",\"order\":1,\"time\":2,\"author\":\"A\",\"text\":\"x\","
    "\"anchor\":{\"on\":\"row\",\"table\":\"sched/wakeups\",\"cells\":[\"task\",\"nginx-12\"]}}\n",
    "{\"id\":\"a\",\"kind\":\"note\",\"order\":1,\"time\":2,\"author\":\"A\",\"text\":\"x\","
    "\"anchor\":{\"on\":\"comparison\",\"row\":\"stage wakeup p99\"}}\n",
    "{\"id\":\"a\",\"kind\":\"label\",\"order\":1,\"time\":2,\"author\":\"A\",\"of\":\"b\","
    "\"label\":\"root cause\"}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr(ThNoteEntry) entry = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *line = NULL;

      g_assert_cmpint (th_note_entry_from_line (lines[i], strlen (lines[i]), &entry), ==,
                       TH_NOTE_LINE_ENTRY);
      line = th_note_entry_to_line (entry, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (line, ==, lines[i]);
    }
}

static void
test_refused_entries (void)
{
  g_autoptr(ThNoteEntry) entry = th_note_entry_new (TH_NOTE_KIND_NOTE, "A", 1);
  g_autoptr(GError) error = NULL;

  entry->text = g_strnfill (TH_NOTE_MAX_TEXT + 1, 'x');
  g_assert_null (th_note_entry_to_line (entry, &error));
  g_assert_error (error, TH_NOTE_ENTRY_ERROR, TH_NOTE_ENTRY_ERROR_INVALID);
}

/* --- files ----------------------------------------------------------------- */

static ThNoteEntry *
make_note (const char *text)
{
  ThNoteEntry *entry = th_note_entry_new (TH_NOTE_KIND_NOTE, "A", 1);

  entry->text = g_strdup (text);
  return entry;
}

static void
test_torn_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.jsonl", NULL);
  g_autofree char *torn = g_strconcat (NOTE ("n1", 1, "A"), NULL), *state = NULL;
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autoptr(ThNoteEntry) entry = make_note ("whole");
  guint64 offset = 0;

  /* A process was killed within its line; the offset stays before that. */
  torn[strlen (torn) - 3] = '\0';
  g_assert_true (g_file_set_contents (path, torn, -1, NULL));
  g_assert_true (th_note_file_read (path, &offset, notes, NULL));
  g_assert_cmpuint (offset, ==, 0);
  g_assert_cmpuint (th_notes_get_n_entries (notes), ==, 0);
  g_assert_cmpuint (th_notes_get_n_invalid (notes), ==, 0);

  g_free (entry->id);
  entry->id = g_strdup ("n2");
  g_assert_true (th_note_file_append (path, entry, NULL));
  g_assert_true (th_note_file_read (path, &offset, notes, NULL));
  state = print_state (notes);
  g_assert_cmpstr (state, ==, "1 n2 A: whole\n");
  g_assert_cmpuint (th_notes_get_n_invalid (notes), ==, 1);
  g_assert_cmpuint (offset, >, strlen (torn));

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_strange_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("notes-XXXXXX", NULL);
  g_autofree char *target = g_build_filename (folder, "target", NULL);
  g_autofree char *link = g_build_filename (folder, "link.jsonl", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.jsonl", NULL);
  g_autofree char *good = g_build_filename (folder, "z.jsonl", NULL), *text = NULL;
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autoptr(ThNoteEntry) entry = make_note ("x");
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (target, "secret\n", -1, NULL));
  g_assert_cmpint (symlink (target, link), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_true (th_note_file_append (good, entry, NULL));
  g_assert_false (th_note_folder_read (folder, notes, &error));
  g_assert_error (error, G_FILE_ERROR, error->code);
  g_assert_cmpuint (th_notes_get_n_entries (notes), ==, 1);

  g_assert_false (th_note_file_append (link, entry, NULL));
  g_assert_false (th_note_file_append (pipe, entry, NULL));
  g_assert_true (g_file_get_contents (target, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "secret\n");

  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (g_remove ((char *[]) { target, link, pipe, good }[i]), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Appends for ever, and reports the id of each entry that is on the disk. */
static void
append_until_killed (const char *path,
                     int         fd)
{
  for (;;)
    {
      g_autofree char *text = g_strnfill ((gsize) g_random_int_range (1, 3000), 'x');
      g_autoptr(ThNoteEntry) entry = make_note (text);

      if (!th_note_file_append (path, entry, NULL) || write (fd, entry->id, 32) != 32)
        _exit (1);
    }
}

static void
read_ids (int        fd,
          GPtrArray *ids)
{
  char id[33] = { 0 };

  while (read (fd, id, 32) == 32)
    g_ptr_array_add (ids, g_strdup (id));
}

/* Three processes write into two files, and are killed again and again. */
static void
test_kill (void)
{
  g_autofree char *folder = g_dir_make_tmp ("notes-XXXXXX", NULL);
  g_autofree char *paths[] = { g_build_filename (folder, "a.jsonl", NULL),
                               g_build_filename (folder, "b.jsonl", NULL) };
  g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(ThNotes) notes = th_notes_new ();
  g_autoptr(GError) error = NULL;

  for (guint round = 0; round < 25; round++)
    {
      int fds[3][2];
      pid_t pids[3];

      for (guint i = 0; i < 3; i++)
        {
          g_assert_cmpint (pipe (fds[i]), ==, 0);
          pids[i] = fork ();
          g_assert_cmpint (pids[i], >=, 0);
          if (pids[i] == 0)
            append_until_killed (paths[i % 2], fds[i][1]);
          close (fds[i][1]);
        }
      g_usleep ((gulong) g_random_int_range (2000, 30000));
      for (guint i = 0; i < 3; i++)
        {
          kill (pids[i], SIGKILL);
          g_assert_cmpint (waitpid (pids[i], NULL, 0), ==, pids[i]);
          read_ids (fds[i][0], ids);
          close (fds[i][0]);
        }
    }

  th_note_folder_read (folder, notes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ids->len, >, 25);
  g_assert_cmpuint (th_notes_get_n_conflicts (notes), ==, 0);
  g_assert_cmpuint (th_notes_get_n_entries (notes), >=, ids->len);
  for (guint i = 0; i < ids->len; i++)
    g_assert_nonnull (th_notes_find (notes, g_ptr_array_index (ids, i), NULL));
  g_test_message ("%u entries were reported, %u are there", ids->len,
                  th_notes_get_n_entries (notes));

  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (g_remove (paths[i]), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_file_names (void)
{
  g_autofree char *one = th_note_file_make_name ("Kernel Team", "1f03b8c2");
  g_autofree char *two = th_note_file_make_name ("../../etc/pässwd", "1f03b8c2");
  g_autofree char *three = th_note_file_make_name ("…", "1f03b8c2");

  g_assert_cmpstr (one, ==, "kernel-team-1f03b8c2.jsonl");
  g_assert_cmpstr (two, ==, "etc-p-sswd-1f03b8c2.jsonl");
  g_assert_cmpstr (three, ==, "1f03b8c2.jsonl");
}

/* --- texts ----------------------------------------------------------------- */

static void
assert_spans (const char *text,
              const char *expected)
{
  g_autoptr(GArray) spans = th_note_text_list_spans (text);
  g_autoptr(GString) out = g_string_new (NULL);

  for (guint i = 0; i < spans->len; i++)
    {
      const ThNoteSpan *span = &g_array_index (spans, ThNoteSpan, i);
      g_autofree char *own = g_strndup (text + span->begin, span->end - span->begin);

      g_string_append_printf (out, "%s<%s>", i > 0 ? " " : "", own);
      if (span->kind == TH_NOTE_SPAN_TIME)
        g_string_append_printf (out, "%" G_GINT64_FORMAT "±%" G_GINT64_FORMAT "@%d", span->time,
                                span->precision, span->cpu);
      else if (span->kind == TH_NOTE_SPAN_PACKET)
        g_string_append_printf (out, "%" G_GINT64_MODIFIER "x/%" G_GINT64_MODIFIER "x#%u",
                                span->address, span->address_mask, span->generation);
      else
        g_string_append (out, "code");
    }
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_links (void)
{
  assert_spans ("see 188.024512 on CPU 2.", "<188.024512 on CPU 2>188024512000±1000@2");
  assert_spans ("5021.338 on CPU 11", "<5021.338 on CPU 11>5021338000000±1000000@11");
  assert_spans ("at 188.024512310, then", "<188.024512310>188024512310±1@-1");
  assert_spans ("1841.600 µs, 12.345678 ms, 1.234567s, 10.1.2.3, v6.1.123456, 3.141", "");
  assert_spans ("packet …#15 waits", "<packet …#15>0/0#15");
  assert_spans ("like …6a1f4c00#8, 0xffff9a086a1f4c00#2",
                "<…6a1f4c00#8>6a1f4c00/ffffffff#8 "
                "<0xffff9a086a1f4c00#2>ffff9a086a1f4c00/ffffffffffffffff#2");
  assert_spans ("run `perf 188.024512 on CPU 2` at 1.000001", "<perf 188.024512 on CPU 2>code "
                "<1.000001>1000001000±1000@-1");
  assert_spans ("…#15, #8, issue#12, 0x12, `open", "");
}

static void
test_links_back (void)
{
  g_autofree char *time = th_note_link_for_time (G_GINT64_CONSTANT (188024512003), 2);
  g_autofree char *packet = th_note_link_for_packet (G_GUINT64_CONSTANT (0xffff9a086a1f4c00), 8);

  assert_spans (time, "<188.024512003 on CPU 2>188024512003±1@2");
  assert_spans (packet,
                "<packet 0xffff9a086a1f4c00#8>ffff9a086a1f4c00/ffffffffffffffff#8");
}

static void
test_blocks (void)
{
  const char *text = "One\ntwo\n\nthree\n- a\n  more\n* b\n12. c\n1984 was\n\n";
  g_autoptr(GArray) blocks = th_note_text_list_blocks (text);
  g_autoptr(GString) out = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const ThNoteBlock *block = &g_array_index (blocks, ThNoteBlock, i);

      g_string_append_printf (out, "%d.%u(%.*s)", block->kind, block->number,
                              (int) (block->end - block->begin), text + block->begin);
    }
  g_assert_cmpstr (out->str, ==, "0.0(One\ntwo)0.0(three)1.0(a\n  more)1.0(b)2.12(c\n1984 was)");
}

static void
assert_line (const char *text,
             const char *expected)
{
  g_autofree char *line = th_note_text_dup_line (text);

  g_assert_cmpstr (line, ==, expected);
}

static void
test_line (void)
{
  assert_line ("", "");
  assert_line (" \n\n", "");
  assert_line ("One\n  two\n\n\nthree \n- a\n* b\n12. c\n", "One two three • a • b 12. c");
  assert_line ("- `rm -r` and `ls`: 5 `ticks", "• rm -r and ls: 5 `ticks");
  assert_line ("größer\t„als“\r\nzuvor", "größer „als“ zuvor");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/notes/threads", test_threads);
  g_test_add_func ("/notes/changes", test_changes);
  g_test_add_func ("/notes/at-once", test_at_once);
  g_test_add_func ("/notes/list-texts", test_list_texts);
  g_test_add_func ("/notes/clock-skew", test_clock_skew);
  g_test_add_func ("/notes/conflict", test_conflict);
  g_test_add_func ("/notes/interleavings", test_interleavings);
  g_test_add_func ("/notes/hostile", test_hostile);
  g_test_add_func ("/notes/many", test_many);
  g_test_add_func ("/notes/large", test_large);
  g_test_add_func ("/notes/round-trip", test_round_trip);
  g_test_add_func ("/notes/refused-entries", test_refused_entries);
  g_test_add_func ("/notes/torn-file", test_torn_file);
  g_test_add_func ("/notes/strange-files", test_strange_files);
  g_test_add_func ("/notes/kill", test_kill);
  g_test_add_func ("/notes/file-names", test_file_names);
  g_test_add_func ("/notes/links", test_links);
  g_test_add_func ("/notes/links-back", test_links_back);
  g_test_add_func ("/notes/blocks", test_blocks);
  g_test_add_func ("/notes/line", test_line);

  return g_test_run ();
}
