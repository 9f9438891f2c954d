/* test-stage-map.c - stage maps: their points, links and layers, and the messages for bad ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include <glib/gstdio.h>

#include "example-analysis.h"
#include "plugin-fixture.h"
#include "th-analyses.h"
#include "th-stage-map.h"

static gboolean
add (ThStageMaps *maps,
     const char  *text,
     GError     **error)
{
  return th_stage_maps_add_text (maps, "a.json", text, strlen (text), error);
}

/* "event(field|field)>stage role, …" */
static char *
describe_points (const ThStageMap *map)
{
  static const char *const roles[] = { "", " birth", " end" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < map->n_points; i++)
    {
      const ThStagePoint *point = &map->points[i];
      g_autofree char *fields = g_strjoinv ("|", (char **) point->address);

      g_string_append_printf (text, "%s%s(%s)>%s%s", i > 0 ? ", " : "", point->event, fields,
                              point->stage != NULL ? point->stage->id : "", roles[point->role]);
    }

  return g_string_free (text, FALSE);
}

static void
test_good (void)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  const ThStageMap *map;

  g_assert_true (add (maps,
                      "{ \"id\": \"mine\", \"title\": \"Mine\", \"description\": \"d\",\n"
                      "  \"stages\": [ { \"id\": \"nic\", \"title\": \"NIC\", \"context\": "
                      "\"irq\", \"waits\": true } ],\n  \"points\": [\n"
                      "    { \"event\": [\"my:a\", \"my:b*\"], \"address\": \"skb\", \"stage\": "
                      "\"nic\" },\n    { \"event\": \"my:c\", \"address\": [\"x\", \"y\"], "
                      "\"stage\": \"stack\", \"role\": \"end\" },\n    { \"event\": \"my:d\", "
                      "\"address\": \"skb\", \"role\": \"birth\" } ],\n  \"layers\": [ { \"id\": "
                      "\"a-b\", \"direction\": \"tx\", \"from\": \"my:a\", \"to\": [\"my:b*\", "
                      "\"my:c\"] } ] }",
                      NULL));
  map = th_stage_maps_find (maps, "mine");
  g_assert_nonnull (map);
  assert_text (describe_points (map),
               "my:a(skb)>nic, my:b*(skb)>nic, my:c(x|y)>stack end, my:d(skb)> birth");
  g_assert_cmpstr (map->description, ==, "d");
  g_assert_cmpint (map->stages[0].context, ==, TH_CONTEXT_IRQ);
  g_assert_true (map->stages[0].waits);
  g_assert_cmpuint (map->n_layers, ==, 1);
  g_assert_true (map->layers[0].transmit);
  g_assert_cmpstr (map->layers[0].title, ==, "a-b");
  g_assert_cmpstr (map->layers[0].to[1], ==, "my:c");
}

