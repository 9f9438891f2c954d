/* test-sanitize.c - personal data is found in texts and renamed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-sanitize.h"
#include "th-scrub-origin.h"
#include "th-scrub-text.h"

/* "users: a b | hosts: c": what the survey of @text finds, by kind. */
static char *
describe (const char *text)
{
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  g_autofree char *copy = g_strdup (text);
  GString *found = g_string_new (NULL);

  th_scrub_text (renames, TH_SCRUB_ALL, copy, strlen (copy));
  for (ThPersonalKind kind = 0; kind < TH_PERSONAL_N; kind++)
    {
      g_auto(GStrv) samples = th_renames_dup_samples (renames, kind, 10);
      g_autofree char *joined = g_strjoinv (" ", samples);

      if (samples[0] != NULL)
        g_string_append_printf (found, "%s%s: %s", found->len > 0 ? " | " : "",
                                th_personal_get_id (kind), joined);
    }
  return g_string_free (found, FALSE);
}

static void
test_texts (void)
{
  static const struct
  {
    const char *text;
    const char *found;
  } cases[] = {
    { "", "" },
    { "nothing of 12 bytes in 3.5 s, 6.1.0-56", "" },
    { "from 10.0.2.15:80 to 10.0.2.16", "addresses: 10.0.2.15 10.0.2.16" },
    { "127.0.0.1 0.0.0.0 255.255.255.255 224.0.0.251 ::1 :: ff02::2 ff:ff:ff:ff:ff:ff", "" },
    { "1.2.3.4.5, 256.1.1.1, 1.2.3, 1.2.3.4x", "addresses: 1.2.3.4" },
    { "addr:10.9.8.7 and fe80::1: gone", "addresses: 10.9.8.7 fe80::1" },
    { "[fd00::12:ab]:443 and ::ffff:10.9.8.7", "addresses: ::ffff:10.9.8.7 fd00::12:ab" },
    { "1:2:3:4:5:6:7:8 1:2:3 12:34:56 1:2:3:4:5:6:7:8:9", "addresses: 1:2:3:4:5:6:7:8" },
    { "aa:bb:cc:dd:ee:ff:00 0000:00:1f.2 std::vector", "" },
    { "infiniband aa:bb:cc:dd:ee:ff:00:11", "addresses: aa:bb:cc:dd:ee:ff:0:11" },
    { "lladdr 52:54:00:12:34:56, 52-54-00-12-34-57",
      "addresses: 52:54:00:12:34:56 52:54:00:12:34:57" },
    { "/usr/lib/cellar.so and/or/maybe 1/2 /s /etc /proc/12/fd", "paths: cellar.so" },
    { "open \"/data/plans\": failed", "paths: data plans" },
    { "mail ann.b@example.org or x@y", "hosts: org example | users: ann" },
    { "see http://web-3.example/a/b?c", "hosts: web-3 example" },
    { "kworker/0:1-events irq/45-eth0 swapper/3", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = describe (cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (found, ==, cases[i].found);
    }
}

/* A home directory has the name of a user; it is put together because tests have no such paths. */
static void
test_home (void)
{
  g_autofree char *path = g_strconcat ("see /", "home", "/ann/plans.txt", NULL);
  g_autofree char *found = describe (path);

  g_assert_cmpstr (found, ==, "users: ann | paths: plans.txt");
}

/* The text after the survey of @names, each of which is a task. */
static char *
rename_in (const char *const *names,
           const char        *text,
           ThPersonalChoice   choice)
{
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  char *copy = g_strdup (text);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup (names[i]);

      th_renames_name (renames, TH_PERSONAL_TASKS, name, strlen (name));
    }
  th_renames_set_choice (renames, TH_PERSONAL_TASKS, choice);
  th_renames_freeze (renames);
  th_scrub_text (renames, TH_SCRUB_ALL, copy, strlen (copy));
  return copy;
}

static void
test_words (void)
{
  static const char *const names[] = { "web", "web server", "(sd-pam)", "42", NULL };
  const char *text = "web webs my-web, web server (sd-pam)! 42 _web";
  g_autofree char *removed = rename_in (names, text, TH_PERSONAL_REMOVE);
  g_autofree char *kept = rename_in (names, text, TH_PERSONAL_KEEP);
  g_autofree char *renamed = rename_in (names, text, TH_PERSONAL_RENAME);

  g_assert_cmpstr (removed, ==, "xxx webs my-xxx, xxxxxxxxxx xxxxxxxx! 42 _web");
  g_assert_cmpstr (kept, ==, text);
  g_assert_cmpuint (strlen (renamed), ==, strlen (text));
  g_assert_true (memcmp (renamed, renamed + strlen ("web webs my-"), 3) == 0);
  g_assert_null (strstr (renamed, "server"));
}

/* 720 names of two letters can be made: twice as many old ones get no name that is theirs, but all
 * of those that can be told apart do. */
static void
test_many (void)
{
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  g_autoptr(GHashTable) made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < 600; i++)
        {
          char name[] = { (char) ('A' + i % 26), (char) ('A' + i / 26), '\0' };

          th_renames_name (renames, TH_PERSONAL_TASKS, name, 2);
          if (pass == 1)
            g_assert_true (g_hash_table_add (made, g_strdup (name)));
        }
      th_renames_freeze (renames);
    }
}

