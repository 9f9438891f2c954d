/* test-session.c - sessions as text and back, and invalid texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-session.h"

#include <string.h>

#include "th-session-key.h"

#define HEAD "{\"format\":\"thresher-session\",\"version\":1,"

/* A round trip gives the same text, so nothing is lost. */
static void
test_round (void)
{
  static const char text[] =
    "{\n"
    "  \"format\" : \"thresher-session\",\n"
    "  \"version\" : 1,\n"
    "  \"view\" : [\n    177573538626,\n    177777622149\n  ],\n"
    "  \"filter\" : \"+task == \\\"curl\\\"\\nlen > 60\",\n"
    "  \"markers\" : {\n    \"B\" : -5\n  },\n"
    "  \"bookmarks\" : [\n    {\n      \"time\" : 177573538627,\n      \"name\" : \"ü "
    "\\\"1\\\"\",\n      \"color\" : 3\n    }\n  ],\n  \"views\" : [\n    null,\n    {\n      "
    "\"from\" : 1,\n      \"to\" : 2,\n      \"filter\" : \"sched:*\"\n    },\n    null,\n    "
    "null,\n    null\n  ],\n  \"tab\" : \"sched/wakeups\",\n"
    "  \"columns\" : [\n    {\n      \"id\" : \"time\",\n      \"width\" : 120\n    },\n    {\n   "
    "   \"id\" : \"field:len\"\n    }\n  ],\n  \"only-active\" : true,\n"
    "  \"lanes\" : [\n    {\n      \"name\" : \"cpu/3\",\n      \"folded\" : true,\n      "
    "\"pinned\" : true,\n      \"size\" : 2,\n      \"rank\" : 0\n    },\n    {\n      \"name\" : "
    "\"tasks\",\n      \"ungrouped\" : true,\n      \"sort\" : 3\n    }\n  ],\n  \"appended\" : "
    "[\n    {\n      \"uri\" : \"file:///b%FF.dat\",\n      \"key\" : \"ab\",\n      \"shift\" : "
    "-9\n    }\n  ],\n  \"analyses\" : [\n    {\n      \"id\" : \"values\",\n      \"params\" : "
    "{\n        \"event\" : \"irq:softirq_raise\",\n        \"field\" : \"vec\"\n      }\n    }\n "
    " ],\n  \"selected\" : {\n    \"part\" : 1,\n    \"stream\" : 2,\n    \"cpu\" : 3,\n    "
    "\"row\" : 4294967295,\n    \"time\" : 5\n  },\n  \"flows\" : [\n    {\n      \"analysis\" : "
    "\"packets\",\n      \"key\" : \"ff222d4c0bb1be00\",\n      \"event\" : {\n        \"cpu\" : "
    "0,\n        \"row\" : 1,\n        \"time\" : 2\n      },\n      \"followed\" : true,\n      "
    "\"kept\" : true\n    }\n  ]\n}";
  g_autoptr(GError) error = NULL;
  g_autoptr(ThSession) session = th_session_from_text (text, strlen (text), &error);
  g_autofree char *again = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (session->markers[0], ==, TH_TIME_NONE);
  g_assert_cmpint (session->markers[1], ==, -5);
  g_assert_cmpint (session->views[1].to, ==, 2);
  g_assert_cmpuint (g_array_index (session->lanes, ThSessionLane, 0).flags, ==, 1 | 4);
  g_assert_cmpint (g_array_index (session->lanes, ThSessionLane, 1).rank, ==, -1);
  again = th_session_to_text (session);
  g_assert_cmpstr (again, ==, text);
}

static char *
parts_text (const ThSession *session)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < session->appended->len; i++)
    g_string_append_printf (text, "%s ",
                            g_array_index (session->appended, ThSessionAppended, i).uri);
  g_string_append_printf (text, "| %s%u |", session->has_selected ? "" : "no ",
                          session->selected.part);
  for (guint i = 0; i < session->flows->len; i++)
    g_string_append_printf (text, " %u",
                            g_array_index (session->flows, ThSessionFlow, i).event.part);

  return g_string_free (text, FALSE);
}