/* Maps that are refused, and the message of each. */
#define HEAD "{ \"id\": \"m\", \"title\": \"M\",\n"
#define POINT "\n{ \"event\": \"a:b\", \"address\": \"skb\""
static const struct
{
  const char *text;
  const char *message; /* its beginning */
} bad_maps[] = {
  { "", "a.json:1: this is not an object" },
  { "[]", "a.json:1: this is not an object" },
  { "{\n\"id\": tru }", "a.json:2: Parse error" },
  { "{\n\"id\": \"m\"\n", "a.json:2: Parse error" },
  { "\xff", "a.json: it is not UTF-8 text" },
  { "{\n\"title\": \"M\" }", "a.json:1: “id” is missing" },
  { "{\n\"id\": \"M m\",\n\"title\": \"M\" }", "a.json:2: “M m” is not an id" },
  { "{\n\"id\": 7 }", "a.json:2: “id” must be text" },
  { "{ \"id\": \"m\",\n\n\"title\": \"\" }", "a.json:3: “title” must be text" },
  { HEAD "\"title\": \"N\" }", "a.json:2: “title” appears twice" },
  { HEAD "\"pionts\": [] }", "a.json:2: unknown name “pionts”" },
  { HEAD "\"points\": {} }", "a.json:2: “points” is not a list" },
  { HEAD "\"points\": [ 1 ] }", "a.json:2: “points” has an entry that is not an object" },
  { HEAD "\"points\": [] }", "a.json:1: it has neither “points” nor “layers”" },
  { HEAD "\"built-in\": 1 }", "a.json:2: “built-in” must be true or false" },
  { HEAD "\"points\": [\n{\n\"address\": \"skb\" } ] }", "a.json:3: “event” is missing" },
  { HEAD "\"points\": [\n{ \"event\": \"ip_rcv\" } ] }",
    "a.json:3: “ip_rcv”: this is not an event" },
  { HEAD "\"points\": [\n{ \"event\": \"a:b:c\" } ] }",
    "a.json:3: “a:b:c”: this is not an event" },
  { HEAD "\"points\": [\n{ \"event\": [\"a:b\", \"$c:d\"] } ] }",
    "a.json:3: “$c:d”: this is not an event" },
  { HEAD "\"points\": [\n{ \"event\": \"a:b\" } ] }", "a.json:3: “address” is missing" },
  { HEAD "\"points\": [\n{ \"event\": \"a:b\",\n \"address\": [] } ] }",
    "a.json:4: “address” must have 1 to 8 names" },
  { HEAD "\"points\": [\n{ \"event\": \"a:b\",\n \"address\": \"s kb\" } ] }",
    "a.json:4: “s kb”: this is not a field name" },
  { HEAD "\"points\": [\n{ \"event\": \"a:b\",\n \"address\": null } ] }",
    "a.json:4: “address”: this is not a field name" },
  { HEAD "\"points\": [" POINT ",\n\"stage\": \"nic\" } ] }",
    "a.json:4: there is no stage “nic”" },
  { HEAD "\"points\": [" POINT ",\n\"role\": \"stop\" } ] }", "a.json:4: “role” cannot be "
                                                              "“stop”; use one of: step, birth, "
                                                              "end, none" },
  { HEAD "\"points\": [" POINT ",\n\"adress\": \"x\" } ] }", "a.json:4: unknown name “adress”" },
  { HEAD "\"points\": [" POINT ",\n\"link\": \"twin\" } ] }", "a.json:4: “link” cannot be "
                                                              "“twin”; use one of: none, clone, "
                                                              "segment, copy, gro" },
  { HEAD "\"points\": [" POINT ", \"link\": \"clone\" } ] }",
    "a.json:3: a “link” needs “parent”, “until” or “head”" },
  { HEAD "\"points\": [" POINT ", \"parent\": \"skb\" } ] }", "a.json:3: “link” is missing" },
  { HEAD "\"points\": [" POINT ", \"role\": \"none\" } ] }", "a.json:3: “link” is missing" },
  { HEAD "\"points\": [" POINT ", \"link\": \"gro\",\n\"until\": \"a\" } ] }",
    "a.json:4: “a” is not an event" },
  { HEAD "\"points\": [" POINT ", \"link\": \"gro\",\n\"parent\": \"a b\" } ] }",
    "a.json:4: “a b”: this is not a field name" },
  { HEAD "\"points\": [" POINT ", \"link\": \"gro\", \"until\": \"a:c\", \"result\": \"ret\" } "
                               "] }", "a.json:3: “result” needs “parent” and “until”" },
  { HEAD "\"points\": [" POINT ", \"link\": \"gro\", \"parent\": \"p\", \"good\": \"zero\" } ] }",
    "a.json:3: “good” needs “result”" },
  { HEAD "\"stages\": [\n{ \"id\": \"a\", \"title\": \"A\",\n\"context\": \"ip\" } ] }",
    "a.json:4: “context” cannot be “ip”" },
  { HEAD "\"stages\": [\n{ \"id\": \"a\" } ] }", "a.json:3: “title” is missing" },
  { HEAD "\"stages\": [\n{ \"id\": \"a\", \"title\": \"A\" },\n{ \"id\": \"a\", \"title\": "
         "\"A\" } ] }", "a.json:4: there are two stages “a”" },
  { HEAD "\"layers\": [\n{ \"id\": \"a\",\n\"direction\": \"up\" } ] }",
    "a.json:4: “direction” cannot be “up”" },
  { HEAD "\"layers\": [\n{ \"id\": \"a\", \"from\": \"a:b\" } ] }", "a.json:3: “to” is missing" },
  { HEAD "\"layers\": [\n{ \"id\": \"a\", \"from\": \"a:b\", \"to\": \"a:c\" },\n{ \"id\": "
         "\"a\", \"from\": \"a:b\", \"to\": \"a:c\" } ] }",
    "a.json:4: there are two layers “a”" },
};
#undef HEAD
#undef POINT

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_maps); i++)
    {
      g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
      g_autoptr(GError) error = NULL;
      guint n = th_stage_maps_get_n (maps);

      g_assert_false (add (maps, bad_maps[i].text, &error));
      if (!g_str_has_prefix (error->message, bad_maps[i].message))
        g_assert_cmpstr (error->message, ==, bad_maps[i].message);
      g_assert_cmpuint (th_stage_maps_get_n (maps), ==, n);
    }
}