/* Texts of an address and its bytes change together, whatever the way it is written. */
static void
test_shapes (void)
{
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  guint8 bytes[] = { 0xfd, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0xbc, 0, 0x12 };
  char text[] = "fd01::abc:12 FD01:0:0:0:0:0:ABC:12 fd01:0000:0000:0000:0000:0000:0abc:0012";
  g_autofree char *expected = NULL;
  guint first, second, third;

  th_scrub_text (renames, TH_SCRUB_ALL, text, strlen (text));
  g_assert_cmpuint (th_renames_get_n_names (renames, TH_PERSONAL_ADDRESSES), ==, 1);
  g_assert_cmpuint (th_renames_get_count (renames, TH_PERSONAL_ADDRESSES), ==, 3);
  th_renames_freeze (renames);
  th_renames_address (renames, TH_ADDRESS_V6, bytes);
  th_scrub_text (renames, TH_SCRUB_ALL, text, strlen (text));

  first = (guint) bytes[0] << 8 | bytes[1];
  second = (guint) bytes[12] << 8 | bytes[13];
  third = (guint) bytes[14] << 8 | bytes[15];
  g_assert_cmpuint (bytes[0], ==, 0xfd);
  expected = g_strdup_printf ("%x::%x:%x %X:0:0:0:0:0:%X:%X "
                              "%04x:0000:0000:0000:0000:0000:%04x:%04x",
                              first, second, third, first, second, third, first, second, third);
  g_assert_cmpstr (text, ==, expected);
}

/* --- names of recordings and people -------------------------------------------- */

/* Which of "a-b.dat" and "tcp.dat", whose names are renamed, @text has. */
static void
test_files (void)
{
  static const struct
  {
    const char *text;
    const char *renamed;
    const char *name; /* if @text is the name of a file */
  } cases[] = {
    { "", "", "" },
    { "a-b.dat", "recording-1.dat", "recording-1.dat" },
    { "see a-b.dat/tcp.dat.", "see recording-1.dat/recording-2.dat.",
      "see recording-1.dat/recording-2.dat." },
    { "a-b and tcp", "recording-1 and tcp", "recording-1 and recording-2" },
    { "xa-b.dat a-b.data a-bc", "xa-b.dat recording-1.data a-bc",
      "xa-b.dat recording-1.data a-bc" },
  };
  g_autoptr(ThSanitizer) sanitizer = th_sanitizer_new ("key");
  ThRenames *renames = th_sanitizer_get_renames (sanitizer);

  th_renames_add_file (renames, "a-b.dat");
  th_renames_add_file (renames, "tcp.dat");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = th_sanitizer_dup_text (sanitizer, cases[i].text);
      g_autofree char *name = th_sanitizer_dup_name (sanitizer, cases[i].text);

      g_assert_cmpstr (text, ==, cases[i].renamed);
      g_assert_cmpstr (name, ==, cases[i].name);
    }
  g_assert_cmpstr (th_renames_get_file (renames, 1), ==, "recording-2.dat");
  g_assert_null (th_renames_get_file (renames, 2));
}

