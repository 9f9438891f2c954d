/* th-preset.c - reads a preset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-preset.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "th-json-lex.h"

#define MAX_DEPTH 16
#define MAX_TEXT 4096
#define MAX_LIST 64

G_DEFINE_QUARK (th-preset-error-quark, th_preset_error)

/* A preset and what its pointers point to. */
typedef struct
{
  ThPreset      preset; /* first, so that th_preset_free() finds the rest */
  GStringChunk *strings;
  GPtrArray    *arrays;
  const char   *file; /* while reading */
} Preset;

void
th_preset_free (ThPreset *self)
{
  Preset *preset = (Preset *) self;

  if (preset == NULL)
    return;
  g_string_chunk_free (preset->strings);
  g_ptr_array_unref (preset->arrays);
  g_free (preset);
}

/* --- members --------------------------------------------------------------- */

G_GNUC_PRINTF (4, 5) static gboolean
refuse (const Preset   *self,
        ThPresetError   code,
        GError        **error,
        const char     *format,
        ...)
{
  g_autofree char *reason = NULL;
  g_autofree char *valid = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  valid = g_utf8_make_valid (reason, -1);
  g_set_error (error, TH_PRESET_ERROR, code, "%s: %s", self->file, valid);
  return FALSE;
}

static gboolean
check_members (const Preset  *self,
               JsonObject    *object,
               const char    *known,
               GError       **error)
{
  g_autoptr(GList) members = json_object_get_members (object);

  for (GList *m = members; m != NULL; m = m->next)
    {
      g_autofree char *word = g_strdup_printf (" %s ", (const char *) m->data);

      if (strstr (known, word) == NULL)
        return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                       _("unknown name “%s”; known names are:%s"), (const char *) m->data, known);
    }
  return TRUE;
}

/* The text of a node, stored; NULL if it is none that may be used. */
static const char *
take_string (Preset   *self,
             JsonNode *node)
{
  const char *text = node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                     json_node_get_value_type (node) == G_TYPE_STRING
                     ? json_node_get_string (node) : NULL;

  if (text == NULL || *text == '\0' || strlen (text) > MAX_TEXT)
    return NULL;
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return NULL;
  return g_string_chunk_insert_const (self->strings, text);
}

static gboolean
read_text (Preset      *self,
           JsonObject  *object,
           const char  *member,
           gboolean     is_needed,
           const char **text,
           GError     **error)
{
  JsonNode *node = json_object_get_member (object, member);

  *text = take_string (self, node);
  if (*text != NULL || (node == NULL && !is_needed))
    return TRUE;
  return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                 _("“%s” must be text of 1 to %d characters on one line"), member, MAX_TEXT);
}

static gboolean
read_number (Preset      *self,
             JsonObject  *object,
             const char  *member,
             guint        max,
             guint       *number,
             GError     **error)
{
  JsonNode *node = json_object_get_member (object, member);
  gint64 value;

  if (node == NULL)
    return TRUE;
  value = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64
          ? json_node_get_int (node) : 0;
  if (value < 1 || value > max)
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("“%s” must be a number from 1 to %u"),
                   member, max);
  *number = (guint) value;
  return TRUE;
}

/* "6.3" */
static gboolean
read_release (Preset      *self,
              JsonObject  *object,
              const char  *member,
              const char **release,
              GError     **error)
{
  if (!read_text (self, object, member, FALSE, release, error))
    return FALSE;
  if (*release == NULL ||
      g_regex_match_simple ("^[0-9]{1,4}\\.[0-9]{1,4}$", *release, 0, 0))
    return TRUE;
  return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                 _("“%s” is not the version of a kernel, like 6.3"), *release);
}

/* "system:event", either of which may be a pattern */
static gboolean
read_event_name (Preset      *self,
                 JsonObject  *object,
                 const char  *member,
                 gboolean     is_needed,
                 const char **name,
                 GError     **error)
{
  if (!read_text (self, object, member, is_needed, name, error))
    return FALSE;
  if (*name == NULL || g_regex_match_simple ("^[A-Za-z0-9_*-]+:[A-Za-z0-9_*-]+$", *name, 0, 0))
    return TRUE;
  return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                 _("“%s” is not the name of an event, like sched:sched_switch"), *name);
}

