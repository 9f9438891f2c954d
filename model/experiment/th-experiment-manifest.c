/* th-experiment-manifest.c - writes and parses the manifest of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <json-glib/json-glib.h>

#include "th-experiment-manifest.h"
#include "th-json-lex.h"

#define VERSION 1
/* The parser recurses once per level. */
#define MAX_DEPTH 4
#define MAX_STRING 65536
#define MAX_TIME_LENGTH 40

/* --- writing ----------------------------------------------------------------- */

static void
add_string (JsonBuilder *builder,
            const char  *key,
            const char  *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  json_builder_set_member_name (builder, key);
  json_builder_add_string_value (builder, valid);
}

static void
add_int (JsonBuilder *builder,
         const char  *key,
         gint64       value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_int_value (builder, value);
}

static void
add_bool (JsonBuilder *builder,
          const char  *key,
          gboolean     value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_boolean_value (builder, value);
}

static void
add_runs (JsonBuilder            *builder,
          const ThExperimentPlan *self)
{
  json_builder_set_member_name (builder, "done");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->starts->len; i++)
    {
      g_autofree char *name = th_experiment_plan_name_run (self, i);

      json_builder_begin_object (builder);
      add_string (builder, "run", name);
      add_string (builder, "start", g_ptr_array_index (self->starts, i));
      add_int (builder, "status", 0);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_looks (JsonBuilder            *builder,
           const ThExperimentPlan *self)
{
  json_builder_set_member_name (builder, "looks");
  json_builder_begin_array (builder);
  for (guint i = 0; self->has_looks && i < TH_EXPERIMENT_N_LOOKS; i++)
    json_builder_add_int_value (builder, th_experiment_looks[i]);
  json_builder_end_array (builder);
  add_int (builder, "looked", self->n_looked);
}

char *
th_experiment_manifest_dup_text (const ThExperimentPlan *self)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_int (builder, "experiment", VERSION);
  add_string (builder, "thresh", PACKAGE_VERSION);
  add_string (builder, "before", self->before);
  add_string (builder, "after", self->after);
  add_string (builder, "load", self->load);
  add_string (builder, "record", self->record);
  if (self->restore != NULL)
    add_string (builder, "restore", self->restore);
  add_int (builder, "seed", self->seed);
  add_int (builder, "runs", self->n_runs);
  add_string (builder, "order", self->order);
  add_runs (builder, self);
  add_looks (builder, self);
  add_bool (builder, "stopped", self->is_stopped);
  add_bool (builder, "restored", self->is_restored);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}

/* --- members ----------------------------------------------------------------- */

static gboolean
read_int (JsonObject *object,
          const char *name,
          gint64      min,
          gint64      max,
          gint64     *value)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;

  *value = json_node_get_int (node);
  return *value >= min && *value <= max;
}

static gboolean
read_bool (JsonObject *object,
           const char *name,
           gboolean   *value)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return FALSE;

  *value = json_node_get_boolean (node);
  return TRUE;
}

/* NULL if there is no such string, or if it is too long. */
static char *
dup_string (JsonObject *object,
            const char *name,
            gsize       max)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text = node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                     json_node_get_value_type (node) == G_TYPE_STRING
                     ? json_node_get_string (node) : NULL;

  return text != NULL && strnlen (text, max + 1) <= max && g_utf8_validate (text, -1, NULL)
         ? g_strdup (text) : NULL;
}