static void
test_links (void)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  const ThStagePoint *point;
  const ThSubscription *subscription;

  g_assert_true (add (maps, "{ \"id\": \"m\", \"title\": \"M\", \"points\": [\n"
                            "{ \"event\": \"x:merge\", \"address\": \"from\", \"role\": \"none\", "
                            "\"link\": \"coalesce\", \"parent\": [\"to\", \"into\"], \"until\": "
                            "\"x:merged\", \"result\": \"ret\", \"good\": \"zero\" },\n{ "
                            "\"event\": \"x:cut\", \"address\": \"skb\", \"link\": \"segment\", "
                            "\"until\": \"x:done\", \"head\": \"h\" } ] }", NULL));

  point = th_stage_maps_find_point (maps, "x", "merge");
  g_assert_true (point->role == TH_STAGE_NONE && point->link == TH_STAGE_LINK_COALESCE &&
                 point->good_zero);
  g_assert_cmpstr (point->parent[1], ==, "into");
  g_assert_cmpstr (point->until, ==, "x:merged");
  point = th_stage_maps_find_point (maps, "x", "merged");
  g_assert_true (point->role == TH_STAGE_RETURN && point->link == TH_STAGE_LINK_NONE);
  g_assert_cmpstr (point->result[0], ==, "ret");
  point = th_stage_maps_find_point (maps, "x", "cut");
  g_assert_true (point->role == TH_STAGE_STEP && point->link == TH_STAGE_LINK_SEGMENT &&
                 !point->good_zero);
  g_assert_null (point->parent);
  g_assert_cmpstr (point->head[0], ==, "h");
  g_assert_nonnull (th_stage_maps_find_point (maps, "x", "done"));

  /* There are subscriptions for the returns, too. */
  for (subscription = th_stage_maps_get_subscriptions (maps);
       subscription->event != NULL && strcmp (subscription->event, "x:merged") != 0; subscription++)
    ;
  g_assert_cmpstr (subscription->event, ==, "x:merged");
  g_assert_cmpstr (subscription->fields[0], ==, "?ret");
}

