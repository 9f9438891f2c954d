/* th-stage-map-read.c - reads a stage map from JSON, and names the line of a mistake
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The parser's signals tell the lines: objects where they begin, members where
 * their value ends.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "th-stage-map-private.h"

/* The parser recurses on each: so many need 300 KiB of stack. */
#define MAX_OPENERS 1024
#define MAX_NAMES 8
#define MAX_TEXT 1000

G_DEFINE_QUARK (th-stage-map-error-quark, th_stage_map_error)

typedef struct
{
  const char *name;       /* of the file, for messages */
  StageMap   *result;
  GPtrArray  *others;     /* of StageMap */
  GArray     *open;       /* guint: lines where the open objects begin */
  GHashTable *lines;      /* JsonObject → line */
  GHashTable *members;    /* "pointer name" → line */
  char       *twice;      /* a member that is there twice, … */
  guint       twice_line;
  guint       error_line;
} Reader;

static gboolean
refuse (Reader          *self,
        GError         **error,
        ThStageMapError  code,
        guint            line,
        const char      *format,
        ...) G_GNUC_PRINTF (5, 6);

static gboolean
refuse (Reader           *self,
        GError          **error,
        ThStageMapError   code,
        guint             line,
        const char       *format,
        ...)
{
  g_autofree char *reason = NULL;
  g_autofree char *valid = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  valid = g_utf8_make_valid (reason, -1);

  if (line > 0)
    g_set_error (error, TH_STAGE_MAP_ERROR, code, "%s:%u: %s", self->name, line, valid);
  else
    g_set_error (error, TH_STAGE_MAP_ERROR, code, "%s: %s", self->name, valid);
  return FALSE;
}

/* --- lines ------------------------------------------------------------- */

static char *
member_key (JsonObject *object,
            const char *member)
{
  return g_strdup_printf ("%p %s", (void *) object, member);
}

static void
object_start_cb (JsonParser *parser,
                 Reader     *self)
{
  guint line = json_parser_get_current_line (parser);

  g_array_append_val (self->open, line);
}

static void
object_end_cb (JsonParser *parser,
               JsonObject *object,
               Reader     *self)
{
  guint line = self->open->len > 0 ? g_array_index (self->open, guint, self->open->len - 1) : 0;

  g_hash_table_insert (self->lines, object, GUINT_TO_POINTER (line));
  if (self->open->len > 0)
    g_array_set_size (self->open, self->open->len - 1);
}

static void
object_member_cb (JsonParser *parser,
                  JsonObject *object,
                  const char *member,
                  Reader     *self)
{
  guint line = json_parser_get_current_line (parser);

  if (!g_hash_table_insert (self->members, member_key (object, member), GUINT_TO_POINTER (line)) &&
      self->twice == NULL)
    {
      self->twice = g_strdup (member);
      self->twice_line = line;
    }
}

static void
error_cb (JsonParser   *parser,
          const GError *error,
          Reader       *self)
{
  self->error_line = json_parser_get_current_line (parser);
}

static guint
line_of (Reader     *self,
         JsonObject *object,
         const char *member)
{
  g_autofree char *key = member != NULL ? member_key (object, member) : NULL;

  return GPOINTER_TO_UINT (key != NULL
                           ? g_hash_table_lookup (self->members, key)
                           : g_hash_table_lookup (self->lines, object));
}

#define CONTENT TH_STAGE_MAP_ERROR_CONTENT

/* --- members ----------------------------------------------------------- */

/* Whether all members of @object are among @known (with blanks around each). */
static gboolean
check_members (Reader      *self,
               JsonObject  *object,
               const char  *known,
               GError     **error)
{
  g_autoptr(GList) members = json_object_get_members (object);

  for (GList *m = members; m != NULL; m = m->next)
    {
      g_autofree char *string = g_strdup_printf (" %s ", (const char *) m->data);

      if (strchr (m->data, ' ') != NULL || strstr (known, string) == NULL)
        return refuse (self, error, CONTENT, line_of (self, object, m->data),
                       _("unknown name “%s”; known names are:%s"),
                       (const char *) m->data, known);
    }

  return TRUE;
}