static JsonArray *
get_list (Preset      *self,
          JsonObject  *object,
          const char  *member,
          guint        max,
          gboolean    *is_wrong,
          GError     **error)
{
  JsonNode *node = json_object_get_member (object, member);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node)
                     : NULL;

  *is_wrong = node != NULL && (array == NULL || json_array_get_length (array) > max);
  if (*is_wrong)
    refuse (self, TH_PRESET_ERROR_CONTENT, error, _("“%s” must be a list of at most %u entries"),
            member, max);
  return *is_wrong ? NULL : array;
}

static gpointer
keep (Preset  *self,
      GArray  *array,
      guint   *n)
{
  gpointer elements;

  *n = array->len;
  elements = g_array_free (array, FALSE);
  g_ptr_array_add (self->arrays, elements);
  return elements;
}

/* A list of texts, ended by NULL. */
static gboolean
read_texts (Preset             *self,
            JsonObject         *object,
            const char         *member,
            const char *const **texts,
            GError            **error)
{
  g_autoptr(GArray) list = g_array_new (TRUE, TRUE, sizeof (char *));
  gboolean is_wrong;
  JsonArray *array = get_list (self, object, member, MAX_LIST, &is_wrong, error);
  guint n;

  if (is_wrong)
    return FALSE;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *text = take_string (self, json_array_get_element (array, i));

      if (text == NULL)
        return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("“%s” must be a list of texts"),
                       member);
      g_array_append_val (list, text);
    }
  *texts = keep (self, g_steal_pointer (&list), &n);
  return TRUE;
}

/* --- events ---------------------------------------------------------------- */

static gboolean
read_filters (Preset         *self,
              JsonObject     *object,
              ThPresetEvent  *event,
              GError        **error)
{
  g_autoptr(GArray) list = g_array_new (TRUE, TRUE, sizeof (char *));
  JsonNode *node = json_object_get_member (object, "filters");
  g_autoptr(GList) machines = NULL;
  const char *all, *none = "";
  guint n;

  if (!read_text (self, object, "filter", FALSE, &all, error))
    return FALSE;
  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("“filters” must be an object"));
  if (node != NULL)
    machines = json_object_get_members (json_node_get_object (node));
  if (g_list_length (machines) > MAX_LIST)
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("“filters” is too long"));

  for (GList *m = machines; m != NULL; m = m->next)
    {
      const char *machine = g_string_chunk_insert_const (self->strings, m->data);
      const char *filter;

      if (!read_text (self, json_node_get_object (node), machine, TRUE, &filter, error))
        return FALSE;
      g_array_append_val (list, machine);
      g_array_append_val (list, filter);
    }
  if (all != NULL)
    {
      g_array_append_val (list, none);
      g_array_append_val (list, all);
    }
  if (list->len > 0)
    event->filters = keep (self, g_steal_pointer (&list), &n);
  return TRUE;
}

/* Where only one member is needed, its value may stand for the object. */
static JsonObject *
dup_object (JsonNode   *node,
            const char *member)
{
  JsonObject *object;

  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_object_ref (json_node_get_object (node));

  object = json_object_new ();
  json_object_set_member (object, member, json_node_copy (node));
  return object;
}

static gboolean
read_event (Preset    *self,
            JsonNode  *node,
            GArray    *list,
            GError   **error)
{
  ThPresetEvent event = { NULL };
  g_autoptr(JsonObject) object = dup_object (node, "event");

  if (!check_members (self, object, " event since before machine without filter filters "
                      "instead-of ", error) ||
      !read_event_name (self, object, "event", TRUE, &event.name, error) ||
      !read_release (self, object, "since", &event.since, error) ||
      !read_release (self, object, "before", &event.before, error) ||
      !read_text (self, object, "machine", FALSE, &event.machine, error) ||
      !read_text (self, object, "without", FALSE, &event.without, error) ||
      !read_event_name (self, object, "instead-of", FALSE, &event.instead_of, error) ||
      !read_filters (self, object, &event, error))
    return FALSE;

  g_array_append_val (list, event);
  return TRUE;
}