static void
assert_dropped (ThSession  *session,
                guint       index,
                const char *expected)
{
  g_autofree char *text = NULL;

  th_session_drop_appended (session, index);
  text = parts_text (session);
  g_assert_cmpstr (text, ==, expected);
}

/* References to a removed recording are removed with it, and the later parts are renumbered. */
static void
test_drop (void)
{
  g_autoptr(ThSession) session = th_session_new ();

  for (guint i = 0; i < 3; i++)
    {
      ThSessionAppended appended = { g_strdup_printf ("%c", 'a' + i), NULL, 0 };

      g_array_append_val (session->appended, appended);
    }
  for (guint i = 0; i < 4; i++)
    {
      ThSessionFlow flow = { NULL, i, { i, 0, 0, 0, 0 }, FALSE, TRUE };

      g_array_append_val (session->flows, flow);
    }
  session->has_selected = TRUE;
  session->selected.part = 2;
  assert_dropped (session, 0, "b c | 1 | 0 1 2");
  assert_dropped (session, 1, "b | 1 | 0 1");
  assert_dropped (session, 0, "| no 1 | 0");
}

static void
test_empty (void)
{
  g_autoptr(ThSession) session = th_session_new ();
  g_autofree char *text = th_session_to_text (session), *again = NULL;
  g_autoptr(ThSession) read = th_session_from_text (text, strlen (text), NULL);

  g_assert_nonnull (read);
  again = th_session_to_text (read);
  g_assert_cmpstr (again, ==, text);
  g_assert_null (strstr (text, "view\""));
}

static void
assert_refused (const char    *text,
                gsize          length,
                ThSessionError code)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (th_session_from_text (text, length, &error));
  g_assert_error (error, TH_SESSION_ERROR, code);
}

static void
test_refused (void)
{
  static const char *const damaged[] = {
    "", "x", "[]", "null", "1", "{}", "{", "\"thresher-session\"",
    "{\"format\":\"thresher-session\"}",
    "{\"version\":1}", "{\"format\":\"other\",\"version\":1}",
    "{\"format\":\"thresher-session\",\"version\":0}",
    "{\"format\":\"thresher-session\",\"version\":\"1\"}", "{\"format\":[],\"version\":1}", HEAD,
    HEAD "\"tab\":\"x\"",
    "\xff\xfe", HEAD "\"tab\":\"\xc3\"}",
  };
  g_autofree char *deep = NULL, *long_text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    assert_refused (damaged[i], strlen (damaged[i]), TH_SESSION_ERROR_DAMAGED);
  assert_refused ("{}\0{}", 5, TH_SESSION_ERROR_DAMAGED);

  assert_refused ("{\"format\":\"thresher-session\",\"version\":2,\"tab\":[]}", 50,
                  TH_SESSION_ERROR_NEWER);
  assert_refused ("{\"format\":\"thresher-session\",\"version\":9223372036854775807}", 59,
                  TH_SESSION_ERROR_NEWER);

  /* The parser would recurse half a million times. */
  deep = g_strnfill (TH_SESSION_MAX_BYTES, '[');
  assert_refused (deep, TH_SESSION_MAX_BYTES, TH_SESSION_ERROR_DAMAGED);
  long_text = g_strnfill (TH_SESSION_MAX_BYTES + 1, ' ');
  assert_refused (long_text, TH_SESSION_MAX_BYTES + 1, TH_SESSION_ERROR_DAMAGED);
}

/* json-glib parses these differently from JSON: it takes the brackets that follow to be outside a
 * string, where in JSON they are inside. */