static const char *
get_string (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
         ? json_node_get_string (node) : NULL;
}

/* A text; *@text stays %NULL where an optional one is not there. */
static gboolean
read_text (Reader      *self,
           JsonObject  *object,
           const char  *member,
           gboolean     optional,
           const char **text,
           GError     **error)
{
  JsonNode *node = json_object_get_member (object, member);
  const char *value;

  *text = NULL;
  if (node == NULL)
    return optional ||
           refuse (self, error, CONTENT, line_of (self, object, NULL), _("“%s” is missing"),
                   member);
  if (!(value = get_string (node)) || *value == '\0' || strlen (value) > MAX_TEXT)
    return refuse (self, error, CONTENT, line_of (self, object, member),
                   _("“%s” must be text of 1 to %d characters"), member, MAX_TEXT);

  *text = g_string_chunk_insert (self->result->strings, value);
  return TRUE;
}

static gboolean
read_id (Reader      *self,
         JsonObject  *object,
         const char **id,
         GError     **error)
{
  if (!read_text (self, object, "id", FALSE, id, error))
    return FALSE;
  if (strspn (*id, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (*id) || strlen (*id) > 40)
    return refuse (self, error, CONTENT, line_of (self, object, "id"),
                   _("“%s” is not an id: use a–z, 0–9 and “-”"), *id);

  return TRUE;
}

static gboolean
read_bool (Reader      *self,
           JsonObject  *object,
           const char  *member,
           gboolean    *value,
           GError     **error)
{
  JsonNode *node = json_object_get_member (object, member);

  *value = FALSE;
  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return refuse (self, error, CONTENT, line_of (self, object, member),
                   _("“%s” must be true or false"), member);

  *value = json_node_get_boolean (node);
  return TRUE;
}

/* Which of @words (NULL-terminated) the text is; @value stays where it is not there. */
static gboolean
read_choice (Reader             *self,
             JsonObject         *object,
             const char         *member,
             const char *const  *strings,
             guint              *value,
             GError            **error)
{
  g_autofree char *all = NULL;
  const char *text;

  if (!read_text (self, object, member, TRUE, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;

  for (guint i = 0; strings[i] != NULL; i++)
    if (strcmp (strings[i], text) == 0)
      {
        *value = i;
        return TRUE;
      }

  all = g_strjoinv (", ", (char **) strings);
  return refuse (self, error, CONTENT, line_of (self, object, member),
                 _("“%s” cannot be “%s”; use one of: %s"), member, text, all);
}

/* Few "*", since each may begin at every letter of a name of a stranger. */
static gboolean
is_event (const char *text)
{
  const char *colon = strchr (text, ':');
  guint n_stars = 0;

  for (const char *c = text; *c != '\0'; c++)
    n_stars += *c == '*';

  return n_stars <= 3 && colon != NULL && colon > text && colon[1] != '\0' &&
         strchr (colon + 1, ':') == NULL &&
         strpbrk (text, " \t\n?[]$") == NULL;
}

static gboolean
is_field (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '_')
      return FALSE;

  return *text != '\0';
}

/* One text or a list of them, each @good; NULL-terminated. */
static gboolean
read_names (Reader              *self,
            JsonObject          *object,
            const char          *member,
            gboolean           (*good) (const char *),
            const char          *what,
            const char *const  **names,
            GError             **error)
{
  JsonNode *node = json_object_get_member (object, member);
  guint line = line_of (self, object, member);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node)
                     : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 1;
  const char **list;

  if (node == NULL)
    return refuse (self, error, CONTENT, line_of (self, object, NULL), _("“%s” is missing"),
                   member);
  if (n == 0 || n > MAX_NAMES)
    return refuse (self, error, CONTENT, line, _("“%s” must have 1 to %d names"), member,
                   MAX_NAMES);

  list = g_new0 (const char *, n + 1);
  g_ptr_array_add (self->result->arrays, list);
  for (guint i = 0; i < n; i++)
    {
      const char *name = get_string (array != NULL ? json_array_get_element (array, i) : node);

      if (name == NULL || strlen (name) > MAX_TEXT || !good (name))
        return refuse (self, error, CONTENT, line, "“%s”: %s", name != NULL ? name : member, what);
      list[i] = g_string_chunk_insert (self->result->strings, name);
    }

  *names = list;
  return TRUE;
}

/* Appends to @list what @object tells. */
typedef gboolean (*ReadObject) (Reader      *self,
                                JsonObject  *object,
                                GArray      *list,
                                GError     **error);

/* The objects of a list, at most @max, one after the other, as @n elements of
 * @size bytes that stay with the map; none where the list is not there. */
static gboolean
read_objects (Reader      *self,
              JsonObject  *root,
              const char  *member,
              guint        max,
              ReadObject   read_object,
              gsize        size,
              gpointer     elements,
              guint       *n,
              GError     **error)
{
  JsonNode *node = json_object_get_member (root, member);
  guint line = line_of (self, root, member);
  g_autoptr(GArray) list = g_array_new (FALSE, TRUE, size);
  JsonArray *array;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return refuse (self, error, CONTENT, line, _("“%s” is not a list"), member);

  array = json_node_get_array (node);
  if (json_array_get_length (array) > max)
    return refuse (self, error, CONTENT, line, _("“%s” has more than %u entries"), member, max);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_OBJECT (element))
        return refuse (self, error, CONTENT, line, _("“%s” has an entry that is not an object"),
                       member);
      if (!read_object (self, json_node_get_object (element), list, error))
        return FALSE;
    }

  *n = list->len;
  *(gpointer *) elements = g_array_steal (list, NULL);
  g_ptr_array_add (self->result->arrays, *(gpointer *) elements);
  return TRUE;
}