/* --- probes ---------------------------------------------------------------- */

/* A line must define the probe that the preset says: "p NAME SYMBOL ARGS…". */
static gboolean
check_line (const Preset         *self,
            const ThPresetProbe  *probe,
            const char           *line,
            GError              **error)
{
  g_auto(GStrv) words = g_strsplit (line, " ", 4);

  if (g_strv_length (words) >= 3 && strlen (words[0]) == 1 && strchr ("prft", *words[0]) != NULL &&
      strcmp (words[1], probe->name) == 0 && *words[2] != '\0')
    return TRUE;
  return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                 _("“%s” must be “p %s FUNCTION ARGUMENTS…”, or with r, f or t"), line,
                 probe->name);
}

static gboolean
read_line (Preset         *self,
           ThPresetProbe  *probe,
           JsonNode       *node,
           GArray         *list,
           GError        **error)
{
  ThPresetLine line = { NULL };
  g_autoptr(JsonObject) object = dup_object (node, "line");

  if (!check_members (self, object, " line since before machine needs ", error) ||
      !read_text (self, object, "line", TRUE, &line.line, error) ||
      !read_release (self, object, "since", &line.since, error) ||
      !read_release (self, object, "before", &line.before, error) ||
      !read_text (self, object, "machine", FALSE, &line.machine, error) ||
      !read_text (self, object, "needs", FALSE, &line.needs, error) ||
      !check_line (self, probe, line.line, error))
    return FALSE;

  g_array_append_val (list, line);
  return TRUE;
}

static gboolean
read_probe (Preset    *self,
            JsonNode  *node,
            GArray    *list,
            GError   **error)
{
  g_autoptr(GArray) lines = g_array_new (FALSE, TRUE, sizeof (ThPresetLine));
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  ThPresetProbe probe = { NULL };
  gboolean is_wrong;
  JsonArray *array;

  if (object == NULL)
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("a probe must be an object"));
  if (!check_members (self, object, " event group without lines ", error) ||
      !read_text (self, object, "event", TRUE, &probe.name, error) ||
      !read_text (self, object, "group", FALSE, &probe.group, error) ||
      !read_text (self, object, "without", FALSE, &probe.without, error))
    return FALSE;
  if (!g_regex_match_simple ("^[A-Za-z_][A-Za-z0-9_]{0,62}$", probe.name, 0, 0))
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("“%s” is not the name of a probe"),
                   probe.name);

  array = get_list (self, object, "lines", TH_PRESET_MAX_LINES, &is_wrong, error);
  if (is_wrong)
    return FALSE;
  if (array == NULL || json_array_get_length (array) == 0)
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("the probe “%s” has no lines"),
                   probe.name);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_line (self, &probe, json_array_get_element (array, i), lines, error))
      return FALSE;

  probe.lines = keep (self, g_steal_pointer (&lines), &probe.n_lines);
  g_array_append_val (list, probe);
  return TRUE;
}

/* --- preset ---------------------------------------------------------------- */

static gboolean
read_elements (Preset      *self,
               JsonObject  *root,
               const char  *member,
               guint        max,
               gboolean   (*read) (Preset    *self,
                                   JsonNode  *node,
                                   GArray    *list,
                                   GError   **error),
               GArray      *list,
               GError     **error)
{
  gboolean is_wrong;
  JsonArray *array = get_list (self, root, member, max, &is_wrong, error);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!read (self, json_array_get_element (array, i), list, error))
      return FALSE;
  return !is_wrong;
}

static gboolean
read_id (Preset      *self,
         JsonObject  *root,
         GError     **error)
{
  ThPreset *preset = &self->preset;

  if (!read_text (self, root, "id", TRUE, &preset->id, error))
    return FALSE;
  if (!g_regex_match_simple ("^[a-z0-9-]{1,40}$", preset->id, 0, 0))
    return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                   _("“%s” is not an id: use a–z, 0–9 and “-”"), preset->id);
  return TRUE;
}

