/* test-shared-session.c - session files as text and back, and invalid ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-json-lex.h"
#include "th-shared-session.h"

#include <string.h>

#define HEAD "{\"format\":\"thresher-shared-session\",\"version\":1,"
#define ONE "\"recordings\":[{\"uri\":\"a.dat\"}]"

static ThSharedSession *
parse (const char *text,
       const char *folder,
       GError    **error)
{
  return th_shared_session_from_text (text, strlen (text), folder, error);
}

/* A URI is written relative to the folder of the file, and found again from there, also after both
 * were moved. */
static void
test_locations (void)
{
  static const struct
  {
    const char *uri, *relative, *moved;
  } all[] = {
    { "file:///home/u/case/a.dat", "a.dat", "file:///mnt/x/a.dat" },
    { "file:///home/u/case/in/a%20b.dat", "in/a%20b.dat", "file:///mnt/x/in/a%20b.dat" },
    { "file:///home/u/a.dat", "../a.dat", "file:///mnt/a.dat" },
    { "file:///home/u/casein/a.dat", "../casein/a.dat", "file:///mnt/casein/a.dat" },
    { "file:///tmp/a.dat", "../../../tmp/a.dat", "file:///tmp/a.dat" },
    { "file:///home/u/case/1:2.dat", "./1:2.dat", "file:///mnt/x/1:2.dat" },
    { "file:///home/u/case/%FF%23.dat", "%FF%23.dat", "file:///mnt/x/%FF%23.dat" },
    { "file:///home/u/case//a.dat", "file:///home/u/case//a.dat", "file:///home/u/case//a.dat" },
    { "file:///home/u/case/", "file:///home/u/case/", "file:///home/u/case/" },
    { "sftp://host/a.dat", "sftp://host/a.dat", "sftp://host/a.dat" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr(ThSharedSession) self = th_shared_session_new (), here = NULL, there = NULL;
      g_autofree char *text = NULL, *member = g_strdup_printf ("\"%s\"", all[i].relative);

      g_assert_cmpuint (th_shared_session_add_recording (self, all[i].uri), ==, 0);
      g_assert_cmpuint (th_shared_session_add_recording (self, all[i].uri), ==, 0);
      text = th_shared_session_to_text (self, "file:///home/u/case");
      g_assert_nonnull (strstr (text, member));
      here = parse (text, "file:///home/u/case", NULL);
      g_assert_cmpstr (th_shared_session_get_recording (here, 0)->uri, ==, all[i].uri);
      there = parse (text, "file:///mnt/x", NULL);
      g_assert_cmpstr (th_shared_session_get_recording (there, 0)->uri, ==, all[i].moved);
    }
}

/* The session of a recording is the text of th-session.h, with relative URIs. */
static void
test_session (void)
{
  static const char inner[] =
    "{\"format\":\"thresher-session\",\"version\":1,\"view\":[5,9],\"filter\":\"len > 60\","
    "\"appended\":[{\"uri\":\"file:///case/b.dat\",\"key\":\"cd\",\"shift\":7}]}";
  g_autoptr(ThSharedSession) self = th_shared_session_new (), again = NULL;
  g_autofree char *text = NULL;
  ThSharedRecording *recording;
  const ThSessionAppended *appended;

  th_shared_session_add_recording (self, "file:///case/a.dat");
  recording = th_shared_session_get_recording (self, 0);
  recording->key = g_strdup ("ab");
  recording->session = th_session_from_text (inner, strlen (inner), NULL);
  text = th_shared_session_to_text (self, "file:///case");
  g_assert_nonnull (strstr (text, "\"uri\" : \"b.dat\""));

  again = parse (text, "file:///moved", NULL);
  recording = th_shared_session_get_recording (again, 0);
  g_assert_cmpstr (recording->key, ==, "ab");
  g_assert_cmpint (recording->session->view.from, ==, 5);
  g_assert_cmpstr (recording->session->filter, ==, "len > 60");
  appended = &g_array_index (recording->session->appended, ThSessionAppended, 0);
  g_assert_cmpstr (appended->uri, ==, "file:///moved/b.dat");
  g_assert_cmpint (appended->shift, ==, 7);
  g_assert_null (again->comparison);
}

static void
test_comparison (void)
{
  g_autoptr(ThSharedSession) self = th_shared_session_new (), again = NULL;
  ThSharedComparison *comparison = th_shared_session_need_comparison (self);
  g_autofree char *text = NULL, *second = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:///case/%u.dat", i / 2);

      th_shared_session_add_run (self, i % 2, th_shared_session_add_recording (self, uri),
                                 i == 3 ? "1..2" : NULL);
    }
  comparison->align = 3;
  comparison->filter = g_strdup ("sched_switch");
  comparison->offset = -12;
  comparison->linked = TRUE;
  comparison->shown[1] = 1;
  comparison->row = g_strdup ("packets/packet.reader//0");

  text = th_shared_session_to_text (self, "file:///case");
  again = parse (text, "file:///case", NULL);
  comparison = again->comparison;
  g_assert_cmpuint (again->recordings->len, ==, 2);
  g_assert_cmpuint (comparison->runs[0]->len, ==, 2);
  g_assert_cmpuint (g_array_index (comparison->runs[1], ThSharedRun, 1).recording, ==, 1);
  g_assert_cmpstr (g_array_index (comparison->runs[1], ThSharedRun, 1).range, ==, "1..2");
  g_assert_null (g_array_index (comparison->runs[0], ThSharedRun, 1).range);
  g_assert_cmpuint (comparison->align, ==, 3);
  g_assert_cmpint (comparison->offset, ==, -12);
  g_assert_true (comparison->linked);
  g_assert_false (comparison->side_by_side);
  g_assert_cmpuint (comparison->shown[0], ==, 0);
  g_assert_cmpuint (comparison->shown[1], ==, 1);
  second = th_shared_session_to_text (again, "file:///case");
  g_assert_cmpstr (second, ==, text);
}