/* Malicious files. */
static void
test_bounds (void)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  g_autofree char *deep = g_strnfill (100000, '[');
  g_autofree char *big = g_strnfill (TH_STAGE_MAP_MAX_SIZE + 1, ' ');
  g_autoptr(GString) many = g_string_new ("{ \"id\": \"m\", \"title\": \"M\", \"points\": [");
  g_autoptr(GError) error = NULL;

  g_assert_false (add (maps, deep, &error));
  g_assert_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_false (add (maps, big, &error));
  g_assert_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_FILE);
  g_clear_error (&error);

  for (guint i = 0; i < 9; i++)
    g_string_append_printf (many,
                            "%s\n{ \"address\": \"skb\", \"event\": "
                            "[\"a:1\",\"a:2\",\"a:3\",\"a:4\",\"a:5\",\"a:6\",\"a:7\",\"a:8\"] }",
                            i > 0 ? "," : "");
  g_string_append (many, "] }");
  g_assert_false (add (maps, many->str, &error));
  g_assert_cmpstr (error->message, ==, "a.json:10: there are more than 64 events");
  g_clear_error (&error);

  for (guint i = 0; i < 2 * TH_STAGE_MAPS_MAX; i++)
    {
      g_autofree char *text =
        g_strdup_printf ("{ \"id\": \"m%u\", \"title\": \"M\", \"points\": [ { \"event\": "
                         "\"a:b\", \"address\": \"s\" } ] }", i);

      if (!add (maps, text, &error))
        break;
    }
  g_assert_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_FILE);
  g_assert_cmpuint (th_stage_maps_get_n (maps), ==, TH_STAGE_MAPS_MAX);
}

/* A map that is cut or changed at any byte is either valid or refused. */
static void
test_damage (void)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  const char *text = "{ \"id\": \"m\", \"title\": \"M\", \"stages\": [ { \"id\": \"s\", "
                     "\"title\": \"S\", \"context\": \"gro\" } ],\n  \"points\": [ { \"event\": "
                     "[\"a:b\"], \"address\": \"k\", \"stage\": \"s\", \"role\": \"end\" },\n  { "
                     "\"event\": \"a:c\", \"address\": \"k\", \"link\": \"gro\", \"parent\": "
                     "\"p\", \"head\": \"h\", \"until\": \"a:r\", \"result\": \"r\", \"good\": "
                     "\"zero\" } ],\n  \"layers\": [ { \"id\": \"l\", \"from\": \"a:b\", \"to\": "
                     "\"a:c\" } ] }";
  static const char bytes[] = "{}[]\",:\\ 0a/*\n\x01\xc3";
  gsize length = strlen (text);
  guint n_good = 0;

  for (gsize i = 0; i < length; i++)
    for (guint j = 0; j < sizeof bytes; j++)
      {
        g_autofree char *bad = g_memdup2 (text, length + 1);
        g_autoptr(GError) error = NULL;

        bad[i] = bytes[j];
        if (j == 0)
          bad[i] = '\0';
        n_good += th_stage_maps_add_text (maps, "a.json", bad, j == 0 ? i : length, &error);
        if (error != NULL)
          g_assert_true (g_str_has_prefix (error->message, "a.json:"));
      }

  g_assert_cmpuint (n_good, >, 0);
}

static void
test_order (void)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  const char *other =
    "{ \"id\": \"mine\", \"title\": \"M\", \"points\": [ { \"event\": \"x:ip_rcv\", \"address\": "
    "\"a\" } ] }";
  const ThStagePoint *point;
  const ThSubscription *subscriptions;
  guint n_before, n = 0;

  /* The built-in maps, which name probes of any group. */
  point = th_stage_maps_find_point (maps, "probe", "ip_rcv");
  g_assert_cmpstr (point->stage->id, ==, "device-ip");
  g_assert_cmpstr (th_stage_maps_find_point (maps, "", "tcp_v4_rcv")->event, ==, "*:tcp_v4_rcv");
  g_assert_null (th_stage_maps_find_point (maps, "probe", "ip_rcv_finish"));
  /* The analysis itself follows these. */
  g_assert_null (th_stage_maps_find_point (maps, "net", "netif_receive_skb"));

  g_assert_true (add (maps, other, NULL));
  n_before = th_stage_maps_get_n (maps);
  g_assert_cmpstr (th_stage_maps_find_point (maps, "x", "ip_rcv")->address[0], ==, "a");
  g_assert_cmpstr (th_stage_maps_find_point (maps, "y", "ip_rcv")->address[0], ==, "skb");

  /* A map of the same id replaces it. */
  g_assert_true (add (maps,
                      "{ \"id\": \"mine\", \"title\": \"M\", \"points\": [ { \"event\": "
                      "\"x:other\", \"address\": [\"b\", \"c\"] } ] }", NULL));
  g_assert_cmpuint (th_stage_maps_get_n (maps), ==, n_before);
  g_assert_cmpstr (th_stage_maps_find_point (maps, "x", "ip_rcv")->address[0], ==, "skb");

  subscriptions = th_stage_maps_get_subscriptions (maps);
  for (const ThSubscription *subscription = subscriptions; subscription->event != NULL;
       subscription++)
    if (g_str_has_prefix (subscription->event, "x:"))
      {
        g_assert_cmpstr (subscription->event, ==, "x:other");
        g_assert_cmpstr (subscription->fields[0], ==, "?b");
        g_assert_cmpstr (subscription->fields[1], ==, "?c");
        g_assert_null (subscription->hides);
        n++;
      }
  g_assert_cmpuint (n, ==, 1);
}

