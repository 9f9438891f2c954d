/* th-stage-map-read.c - reads a stage map: its stages, points and layers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-map-json.h"
#include "th-stage-map-private.h"

#define CONTENT TH_STAGE_MAP_ERROR_CONTENT

/* The data of a MapJson. */
typedef struct
{
  StageMap  *result;
  GPtrArray *others; /* of ThStageMap: the maps added before this one */
} Reader;

/* --- names ------------------------------------------------------------- */

/* Allows at most three "*", as matching a hostile name backtracks for each of them. */
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
read_stage (MapJson     *self,
            JsonObject  *object,
            GArray      *stages,
            GError     **error)
{
  guint context = G_N_ELEMENTS (contexts) - 1;
  ThStage stage = { NULL, };

  if (!th_map_json_check_members (self, object, " id title context waits description ", error) ||
      !th_map_json_read_id (self, object, &stage.id, error) ||
      !th_map_json_read_text (self, object, "title", FALSE, &stage.title, error) ||
      !th_map_json_read_text (self, object, "description", TRUE, &stage.text, error) ||
      !th_map_json_read_bool (self, object, "waits", &stage.waits, error) ||
      !th_map_json_read_choice (self, object, "context", context_names, &context, error))
    return FALSE;
  if (find_stage ((const ThStage *) stages->data, stages->len, stage.id) != NULL)
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, "id"),
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

/* Looks up the stage in this map, then in those read before, newest first. */
static gboolean
read_stage_of_point (MapJson        *self,
                     JsonObject     *object,
                     const ThStage **stage,
                     GError        **error)
{
  const Reader *reader = self->data;
  const ThStageMap *map = &reader->result->map;
  const char *id;

  *stage = NULL;
  if (!th_map_json_read_text (self, object, "stage", TRUE, &id, error))
    return FALSE;
  if (id == NULL)
    return TRUE;

  *stage = find_stage (map->stages, map->n_stages, id);
  for (guint i = reader->others->len; *stage == NULL && i-- > 0;)
    {
      const ThStageMap *other = g_ptr_array_index (reader->others, i);

      *stage = find_stage (other->stages, other->n_stages, id);
    }

  return *stage != NULL ||
         th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, "stage"),
                             _("there is no stage “%s”"), id);
}

static gboolean
read_optional_fields (MapJson            *self,
                      JsonObject         *object,
                      const char         *member,
                      const char *const **fields,
                      GError            **error)
{
  return !th_map_json_has_member (self, object, member) ||
         th_map_json_read_names (self, object, member, is_field, _("this is not a field name"),
                                 fields, error);
}

static gboolean
read_until (MapJson       *self,
            JsonObject    *object,
            ThStagePoint  *point,
            GError       **error)
{
  if (!th_map_json_read_text (self, object, "until", TRUE, &point->until, error))
    return FALSE;

  return point->until == NULL || is_event (point->until) ||
         th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, "until"),
                             _("“%s” is not an event: use a form like “probe:segment_ret”"),
                             point->until);
}

/* The members of a link must specify the other packet in exactly one way. */
static gboolean
check_link (MapJson             *self,
            JsonObject          *object,
            const ThStagePoint  *point,
            GError             **error)
{
  guint line = th_map_json_get_line (self, object, NULL);

  if (point->link == TH_STAGE_LINK_NONE &&
      (point->parent != NULL || point->until != NULL || point->role == TH_STAGE_NONE))
    return th_map_json_refuse (self, error, CONTENT, line, _("“link” is missing"));
  if (point->link != TH_STAGE_LINK_NONE && point->parent == NULL && point->until == NULL &&
      point->head == NULL)
    return th_map_json_refuse (self, error, CONTENT, line,
                               _("a “link” needs “parent”, “until” or “head”"));
  if (point->result != NULL && (point->until == NULL || point->parent == NULL))
    return th_map_json_refuse (self, error, CONTENT, line,
                               _("“result” needs “parent” and “until”"));
  if (point->result == NULL && th_map_json_has_member (self, object, "good"))
    return th_map_json_refuse (self, error, CONTENT, line, _("“good” needs “result”"));

  return TRUE;
}

static gboolean
read_link (MapJson       *self,
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

  if (!th_map_json_read_choice (self, object, "link", links, &link, error) ||
      !read_optional_fields (self, object, "parent", &point->parent, error) ||
      !read_optional_fields (self, object, "head", &point->head, error) ||
      !read_optional_fields (self, object, "result", &point->result, error) ||
      !th_map_json_read_choice (self, object, "good", results, &good_zero, error) ||
      !read_until (self, object, point, error))
    return FALSE;

  point->link = link;
  point->good_zero = good_zero;
  return check_link (self, object, point, error);
}