/* A session whose last member is an object with @n members. */
static gboolean
is_read_with_members (guint n)
{
  g_autoptr(GString) text = g_string_new (HEAD ONE ",\"a\":{},\"b\":[{}],\"other\":{");
  g_autoptr(ThSharedSession) self = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"%u:\":1", i > 0 ? "," : "", i);
  g_string_append (text, "}}");
  self = parse (text->str, "file:///case", NULL);
  return self != NULL;
}

/* The hash table of an object has a function for which a stranger can make names that collide. */
static void
test_members (void)
{
  g_assert_true (is_read_with_members (0));
  g_assert_true (is_read_with_members (TH_JSON_MAX_MEMBERS));
  g_assert_false (is_read_with_members (TH_JSON_MAX_MEMBERS + 1));
}

static void
test_invalid (void)
{
  static const struct
  {
    const char *text;
    int         code;
  } all[] = {
    { "", TH_SESSION_ERROR_DAMAGED },
    { "[]", TH_SESSION_ERROR_DAMAGED },
    { "{}", TH_SESSION_ERROR_DAMAGED },
    { "{\"format\":\"thresher-session\",\"version\":1," ONE "}", TH_SESSION_ERROR_DAMAGED },
    { "{\"format\":\"thresher-shared-session\",\"version\":2," ONE "}", TH_SESSION_ERROR_NEWER },
    { HEAD "\"recordings\":[]}", TH_SESSION_ERROR_DAMAGED },
    { HEAD "\"recordings\":[5]}", TH_SESSION_ERROR_DAMAGED },
    { HEAD "\"recordings\":[{\"uri\":\"http://[\"}]}", TH_SESSION_ERROR_DAMAGED },
    { HEAD "\"recordings\":[{\"uri\":\"a\",\"session\":{}}]}", TH_SESSION_ERROR_DAMAGED },
    { HEAD ONE ",\"comparison\":{}}", TH_SESSION_ERROR_DAMAGED },
    { HEAD ONE ",\"comparison\":{\"a\":[{\"recording\":0}],\"b\":[{\"recording\":1}]}}",
      TH_SESSION_ERROR_DAMAGED },
    { HEAD ONE ",\"comparison\":{\"a\":[{\"recording\":0}],\"b\":[{\"recording\":-1}]}}",
      TH_SESSION_ERROR_DAMAGED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(ThSharedSession) self = parse (all[i].text, "file:///case", &error);

      g_assert_null (self);
      g_assert_error (error, TH_SESSION_ERROR, all[i].code);
    }
}

/* Members out of range are dropped; the rest is used. */
static void
test_out_of_range (void)
{
  g_autoptr(ThSharedSession) self =
    parse (HEAD "\"recordings\":[{\"uri\":\"a\"},7,{\"uri\":\"c\"}],\"comparison\":{"
          "\"a\":[{\"recording\":1},{\"recording\":2},3],\"b\":[{\"recording\":0}],"
          "\"align\":99,\"offset\":1e300,\"run-a\":1,\"run-b\":0,\"unknown\":[]}}",
          "file:///case", NULL);

  g_assert_nonnull (self);
  g_assert_cmpuint (self->recordings->len, ==, 3);
  g_assert_cmpuint (self->comparison->runs[0]->len, ==, 1);
  g_assert_cmpuint (g_array_index (self->comparison->runs[0], ThSharedRun, 0).recording, ==, 2);
  g_assert_cmpuint (self->comparison->align, ==, 0);
  g_assert_cmpint (self->comparison->offset, ==, 0);
  g_assert_cmpuint (self->comparison->shown[0], ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shared-session/locations", test_locations);
  g_test_add_func ("/shared-session/session", test_session);
  g_test_add_func ("/shared-session/comparison", test_comparison);
  g_test_add_func ("/shared-session/invalid", test_invalid);
  g_test_add_func ("/shared-session/members", test_members);
  g_test_add_func ("/shared-session/out-of-range", test_out_of_range);
  return g_test_run ();
}