/* --- stages ------------------------------------------------------------ */

static const char *const context_names[] = {
  "irq", "softirq", "napi", "gro", "stack", "queue", "wakeup", "reader", "copy",
  "send", "qdisc", "driver", "completion", "syscall", "other", NULL
};
static const ThContext contexts[] = {
  TH_CONTEXT_IRQ, TH_CONTEXT_SOFTIRQ, TH_CONTEXT_NAPI, TH_CONTEXT_GRO, TH_CONTEXT_STACK,
  TH_CONTEXT_QUEUE,
  TH_CONTEXT_WAKEUP, TH_CONTEXT_READER, TH_CONTEXT_COPY,
  TH_CONTEXT_SEND, TH_CONTEXT_QDISC, TH_CONTEXT_DRIVER, TH_CONTEXT_COMPLETION, TH_CONTEXT_SYSCALL,
  TH_CONTEXT_OTHER
};

G_STATIC_ASSERT (G_N_ELEMENTS (context_names) == G_N_ELEMENTS (contexts) + 1);

static const ThStage *
find_stage (const ThStage *stages,
            guint          n,
            const char    *id)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (stages[i].id, id) == 0)
      return &stages[i];

  return NULL;
}

static gboolean
read_stage (Reader      *self,
            JsonObject  *object,
            GArray      *stages,
            GError     **error)
{
  guint context = G_N_ELEMENTS (contexts) - 1;
  ThStage stage = { NULL, };

  if (!check_members (self, object, " id title context waits description ", error) ||
      !read_id (self, object, &stage.id, error) ||
      !read_text (self, object, "title", FALSE, &stage.title, error) ||
      !read_text (self, object, "description", TRUE, &stage.text, error) ||
      !read_bool (self, object, "waits", &stage.waits, error) ||
      !read_choice (self, object, "context", context_names, &context, error))
    return FALSE;
  if (find_stage ((const ThStage *) stages->data, stages->len, stage.id) != NULL)
    return refuse (self, error, CONTENT, line_of (self, object, "id"),
                   _("there are two stages “%s”"), stage.id);

  stage.context = contexts[context];
  if (stage.text == NULL)
    stage.text = "";
  g_array_append_val (stages, stage);
  return TRUE;
}