static void
test_bypass (void)
{
  static const char *const prefixes[] = {
    "/*\"*/", "//\"\n", "#\"\n", "'\"'", "\"\\u\"\"", "\"\\u0\"\"", "\"\\ud800\"\"",
    "\"\\ud83d\\\"\"", "\"\\1\\\"\"", ";\"\n", "", "\"\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *brackets = g_strnfill (400000, '[');
      g_autofree char *text = g_strconcat (prefixes[i], brackets, NULL);

      g_test_message ("%s", prefixes[i]);
      assert_refused (text, strlen (text), TH_SESSION_ERROR_DAMAGED);
    }
}

/* Valid JSON is accepted: escapes, and brackets in strings. */
static void
test_escapes (void)
{
  const char *text = HEAD "\"filter\":\"\\u00e9\\n\\\"[[[[[[[[[[\\\\\",\"tab\":\"\\/\"}";
  g_autoptr(ThSession) session = th_session_from_text (text, strlen (text), NULL);

  g_assert_nonnull (session);
  g_assert_cmpstr (session->filter, ==, "\xc3\xa9\n\"[[[[[[[[[[\\");
  g_assert_cmpstr (session->tab, ==, "/");
}

/* Other members count the recordings as the text does, so the parts after one that cannot be used
 * are renumbered, and what is in it is dropped. */
static void
test_unusable_appended (void)
{
  static const char text[] =
    HEAD "\"appended\":[{\"uri\":\"a\",\"key\":\"a\",\"shift\":1},"
    "{\"uri\":\"b\",\"key\":\"b\",\"shift\":9223372036854775807},"
    "{\"uri\":\"c\",\"key\":\"c\",\"shift\":3}],"
    "\"selected\":{\"part\":3,\"row\":1,\"time\":1},"
    "\"flows\":[{\"analysis\":\"a\",\"key\":\"1\",\"event\":{\"part\":2,\"row\":1,\"time\":1}},"
    "{\"analysis\":\"a\",\"key\":\"2\",\"event\":{\"part\":1,\"row\":1,\"time\":1}}]}";
  g_autoptr(ThSession) session = th_session_from_text (text, strlen (text), NULL);

  g_assert_cmpuint (session->n_unusable, ==, 1);
  g_assert_cmpuint (session->appended->len, ==, 2);
  g_assert_cmpstr (g_array_index (session->appended, ThSessionAppended, 1).uri, ==, "c");
  g_assert_cmpuint (session->selected.part, ==, 2);
  g_assert_cmpuint (session->flows->len, ==, 1);
  g_assert_cmpuint (g_array_index (session->flows, ThSessionFlow, 0).key, ==, 2);
}