/* Loads all maps of the settings folder, and the file of the command line. */
static void
test_load (void)
{
  g_autofree char *above = g_build_filename (g_get_user_config_dir (), "thresher", NULL);
  g_autofree char *folder = g_build_filename (above, "stages", NULL);
  g_autofree char *good = g_build_filename (folder, "good.json", NULL);
  g_autofree char *bad = g_build_filename (folder, "bad.json", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.json", NULL);
  g_autofree char *not_ours = g_build_filename (folder, "good.json~", NULL);
  g_autofree char *expected = NULL, *expected_pipe = NULL;
  g_auto(GStrv) complaints = NULL;
  g_autoptr(ThStageMaps) maps = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (good,
                                      "{ \"id\": \"good\", \"title\": \"G\", \"points\": [ { "
                                      "\"event\": \"a:b\", \"address\": \"s\" } ] }", -1, NULL));
  g_assert_true (g_file_set_contents (bad, "{\n\"id\": \"bad\" }", -1, NULL));
  g_assert_true (g_file_set_contents (not_ours, "x", -1, NULL));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);

  maps = th_stage_maps_load ("/nowhere/x.json", &complaints);
  expected = g_strdup_printf ("%s:1: “title” is missing", bad);
  expected_pipe = g_strdup_printf ("%s: not a regular file of at most 262144 bytes", pipe);
  g_assert_cmpuint (g_strv_length (complaints), ==, 3);
  g_assert_cmpstr (complaints[0], ==, expected);
  g_assert_cmpstr (complaints[1], ==, expected_pipe);
  g_assert_cmpstr (complaints[2], ==, "/nowhere/x.json: No such file or directory");
  g_assert_nonnull (th_stage_maps_find (maps, "good"));
  g_assert_nonnull (th_stage_maps_find (maps, "ip-layers"));

  /* Otherwise other tests of this program would load them, too. */
  g_unlink (good);
  g_unlink (bad);
  g_unlink (pipe);
  g_unlink (not_ours);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_cmpint (g_rmdir (above), ==, 0);
}

/* The built-in maps: every stage has a title and a text, and every layer lies between events
 * that are followed. */
static void
test_shipped (void)
{
  static const char *const ids[] = { "rx-tracepoints", "tx-tracepoints", "ip-layers", "rhel-tcp-ip",
                                     "deep-follow" };
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  const ThStageMap *recipe = th_stage_maps_find (maps, "rhel-tcp-ip");

  g_assert_cmpuint (th_stage_maps_get_n (maps), ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const ThStageMap *map = th_stage_maps_find (maps, ids[i]);

      g_assert_nonnull (map);
      g_assert_cmpuint (strlen (map->description), >, 40);
      for (guint j = 0; j < map->n_stages; j++)
        g_assert_true (g_str_has_suffix (map->stages[j].text, "."));
    }

  g_assert_cmpuint (recipe->n_layers, ==, 3);
  for (guint i = 0; i + 1 < recipe->n_layers; i++)
    g_assert_true (g_strv_equal (recipe->layers[i].to, recipe->layers[i + 1].from));
}