/* --- points ------------------------------------------------------------ */

static const char *const role_names[] = { [TH_STAGE_STEP] = "step", [TH_STAGE_BIRTH] = "birth",
                                          [TH_STAGE_END] = "end", [TH_STAGE_NONE] = "none", NULL };

/* Its own stage of that id, else one of a map that was there before. */
static gboolean
read_stage_of_point (Reader         *self,
                     JsonObject     *object,
                     const ThStage **stage,
                     GError        **error)
{
  const char *id;

  *stage = NULL;
  if (!read_text (self, object, "stage", TRUE, &id, error))
    return FALSE;
  if (id == NULL)
    return TRUE;

  *stage = find_stage (self->result->map.stages, self->result->map.n_stages, id);
  for (guint i = self->others->len; *stage == NULL && i-- > 0;)
    {
      const ThStageMap *other = &((StageMap *) g_ptr_array_index (self->others, i))->map;

      *stage = find_stage (other->stages, other->n_stages, id);
    }

  return *stage != NULL ||
         refuse (self, error, CONTENT, line_of (self, object, "stage"), _("there is no stage “%s”"),
                 id);
}

static gboolean
read_optional_fields (Reader             *self,
                      JsonObject         *object,
                      const char         *member,
                      const char *const **fields,
                      GError            **error)
{
  return !json_object_has_member (object, member) ||
         read_names (self, object, member, is_field, _("this is not a field name"), fields, error);
}

static gboolean
read_until (Reader        *self,
            JsonObject    *object,
            ThStagePoint  *point,
            GError       **error)
{
  if (!read_text (self, object, "until", TRUE, &point->until, error))
    return FALSE;

  return point->until == NULL || is_event (point->until) ||
         refuse (self, error, CONTENT, line_of (self, object, "until"),
                 _("“%s” is not an event: use a form like “probe:segment_ret”"), point->until);
}

/* Which packet the link is with must be told in one way. */
static gboolean
check_link (Reader              *self,
            JsonObject          *object,
            const ThStagePoint  *point,
            GError             **error)
{
  guint line = line_of (self, object, NULL);

  if (point->link == TH_STAGE_LINK_NONE &&
      (point->parent != NULL || point->until != NULL || point->role == TH_STAGE_NONE))
    return refuse (self, error, CONTENT, line, _("“link” is missing"));
  if (point->link != TH_STAGE_LINK_NONE && point->parent == NULL && point->until == NULL &&
      point->head == NULL)
    return refuse (self, error, CONTENT, line, _("a “link” needs “parent”, “until” or “head”"));
  if (point->result != NULL && (point->until == NULL || point->parent == NULL))
    return refuse (self, error, CONTENT, line, _("“result” needs “parent” and “until”"));
  if (point->result == NULL && json_object_has_member (object, "good"))
    return refuse (self, error, CONTENT, line, _("“good” needs “result”"));

  return TRUE;
}

static gboolean
read_link (Reader        *self,
           JsonObject    *object,
           ThStagePoint  *point,
           GError       **error)
{
  static const char *const links[] = {
    [TH_STAGE_LINK_NONE] = "none", [TH_STAGE_LINK_CLONE] = "clone",
        [TH_STAGE_LINK_SEGMENT] = "segment", [TH_STAGE_LINK_COPY] = "copy",
    [TH_STAGE_LINK_GRO] = "gro", [TH_STAGE_LINK_COALESCE] = "coalesce",
        [TH_STAGE_LINK_FRAGMENT] = "fragment", NULL
  };
  static const char *const results[] = { "not-zero", "zero", NULL };
  guint link = TH_STAGE_LINK_NONE, good_zero = FALSE;

  if (!read_choice (self, object, "link", links, &link, error) ||
      !read_optional_fields (self, object, "parent", &point->parent, error) ||
      !read_optional_fields (self, object, "head", &point->head, error) ||
      !read_optional_fields (self, object, "result", &point->result, error) ||
      !read_choice (self, object, "good", results, &good_zero, error) ||
      !read_until (self, object, point, error))
    return FALSE;

  point->link = link;
  point->good_zero = good_zero;
  return check_link (self, object, point, error);
}