static gboolean
read_needs (Preset      *self,
            JsonObject  *root,
            GError     **error)
{
  const char *const *needs;

  if (!read_texts (self, root, "needs", &needs, error))
    return FALSE;
  for (; *needs != NULL; needs++)
    if (strcmp (*needs, "pids") == 0)
      self->preset.needs |= TH_PRESET_NEEDS_PIDS;
    else if (strcmp (*needs, "functions") == 0)
      self->preset.needs |= TH_PRESET_NEEDS_FUNCTIONS;
    else
      return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                     _("“needs” cannot be “%s”; use one of: %s"), *needs, "pids, functions");
  return TRUE;
}

static gboolean
read_tracer (Preset      *self,
             JsonObject  *root,
             GError     **error)
{
  const char **tracer = &self->preset.tracer;

  if (!read_text (self, root, "tracer", FALSE, tracer, error))
    return FALSE;
  if (*tracer == NULL || strcmp (*tracer, "function") == 0 ||
      strcmp (*tracer, "function_graph") == 0)
    return TRUE;
  return refuse (self, TH_PRESET_ERROR_CONTENT, error,
                 _("“tracer” cannot be “%s”; use one of: %s"), *tracer,
                 "function, function_graph");
}

static gboolean
read_root (Preset      *self,
           JsonObject  *root,
           GError     **error)
{
  g_autoptr(GArray) events = g_array_new (FALSE, TRUE, sizeof (ThPresetEvent));
  g_autoptr(GArray) probes = g_array_new (FALSE, TRUE, sizeof (ThPresetProbe));
  ThPreset *preset = &self->preset;

  if (!check_members (self, root, " id title text notes includes buffer-kb tracer max-depth needs "
                      "events probes ", error) ||
      !read_id (self, root, error) ||
      !read_text (self, root, "title", TRUE, &preset->title, error) ||
      !read_text (self, root, "text", TRUE, &preset->text, error) ||
      !read_texts (self, root, "includes", &preset->includes, error) ||
      !read_number (self, root, "buffer-kb", 16 << 20, &preset->buffer_kb, error) ||
      !read_number (self, root, "max-depth", 100, &preset->max_depth, error) ||
      !read_tracer (self, root, error) || !read_needs (self, root, error) ||
      !read_elements (self, root, "events", TH_PRESET_MAX_EVENTS, read_event, events, error) ||
      !read_elements (self, root, "probes", TH_PRESET_MAX_PROBES, read_probe, probes, error))
    return FALSE;

  preset->events = keep (self, g_steal_pointer (&events), &preset->n_events);
  preset->probes = keep (self, g_steal_pointer (&probes), &preset->n_probes);
  return TRUE;
}

static gboolean
read_json (Preset      *self,
           const char  *text,
           gsize        length,
           GError     **error)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) syntax = NULL;
  JsonNode *root;

  if (length > TH_PRESET_MAX_BYTES)
    return refuse (self, TH_PRESET_ERROR_FILE, error, _("it is larger than %d bytes"),
                   TH_PRESET_MAX_BYTES);
  if (!g_utf8_validate (text, length, NULL) || !th_json_is_safe (text, length, MAX_DEPTH))
    return refuse (self, TH_PRESET_ERROR_SYNTAX, error, _("it is not JSON"));
  if (!json_parser_load_from_data (parser, text, length, &syntax))
    return refuse (self, TH_PRESET_ERROR_SYNTAX, error, "%s", syntax->message);

  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return refuse (self, TH_PRESET_ERROR_CONTENT, error, _("it is not an object: { … }"));
  return read_root (self, json_node_get_object (root), error);
}

ThPreset *
th_preset_parse (const char  *name,
                 const char  *text,
                 gsize        length,
                 GError     **error)
{
  Preset *self = g_new0 (Preset, 1);
  g_autoptr(ThPreset) preset = &self->preset;

  self->strings = g_string_chunk_new (1024);
  self->arrays = g_ptr_array_new_with_free_func (g_free);
  self->file = name;
  if (!read_json (self, text, length, error))
    return NULL;

  self->file = NULL;
  return g_steal_pointer (&preset);
}