/* Also for NULL, which equals itself alone. */
static void
assert_equal_names (const char *const *a,
                    const char *const *b)
{
  g_assert_cmpint (a == NULL, ==, b == NULL);
  g_assert_true (a == NULL || g_strv_equal (a, b));
}

static void
assert_equal_stages (const ThStageMap *a,
                     const ThStageMap *b)
{
  g_assert_cmpuint (a->n_stages, ==, b->n_stages);
  for (guint i = 0; i < a->n_stages; i++)
    {
      g_assert_cmpstr (a->stages[i].id, ==, b->stages[i].id);
      g_assert_cmpstr (a->stages[i].title, ==, b->stages[i].title);
      g_assert_cmpstr (a->stages[i].text, ==, b->stages[i].text);
      g_assert_cmpint (a->stages[i].context, ==, b->stages[i].context);
      g_assert_cmpint (a->stages[i].waits, ==, b->stages[i].waits);
    }
}

static void
assert_equal_points (const ThStageMap *a,
                     const ThStageMap *b)
{
  g_assert_cmpuint (a->n_points, ==, b->n_points);
  for (guint i = 0; i < a->n_points; i++)
    {
      const ThStagePoint *one = &a->points[i], *other = &b->points[i];

      g_assert_cmpstr (one->event, ==, other->event);
      assert_equal_names (one->address, other->address);
      g_assert_cmpstr (one->stage != NULL ? one->stage->id : NULL, ==,
                       other->stage != NULL ? other->stage->id : NULL);
      g_assert_cmpstr (one->stage != NULL ? one->stage->text : NULL, ==,
                       other->stage != NULL ? other->stage->text : NULL);
      g_assert_cmpint (one->role, ==, other->role);
      g_assert_cmpint (one->link, ==, other->link);
      assert_equal_names (one->parent, other->parent);
      assert_equal_names (one->head, other->head);
      g_assert_cmpstr (one->until, ==, other->until);
      assert_equal_names (one->result, other->result);
      g_assert_cmpint (one->good_zero, ==, other->good_zero);
    }
}

static void
assert_equal_layers (const ThStageMap *a,
                     const ThStageMap *b)
{
  g_assert_cmpuint (a->n_layers, ==, b->n_layers);
  for (guint i = 0; i < a->n_layers; i++)
    {
      g_assert_cmpstr (a->layers[i].id, ==, b->layers[i].id);
      g_assert_cmpstr (a->layers[i].title, ==, b->layers[i].title);
      g_assert_cmpint (a->layers[i].transmit, ==, b->layers[i].transmit);
      assert_equal_names (a->layers[i].from, b->layers[i].from);
      assert_equal_names (a->layers[i].to, b->layers[i].to);
    }
}

/* The constants that were made of the files are what is read from them. */
static void
test_shipped_as_read (void)
{
  g_autoptr(ThStageMaps) shipped = th_stage_maps_new (), read = th_stage_maps_new ();

  for (guint i = 0; i < th_stage_maps_get_n (shipped); i++)
    {
      const ThStageMap *ours = th_stage_maps_get (shipped, i), *other;
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "stages",
                                                     ours->file, NULL);
      g_autoptr(GError) error = NULL;

      th_stage_maps_add_file (read, path, &error);
      g_assert_no_error (error);
      other = th_stage_maps_find (read, ours->id);
      g_assert_true (other != ours);
      g_assert_cmpstr (ours->title, ==, other->title);
      g_assert_cmpstr (ours->description, ==, other->description);
      g_assert_cmpint (ours->built_in, ==, other->built_in);
      assert_equal_stages (ours, other);
      assert_equal_points (ours, other);
      assert_equal_layers (ours, other);
    }
}