/* The event that ends a call is one of the map's own, so that it is asked for. */
static void
add_return (GArray             *points,
            const ThStagePoint *point)
{
  static const char *const no_address[] = { NULL };
  ThStagePoint end = { .event = point->until, .address = no_address, .role = TH_STAGE_RETURN,
                       .result = point->result };

  g_array_append_val (points, end);
}

static gboolean
read_point (Reader      *self,
            JsonObject  *object,
            GArray      *points,
            GError     **error)
{
  const char *const *events = NULL;
  const char *description;
  ThStagePoint point = { NULL, };
  guint role = TH_STAGE_STEP;

  if (!check_members (self, object,
                      " event address stage role link parent head until result good description ",
                      error) ||
      !read_names (self, object, "event", is_event,
                   _("this is not an event: use a form like “kprobes:ip_rcv” or "
                                                      "“*:ip_rcv”"), &events, error) ||
      !read_names (self, object, "address", is_field, _("this is not a field name"), &point.address,
                   error) ||
      !read_stage_of_point (self, object, &point.stage, error) ||
      !read_choice (self, object, "role", role_names, &role, error) ||
      !read_text (self, object, "description", TRUE, &description, error))
    return FALSE;
  point.role = role;
  if (!read_link (self, object, &point, error))
    return FALSE;

  for (guint i = 0; events[i] != NULL; i++)
    {
      point.event = events[i];
      g_array_append_val (points, point);
    }
  if (point.until != NULL)
    add_return (points, &point);
  if (points->len > TH_STAGE_MAP_MAX_POINTS)
    return refuse (self, error, CONTENT, line_of (self, object, NULL),
                   _("there are more than %d events"), TH_STAGE_MAP_MAX_POINTS);

  return TRUE;
}

/* --- layers ------------------------------------------------------------ */

static gboolean
read_layer (Reader      *self,
            JsonObject  *object,
            GArray      *layers,
            GError     **error)
{
  static const char *const directions[] = { "rx", "tx", NULL };
  const char *what = _("this is not an event: use a form like “net:netif_rx” or “*:ip_rcv”");
  const char *description;
  guint direction = 0;
  ThStageLayer layer = { NULL, };

  if (!check_members (self, object, " id title direction from to description ", error) ||
      !read_id (self, object, &layer.id, error) ||
      !read_text (self, object, "title", TRUE, &layer.title, error) ||
      !read_text (self, object, "description", TRUE, &description, error) ||
      !read_choice (self, object, "direction", directions, &direction, error) ||
      !read_names (self, object, "from", is_event, what, &layer.from, error) ||
      !read_names (self, object, "to", is_event, what, &layer.to, error))
    return FALSE;
  for (guint i = 0; i < layers->len; i++)
    if (strcmp (g_array_index (layers, ThStageLayer, i).id, layer.id) == 0)
      return refuse (self, error, CONTENT, line_of (self, object, "id"),
                     _("there are two layers “%s”"), layer.id);

  layer.transmit = direction == 1;
  if (layer.title == NULL)
    layer.title = layer.id;
  g_array_append_val (layers, layer);
  return TRUE;
}

/* --- the whole --------------------------------------------------------- */