/* More than a timeline can have are unusable, too. */
static void
test_many_appended (void)
{
  g_autoptr(GString) text = g_string_new (HEAD "\"appended\":[");
  g_autoptr(ThSession) session = NULL;

  for (guint i = 0; i < TH_SESSION_MAX_APPENDED + 3; i++)
    g_string_append_printf (text, "%s{\"uri\":\"a\",\"key\":\"b\",\"shift\":%u}",
                            i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  session = th_session_from_text (text->str, text->len, NULL);
  g_assert_cmpuint (session->appended->len, ==, TH_SESSION_MAX_APPENDED);
  g_assert_cmpuint (session->n_unusable, ==, 3);
}

/* Only the valid part of each member is accepted. */
static void
test_wrong_members (void)
{
  static const char text[] =
    HEAD "\"view\":[5,1],\"filter\":7,\"markers\":{\"A\":1.5,\"B\":9223372036854775807,\"C\":1},"
    "\"bookmarks\":[null,{},{\"time\":\"1\"},"
    "{\"time\":7,\"name\":[],\"color\":-1},{\"time\":9,\"color\":1000}],"
    "\"views\":[{\"from\":1},{\"from\":2,\"to\":2},"
    "{\"from\":3,\"to\":4,\"filter\":{}},1,[],{\"from\":5,\"to\":6}],"
    "\"tab\":null,\"columns\":{\"id\":\"x\"},\"only-active\":1,"
    "\"lanes\":[{\"name\":1},{\"name\":\"a\",\"folded\":1,\"size\":99,\"rank\":-7,\"sort\":1e3}],"
    "\"appended\":[{\"uri\":\"a\",\"shift\":0},"
    "{\"uri\":\"a\",\"key\":\"b\"},{\"uri\":1,\"key\":\"b\",\"shift\":1},[]],"
    "\"analyses\":[{\"params\":{}},[],{\"id\":1},"
    "{\"id\":\"a\",\"params\":{\"b\":1,\"c\":\"d\",\"e\":{}}},{\"id\":\"f\",\"params\":[]}],"
    "\"selected\":{\"cpu\":-1,\"row\":1,\"time\":1},"
    "\"flows\":[{\"analysis\":\"a\",\"key\":\"x\"},{\"analysis\":\"a\",\"key\":\"1\"},"
    "{\"key\":\"1\",\"event\":{\"row\":1,\"time\":1}},"
    "{\"analysis\":\"a\",\"key\":\"1\",\"event\":{\"row\":4294967296,\"time\":1}}],"
    "\"unknown\":{\"a\":[{}]}}";
  g_autoptr(GError) error = NULL;
  g_autoptr(ThSession) session = th_session_from_text (text, strlen (text), &error);
  const ThSessionLane *lane;
  GHashTable *params;

  g_assert_no_error (error);
  g_assert_cmpint (session->view.from, ==, TH_TIME_NONE);
  g_assert_null (session->filter);
  g_assert_cmpint (session->markers[0], ==, TH_TIME_NONE);
  g_assert_cmpint (session->markers[1], ==, TH_TIME_NONE);
  g_assert_cmpuint (session->bookmarks->len, ==, 2);
  g_assert_cmpint (g_array_index (session->bookmarks, ThSessionBookmark, 0).time, ==, 7);
  g_assert_cmpuint (g_array_index (session->bookmarks, ThSessionBookmark, 0).color, ==, 0);
  g_assert_cmpuint (g_array_index (session->bookmarks, ThSessionBookmark, 1).color, ==, 0);
  g_assert_cmpint (session->views[1].from, ==, TH_TIME_NONE);
  g_assert_cmpint (session->views[2].from, ==, 3);
  g_assert_null (session->views[2].filter);
  g_assert_null (session->tab);
  g_assert_cmpuint (session->columns->len, ==, 0);
  g_assert_false (session->only_active);
  g_assert_cmpuint (session->appended->len, ==, 0);
  g_assert_cmpuint (session->n_unusable, ==, 4);
  g_assert_false (session->has_selected);
  g_assert_cmpuint (session->flows->len, ==, 0);
  g_assert_cmpuint (session->analyses->len, ==, 2);
  params = g_array_index (session->analyses, ThSessionAnalysis, 0).params;
  g_assert_cmpuint (g_hash_table_size (params), ==, 1);
  g_assert_cmpstr (g_hash_table_lookup (params, "c"), ==, "d");
  g_assert_cmpuint (g_hash_table_size (g_array_index (session->analyses, ThSessionAnalysis,
                                                      1).params), ==, 0);
  g_assert_cmpuint (session->lanes->len, ==, 1);
  lane = &g_array_index (session->lanes, ThSessionLane, 0);
  g_assert_cmpstr (lane->name, ==, "a");
  g_assert_cmpint (lane->flags + lane->size + lane->sort, ==, 0);
  g_assert_cmpint (lane->rank, ==, -1);
}

/* A valid text that is truncated anywhere, or has any byte changed, is accepted or refused. */
static void
test_broken (void)
{
  g_autoptr(ThSession) session = th_session_new ();
  g_autofree char *text = NULL;
  gsize length;

  session->tab = g_strdup ("events");
  session->views[4] = (ThSessionView) { 1, 2, g_strdup ("a") };
  text = th_session_to_text (session);
  length = strlen (text);
  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *changed = g_strdup (text);
      g_autoptr(ThSession) cut = th_session_from_text (text, i, NULL), other = NULL;

      g_assert_null (cut);
      changed[i] ^= 1 << i % 7;
      other = th_session_from_text (changed, length, NULL);
    }
}