/* Adds a point for the event that ends a call, so that the map subscribes to it. */
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
read_point (MapJson     *self,
            JsonObject  *object,
            GArray      *points,
            GError     **error)
{
  const char *const *events = NULL;
  const char *description;
  ThStagePoint point = { NULL, };
  guint role = TH_STAGE_STEP;

  if (!th_map_json_check_members (self, object,
                                  " event address stage role link parent head until result good "
                                  "description ", error) ||
      !th_map_json_read_names (self, object, "event", is_event,
                               _("this is not an event: use a form like “kprobes:ip_rcv” or "
                                 "“*:ip_rcv”"), &events, error) ||
      !th_map_json_read_names (self, object, "address", is_field, _("this is not a field name"),
                               &point.address, error) ||
      !read_stage_of_point (self, object, &point.stage, error) ||
      !th_map_json_read_choice (self, object, "role", role_names, &role, error) ||
      !th_map_json_read_text (self, object, "description", TRUE, &description, error))
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
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, NULL),
                               _("there are more than %d events"), TH_STAGE_MAP_MAX_POINTS);

  return TRUE;
}

/* --- layers ------------------------------------------------------------ */

static gboolean
read_layer (MapJson     *self,
            JsonObject  *object,
            GArray      *layers,
            GError     **error)
{
  static const char *const directions[] = { "rx", "tx", NULL };
  const char *what = _("this is not an event: use a form like “net:netif_rx” or “*:ip_rcv”");
  const char *description;
  guint direction = 0;
  ThStageLayer layer = { NULL, };

  if (!th_map_json_check_members (self, object,
                                  " id title direction from to description ", error) ||
      !th_map_json_read_id (self, object, &layer.id, error) ||
      !th_map_json_read_text (self, object, "title", TRUE, &layer.title, error) ||
      !th_map_json_read_text (self, object, "description", TRUE, &description, error) ||
      !th_map_json_read_choice (self, object, "direction", directions, &direction, error) ||
      !th_map_json_read_names (self, object, "from", is_event, what, &layer.from, error) ||
      !th_map_json_read_names (self, object, "to", is_event, what, &layer.to, error))
    return FALSE;
  for (guint i = 0; i < layers->len; i++)
    if (strcmp (g_array_index (layers, ThStageLayer, i).id, layer.id) == 0)
      return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, "id"),
                                 _("there are two layers “%s”"), layer.id);

  layer.transmit = direction == 1;
  if (layer.title == NULL)
    layer.title = layer.id;
  g_array_append_val (layers, layer);
  return TRUE;
}

/* --- maps -------------------------------------------------------------- */

static gboolean
read_map (MapJson     *self,
          JsonObject  *root,
          GError     **error)
{
  ThStageMap *map = &((Reader *) self->data)->result->map;

  if (!th_map_json_check_members (self, root,
                                  " id title description built-in stages points layers ", error) ||
      !th_map_json_read_id (self, root, &map->id, error) ||
      !th_map_json_read_text (self, root, "title", FALSE, &map->title, error) ||
      !th_map_json_read_bool (self, root, "built-in", &map->built_in, error) ||
      !th_map_json_read_text (self, root, "description", TRUE, &map->description, error) ||
      !th_map_json_read_objects (self, root, "stages", TH_STAGE_MAP_MAX_STAGES, read_stage,
                                 sizeof (ThStage), &map->stages, &map->n_stages, error) ||
      !th_map_json_read_objects (self, root, "points", TH_STAGE_MAP_MAX_POINTS, read_point,
                                 sizeof (ThStagePoint), &map->points, &map->n_points, error) ||
      !th_map_json_read_objects (self, root, "layers", TH_STAGE_MAP_MAX_LAYERS, read_layer,
                                 sizeof (ThStageLayer), &map->layers, &map->n_layers, error))
    return FALSE;
  if (map->n_points == 0 && map->n_layers == 0)
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, root, NULL),
                               _("it has neither “points” nor “layers”"));
  if (map->description == NULL)
    map->description = "";

  return TRUE;
}

StageMap *
th_stage_map_read (const char  *name,
                   const char  *text,
                   gsize        length,
                   GPtrArray   *maps,
                   GError     **error)
{
  StageMap *result = g_new0 (StageMap, 1);
  Reader reader = { result, maps };
  JsonObject *root;
  gboolean good;
  MapJson json;

  result->strings = g_string_chunk_new (1024);
  result->arrays = g_ptr_array_new_with_free_func (g_free);
  result->map.file = g_string_chunk_insert (result->strings, name);

  th_map_json_init (&json, name, result->strings, result->arrays, &reader);
  root = th_map_json_parse (&json, text, length, error);
  good = root != NULL && read_map (&json, root, error);
  th_map_json_clear (&json);
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