static gboolean
read_map (Reader      *self,
          JsonObject  *root,
          GError     **error)
{
  ThStageMap *map = &self->result->map;

  if (!check_members (self, root, " id title description built-in stages points layers ", error) ||
      !read_id (self, root, &map->id, error) ||
      !read_text (self, root, "title", FALSE, &map->title, error) ||
      !read_bool (self, root, "built-in", &map->built_in, error) ||
      !read_text (self, root, "description", TRUE, &map->description, error) ||
      !read_objects (self, root, "stages", TH_STAGE_MAP_MAX_STAGES, read_stage, sizeof (ThStage),
                     &map->stages, &map->n_stages, error) ||
      !read_objects (self, root, "points", TH_STAGE_MAP_MAX_POINTS, read_point,
                     sizeof (ThStagePoint), &map->points, &map->n_points, error) ||
      !read_objects (self, root, "layers", TH_STAGE_MAP_MAX_LAYERS, read_layer,
                     sizeof (ThStageLayer), &map->layers, &map->n_layers, error))
    return FALSE;
  if (map->n_points == 0 && map->n_layers == 0)
    return refuse (self, error, CONTENT, line_of (self, root, NULL),
                   _("it has neither “points” nor “layers”"));
  if (map->description == NULL)
    map->description = "";

  return TRUE;
}

/* What would make the parser itself give up the ghost. */
static gboolean
check_text (Reader      *self,
            const char  *text,
            gsize        length,
            GError     **error)
{
  guint n_openers = 0;

  if (length > TH_STAGE_MAP_MAX_SIZE)
    return refuse (self, error, TH_STAGE_MAP_ERROR_FILE, 0, _("it is larger than %d bytes"),
                   TH_STAGE_MAP_MAX_SIZE);
  if (!g_utf8_validate (text, length, NULL))
    return refuse (self, error, TH_STAGE_MAP_ERROR_SYNTAX, 0, _("it is not UTF-8 text"));

  for (gsize i = 0; i < length; i++)
    n_openers += text[i] == '[' || text[i] == '{';
  if (n_openers > MAX_OPENERS)
    return refuse (self, error, TH_STAGE_MAP_ERROR_SYNTAX, 0,
                   _("it has more than %d lists and objects"), MAX_OPENERS);

  return TRUE;
}

static gboolean
parse (Reader      *self,
       const char  *text,
       gsize        length,
       GError     **error)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) complaint = NULL;
  JsonNode *root;

  g_signal_connect (parser, "object-start", G_CALLBACK (object_start_cb), self);
  g_signal_connect (parser, "object-end", G_CALLBACK (object_end_cb), self);
  g_signal_connect (parser, "object-member", G_CALLBACK (object_member_cb), self);
  g_signal_connect (parser, "error", G_CALLBACK (error_cb), self);

  if (!json_parser_load_from_data (parser, text, length, &complaint))
    {
      /* "<data>:7:9: " */
      const char *reason = strstr (complaint->message, ": ");

      return refuse (self, error, TH_STAGE_MAP_ERROR_SYNTAX, self->error_line, "%s",
                     reason != NULL ? reason + 2 : complaint->message);
    }
  if (self->twice != NULL)
    return refuse (self, error, CONTENT, self->twice_line, _("“%s” appears twice"), self->twice);
  if (!(root = json_parser_get_root (parser)) || !JSON_NODE_HOLDS_OBJECT (root))
    return refuse (self, error, CONTENT, 1,
                   _("this is not an object: a stage map has the form { … }"));

  return read_map (self, json_node_get_object (root), error);
}

StageMap *
th_stage_map_read (const char  *name,
                   const char  *text,
                   gsize        length,
                   GPtrArray   *maps,
                   GError     **error)
{
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GHashTable) lines = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  StageMap *result = g_new0 (StageMap, 1);
  Reader self = { name, result, maps, open, lines, members, NULL, 0, 0 };
  gboolean good;

  result->strings = g_string_chunk_new (1024);
  result->arrays = g_ptr_array_new_with_free_func (g_free);
  result->map.file = g_string_chunk_insert (result->strings, name);

  good = check_text (&self, text, length, error) && parse (&self, text, length, error);
  g_free (self.twice);
  if (good)
    return result;

  th_stage_map_free (result);
  return NULL;
}

void
th_stage_map_free (StageMap *self)
{
  g_ptr_array_unref (self->arrays);
  g_string_chunk_free (self->strings);
  g_free (self);
}