/* The parts of the name of an author that are renamed with it. */
static void
test_authors (void)
{
  static const struct
  {
    const char *name;
    const char *parts;
  } cases[] = {
    { "Alice", "Alice" },
    { "Alice Liddell", "Alice Liddell Alice Liddell" },
    { "Jean-Luc P. O'Brien, jr.", "Jean-Luc P. O'Brien, jr. Luc Jean Brien" },
    { "Jörg Öz <jo@x.org>", "Jörg Öz <jo@x.org> org Jörg" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThRenames) renames = th_renames_new ("key");
      g_autofree char *copy = g_strdup (cases[i].name), *joined = NULL;
      g_auto(GStrv) samples = NULL;

      th_renames_author (renames, copy, strlen (copy));
      samples = th_renames_dup_samples (renames, TH_PERSONAL_AUTHORS, 10);
      joined = g_strjoinv (" ", samples);
      g_assert_cmpstr (joined, ==, cases[i].parts);
    }
}

/* Keeping authors does not keep what a part of their name is otherwise. */
static void
test_kept_authors (void)
{
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  char name[] = "Guest User", task[] = "Guest", text[] = "Guest of User";

  th_renames_author (renames, name, strlen (name));
  th_renames_name (renames, TH_PERSONAL_TASKS, task, strlen (task));
  th_renames_set_choice (renames, TH_PERSONAL_AUTHORS, TH_PERSONAL_KEEP);
  th_renames_freeze (renames);
  th_scrub_text (renames, TH_SCRUB_ALL, text, strlen (text));
  g_assert_false (g_str_has_prefix (text, "Guest"));
  g_assert_true (g_str_has_suffix (text, " of User"));
}

/* --- how a recording was made ------------------------------------------------- */

static ThOrigin *
make_origin (void)
{
  ThOrigin *origin = th_origin_new ();

  origin->program = g_strdup ("thresher");
  origin->host = g_strdup ("web-3.example.org");
  origin->target = g_strdup ("ssh://petra@gate-7:22");
  origin->command = g_strdup ("thresh record --preset packets --process ledgerd "
                              "--agent /data/petra/agent ssh://petra@gate-7:22");
  g_strfreev (origin->presets);
  origin->presets = g_strsplit ("packets", " ", -1);
  g_strfreev (origin->processes);
  origin->processes = g_strsplit ("ledgerd 4711", " ", -1);
  th_origin_add_event (origin, "sched:sched_switch", "prev_comm == \"ledgerd\"");
  return origin;
}

/* Hosts, users, processes and paths get other names of the same length, everywhere the same. */
static void
test_origin (void)
{
  static const char *const secrets[] = { "web-3", "example", "petra", "gate", "ledgerd" };
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  g_autoptr(ThOrigin) before = make_origin (), origin = make_origin ();
  const ThOriginEvent *event = g_ptr_array_index (origin->events, 0);
  g_autofree char *all = NULL, *named = NULL;

  th_scrub_origin (renames, origin);
  g_assert_cmpstr (origin->command, ==, before->command);
  th_renames_freeze (renames);
  th_scrub_origin (renames, origin);

  all = g_strjoin (" ", origin->host, origin->target, origin->command, origin->processes[0],
                   event->filter, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    g_assert_null (strstr (all, secrets[i]));
  g_assert_cmpuint (strlen (origin->command), ==, strlen (before->command));
  g_assert_true (g_str_has_prefix (origin->command, "thresh record --preset packets --process "));
  g_assert_cmpstr (origin->presets[0], ==, "packets");
  g_assert_cmpstr (origin->processes[1], ==, "4711");
  g_assert_cmpstr (event->name, ==, "sched:sched_switch");
  named = g_strdup_printf ("prev_comm == \"%s\"", origin->processes[0]);
  g_assert_cmpstr (event->filter, ==, named);
  g_assert_nonnull (strstr (origin->command, origin->processes[0]));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sanitize/texts", test_texts);
  g_test_add_func ("/sanitize/home", test_home);
  g_test_add_func ("/sanitize/words", test_words);
  g_test_add_func ("/sanitize/many", test_many);
  g_test_add_func ("/sanitize/shapes", test_shapes);
  g_test_add_func ("/sanitize/files", test_files);
  g_test_add_func ("/sanitize/authors", test_authors);
  g_test_add_func ("/sanitize/kept-authors", test_kept_authors);
  g_test_add_func ("/sanitize/origin", test_origin);

  return g_test_run ();
}