/* --- two windows ---------------------------------------------------------- */

/* Returns the text as this program writes it. */
static char *
written (const char *members)
{
  g_autofree char *text = g_strconcat (HEAD, members, "}", NULL);
  g_autoptr(ThSession) session = th_session_from_text (text, strlen (text), NULL);

  g_assert_nonnull (session);
  return th_session_to_text (session);
}

static void
assert_merged (const char *base,
               const char *ours,
               const char *theirs,
               const char *expected)
{
  g_autofree char *before = base != NULL ? g_strconcat (HEAD, base, "}", NULL) : NULL;
  g_autofree char *our = g_strconcat (HEAD, ours, "}", NULL);
  g_autofree char *their = g_strconcat (HEAD, theirs, "}", NULL);
  g_autofree char *merged = th_session_merge (before, our, their), *wanted = written (expected);

  g_assert_cmpstr (merged, ==, wanted);
}

#define MARK(time, name) "{\"time\":" #time ",\"name\":\"" name "\",\"color\":0}"
#define FLOW(key, part, what) \
  "{\"analysis\":\"packets\",\"key\":\"" key "\",\"event\":{" part \
  "\"cpu\":0,\"row\":1,\"time\":2}," what "}"
#define FILE(name) "{\"uri\":\"file:///" name "\",\"key\":\"" name "\",\"shift\":0}"

/* Worked out by hand: the changes of both since @base. */
static void
test_merge (void)
{
  /* Each added one and removed one; one was renamed here. */
  assert_merged ("\"bookmarks\":[" MARK (1, "a") "," MARK (2, "b") "," MARK (3, "c") "]",
                 "\"bookmarks\":[" MARK (2, "b") "," MARK (3, "mine") "," MARK (4, "d") "]",
                 "\"bookmarks\":[" MARK (1, "a") "," MARK (3, "c") "," MARK (5, "e") "]",
                 "\"bookmarks\":[" MARK (3, "mine") "," MARK (5, "e") "," MARK (4, "d") "]");
  /* An element that the other window changed is not removed. */
  assert_merged ("\"bookmarks\":[" MARK (1, "a") "]", "\"tab\":\"x\"",
                 "\"bookmarks\":[" MARK (1, "theirs") "]",
                 "\"bookmarks\":[" MARK (1, "theirs") "],\"tab\":\"x\"");
  /* No session had been read. */
  assert_merged (NULL, "\"filter\":\"mine\",\"bookmarks\":[" MARK (1, "a") "]",
                 "\"filter\":\"theirs\",\"bookmarks\":[" MARK (2, "b") "]",
                 "\"filter\":\"mine\",\"bookmarks\":[" MARK (2, "b") "," MARK (1, "a") "]");
  /* For a single value, the change counts; ours if both changed it. */
  assert_merged ("\"filter\":\"a\",\"tab\":\"a\",\"only-active\":true",
                 "\"filter\":\"a\",\"tab\":\"mine\"",
                 "\"filter\":\"theirs\",\"tab\":\"theirs\",\"only-active\":true",
                 "\"filter\":\"theirs\",\"tab\":\"mine\"");
  assert_merged ("\"markers\":{\"A\":1}", "\"markers\":{\"A\":1,\"B\":2}", "\"markers\":{\"A\":3}",
                 "\"markers\":{\"A\":3,\"B\":2}");
  assert_merged (NULL, "\"views\":[null,{\"from\":1,\"to\":2}]",
                 "\"views\":[{\"from\":3,\"to\":4}]",
                 "\"views\":[{\"from\":3,\"to\":4},{\"from\":1,\"to\":2},null,null,null]");
}