/* The stages of the built-in maps are exactly those of the analysis. */
static void
test_agree (void)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  g_autoptr(TestTrace) trace = test_trace_new (1, 1);
  g_autoptr(ThResults) results = test_run (test_trace_end (trace), th_analyses_find ("packets"),
                                           NULL, 1);
  const ThFlowsInfo *info = th_flows_get_info (th_results_get_flows (results));
  guint n = 0;

  for (guint i = 0; i < th_stage_maps_get_n (maps); i++)
    for (guint j = 0;
         th_stage_maps_get (maps, i)->built_in && j < th_stage_maps_get (maps, i)->n_stages;
         j++, n++)
      {
        const ThStage *ours = &th_stage_maps_get (maps, i)->stages[j];

        g_assert_cmpuint (n, <, info->n_stages);
        g_assert_cmpstr (ours->id, ==, info->stages[n].id);
        g_assert_cmpstr (ours->title, ==, info->stages[n].title);
        g_assert_cmpstr (ours->text, ==, info->stages[n].text);
        g_assert_cmpint (ours->context, ==, info->stages[n].context);
        g_assert_cmpint (ours->waits, ==, info->stages[n].waits);
      }
  g_assert_cmpuint (n, >=, 13);
}

/* --- optional subscriptions ---------------------------------------------- */

static const ThSubscription more[] = { { "probe:ip_rcv", NULL, { "?skb" } }, { NULL } };
static guint64 seen;

static const ThSubscription *
more_subscriptions (gpointer state)
{
  return more;
}

static void
more_event (gpointer       state,
            const ThEvent *event)
{
  if (event->subscription < 2)
    {
      example_analysis.event (state, event);
      return;
    }
  g_assert_cmpuint (event->subscription, ==, 2);
  th_event_get_uint (event, 0, &seen);
}

static void
test_more_subscriptions (void)
{
  ThAnalysis analysis = example_analysis;
  g_autoptr(TestTrace) trace = test_trace_new (1, 1);
  g_autoptr(ThResults) results = NULL;

  analysis.more_subscriptions = more_subscriptions;
  analysis.event = more_event;
  test_trace_kernel (trace);
  test_trace_type (trace, "probe:ip_rcv", "skb*");
  test_trace_add (trace, 10, 0, 1, "irq:softirq_exit", G_GINT64_CONSTANT (3));
  test_trace_add (trace, 15, 0, 1, "probe:ip_rcv", G_GINT64_CONSTANT (0x1234));
  test_trace_add (trace, 20, 0, 1, "irq:softirq_entry", G_GINT64_CONSTANT (3));
  results = test_run (test_trace_end (trace), &analysis, NULL, 1);
  assert_text (test_measure (results, "pause"), "10");
  g_assert_cmpuint (seen, ==, 0x1234);
}

int
main (int    argc,
      char **argv)
{
  /* Not G_TEST_OPTION_ISOLATE_DIRS, which leaks memory. */
  g_autofree char *home = g_dir_make_tmp ("thresher-stages-XXXXXX", NULL);
  int status;

  g_assert_nonnull (home);
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plugins/stage-map/good", test_good);
  g_test_add_func ("/plugins/stage-map/bad", test_bad);
  g_test_add_func ("/plugins/stage-map/links", test_links);
  g_test_add_func ("/plugins/stage-map/bounds", test_bounds);
  g_test_add_func ("/plugins/stage-map/damage", test_damage);
  g_test_add_func ("/plugins/stage-map/order", test_order);
  g_test_add_func ("/plugins/stage-map/load", test_load);
  g_test_add_func ("/plugins/stage-map/shipped", test_shipped);
  g_test_add_func ("/plugins/stage-map/shipped-as-read", test_shipped_as_read);
  g_test_add_func ("/plugins/stage-map/agree", test_agree);
  g_test_add_func ("/plugins/stage-map/more-wants", test_more_subscriptions);
  status = g_test_run ();
  g_rmdir (home);
  return status;
}