static JsonArray *
get_array (JsonObject *object,
           const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* --- reading ----------------------------------------------------------------- */

static gboolean
read_commands (JsonObject       *object,
               ThExperimentPlan *self)
{
  self->before = dup_string (object, "before", MAX_STRING);
  self->after = dup_string (object, "after", MAX_STRING);
  self->load = dup_string (object, "load", MAX_STRING);
  self->record = dup_string (object, "record", MAX_STRING);
  self->restore = dup_string (object, "restore", MAX_STRING);

  return self->before != NULL && self->after != NULL && self->load != NULL &&
         self->record != NULL &&
         (self->restore != NULL || !json_object_has_member (object, "restore"));
}

static gboolean
read_order (JsonObject       *object,
            ThExperimentPlan *self)
{
  gint64 seed, n_runs;

  if (!read_int (object, "seed", 0, G_MAXUINT32, &seed) ||
      !read_int (object, "runs", 1, TH_EXPERIMENT_MAX_RUNS, &n_runs))
    return FALSE;

  self->seed = seed;
  self->n_runs = n_runs;
  self->order = dup_string (object, "order", 2 * TH_EXPERIMENT_MAX_RUNS);
  if (self->order == NULL || strlen (self->order) != 2 * self->n_runs)
    return FALSE;

  for (const char *pair = self->order; *pair != '\0'; pair += 2)
    if (strncmp (pair, "AB", 2) != 0 && strncmp (pair, "BA", 2) != 0)
      return FALSE;
  return TRUE;
}

/* Runs are finished in order, so their names must be the expected ones. */
static gboolean
read_runs (JsonObject       *object,
           ThExperimentPlan *self)
{
  JsonArray *runs = get_array (object, "done");

  if (runs == NULL || json_array_get_length (runs) > 2 * self->n_runs)
    return FALSE;

  for (guint i = 0; i < json_array_get_length (runs); i++)
    {
      JsonNode *node = json_array_get_element (runs, i);
      JsonObject *run = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      g_autofree char *expected = th_experiment_plan_name_run (self, i);
      g_autofree char *name = run != NULL ? dup_string (run, "run", strlen (expected)) : NULL;
      char *start = run != NULL ? dup_string (run, "start", MAX_TIME_LENGTH) : NULL;
      gint64 status;

      if (start != NULL)
        g_ptr_array_add (self->starts, start);
      if (start == NULL || g_strcmp0 (name, expected) != 0 ||
          !read_int (run, "status", 0, 0, &status))
        return FALSE;
    }
  return TRUE;
}

/* Only the looks of the program, or none, are accepted: with others, the share of α would be
 * wrong. */
static gboolean
read_looks (JsonObject       *object,
            ThExperimentPlan *self)
{
  JsonArray *looks = get_array (object, "looks");
  guint n = looks != NULL ? json_array_get_length (looks) : 0;
  gint64 n_looked;

  if (looks == NULL || (n != 0 && n != TH_EXPERIMENT_N_LOOKS) ||
      !read_int (object, "looked", 0, n, &n_looked))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (looks, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64 ||
          json_node_get_int (node) != th_experiment_looks[i])
        return FALSE;
    }
  self->has_looks = n > 0;
  self->n_looked = n_looked;
  if (n > 0 && self->n_runs != th_experiment_looks[n - 1])
    return FALSE;
  return n_looked == 0 || self->starts->len >= 2 * th_experiment_looks[n_looked - 1];
}

static gboolean
read_ends (JsonObject       *object,
           ThExperimentPlan *self)
{
  return read_bool (object, "stopped", &self->is_stopped) &&
         read_bool (object, "restored", &self->is_restored) &&
         (!self->is_stopped || self->n_looked > 0);
}

ThExperimentPlan *
th_experiment_manifest_parse (const char *text,
                              gsize       length)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(ThExperimentPlan) self = th_experiment_plan_new ();
  JsonNode *root;
  JsonObject *object;
  gint64 version;

  if (!g_utf8_validate (text, length, NULL) || !th_json_is_safe (text, length, MAX_DEPTH) ||
      !json_parser_load_from_data (parser, text, length, NULL))
    return NULL;

  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;

  object = json_node_get_object (root);
  if (!read_int (object, "experiment", VERSION, VERSION, &version) ||
      !read_commands (object, self) || !read_order (object, self) ||
      !read_runs (object, self) || !read_looks (object, self) || !read_ends (object, self))
    return NULL;
  return g_steal_pointer (&self);
}