/* Both appended a different file, so references to these are renumbered. */
static void
test_merge_appended (void)
{
  assert_merged ("\"appended\":[" FILE ("a") "]",
                 "\"appended\":[" FILE ("a") "," FILE ("b") "],\"flows\":["
                 FLOW ("7", "\"part\":2,", "\"followed\":true") "]",
                 "\"appended\":[" FILE ("a") "," FILE ("c") "],\"flows\":["
                 FLOW ("8", "\"part\":2,", "\"followed\":true,\"kept\":true") "]",
                 "\"appended\":[" FILE ("a") "," FILE ("c") "," FILE ("b") "],\"flows\":["
                 FLOW ("8", "\"part\":2,", "\"kept\":true") ","
                 FLOW ("7", "\"part\":3,", "\"followed\":true") "]");
  /* An appended recording was removed, so references to it are removed, too. */
  assert_merged ("\"appended\":[" FILE ("a") "," FILE ("b") "]", "\"appended\":[" FILE ("b") "]",
                 "\"appended\":[" FILE ("a") "," FILE ("b") "],\"flows\":["
                 FLOW ("7", "\"part\":1,", "\"kept\":true") ","
                 FLOW ("8", "\"part\":2,", "\"kept\":true") "]",
                 "\"appended\":[" FILE ("b") "],\"flows\":["
                 FLOW ("8", "\"part\":1,", "\"kept\":true") "]");
}

/* --- identity of a recording --------------------------------------------- */

static char *
pieces_text (guint64 size)
{
  ThSessionPiece pieces[TH_SESSION_MAX_PIECES];
  guint n = th_session_list_pieces (size, pieces);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT "+%" G_GSIZE_FORMAT, i > 0 ? " " : "",
                            pieces[i].offset, pieces[i].length);

  return g_string_free (text, FALSE);
}

static void
assert_pieces (guint64     size,
               const char *expected)
{
  g_autofree char *text = pieces_text (size);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_pieces (void)
{
  assert_pieces (0, "0+0");
  assert_pieces (229376, "0+229376");
  /* One byte to distribute over seven gaps: none of them gets it. */
  assert_pieces (229377,
                 "0+65536 163841+65536 65536+16384 81920+16384 98304+16384 114688+16384 "
                 "131072+16384 147456+16384");
  /* 1 MiB: 819200 bytes between the pieces, 117028 in each of seven gaps */
  assert_pieces (1048576,
                 "0+65536 983040+65536 182564+16384 315976+16384 449388+16384 582800+16384 "
                 "716212+16384 849624+16384");
  /* by Python's integers */
  assert_pieces (G_MAXINT64, "0+65536 9223372036854710271+65536 1317624576693572169+16384 "
                             "2635249153387095186+16384 3952873730080618203+16384 "
                             "5270498306774141220+16384 6588122883467664237+16384 "
                             "7905747460161187254+16384");
}

/* printf '\x03\0\0\0\0\0\0\0abc' | sha256sum */
static void
test_key (void)
{
  g_autofree char *key = th_session_make_key (3, (const guint8 *) "abc", 3), *other = NULL;

  g_assert_cmpstr (key, ==, "ce91dc5eec0139adf091900d225971d6ad246a845bad791b5693a9d0d55dd391");
  other = th_session_make_key (4, (const guint8 *) "abc", 3);
  g_assert_cmpstr (other, !=, key);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/session/round", test_round);
  g_test_add_func ("/model/session/drop", test_drop);
  g_test_add_func ("/model/session/empty", test_empty);
  g_test_add_func ("/model/session/refused", test_refused);
  g_test_add_func ("/model/session/bypass", test_bypass);
  g_test_add_func ("/model/session/escapes", test_escapes);
  g_test_add_func ("/model/session/wrong-members", test_wrong_members);
  g_test_add_func ("/model/session/broken", test_broken);
  g_test_add_func ("/model/session/merge", test_merge);
  g_test_add_func ("/model/session/unusable-appended", test_unusable_appended);
  g_test_add_func ("/model/session/many-appended", test_many_appended);
  g_test_add_func ("/model/session/merge-appended", test_merge_appended);
  g_test_add_func ("/model/session/pieces", test_pieces);
  g_test_add_func ("/model/session/key", test_key);

  return g_test_run ();
}
