/* th-packet-stage-points.c - the events of stage maps as steps of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map can define stages.  Those whose events this recording can have follow the
 * built-in ones in the flows, the table and the measures of the run.  Their descriptions
 * must live as long as the results, which outlive the run; there are only few different
 * sets, so they are never freed.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-packet-stage-points.h"
#include "th-hash.h"
#include "th-packet-cpu.h"
#include "th-packet-event.h"
#include "th-packet-strings.h"
#include "th-packets-private.h"
#include "th-stage-map.h"

/* --- stages -------------------------------------------------------------- */

static ThStage
keep_stage (const ThStage *stage)
{
  return (ThStage) { g_intern_string (stage->id), g_intern_string (stage->title),
                     g_intern_string (stage->text), stage->context, stage->waits };
}

static guint8
find_stage (const GArray *stages,
            const char   *id)
{
  for (guint i = 0; i < stages->len; i++)
    if (strcmp (g_array_index (stages, ThStage, i).id, id) == 0)
      return i;

  return TH_FLOW_NO_STAGE;
}

static void
add_stage_of_type (const Packets *self,
                   GArray        *stages,
                   guint          type)
{
  const char *system = th_recording_get_type_system (self->recording, type);
  const char *name = th_recording_get_type_name (self->recording, type);
  const ThStagePoint *point = th_stage_maps_find_point (self->maps, system, name);

  if (point != NULL && point->stage != NULL && stages->len < MAX_STAGES &&
      find_stage (stages, point->stage->id) == TH_FLOW_NO_STAGE)
    {
      ThStage stage = keep_stage (point->stage);

      g_array_append_val (stages, stage);
    }
}

/* In the order of the maps, which is the order of a journey. */
static GArray *
list_stages (const Packets *self)
{
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (ThStage));
  GArray *stages = g_array_new (FALSE, FALSE, sizeof (ThStage));

  g_array_append_vals (stages, th_packet_flows_info.stages, N_STAGES);
  g_array_append_vals (found, th_packet_flows_info.stages, N_STAGES);
  for (guint type = 0; type < th_recording_get_n_types (self->recording); type++)
    if (th_recording_has_type (self->recording, type))
      add_stage_of_type (self, found, type);

  for (guint i = 0; i < th_stage_maps_get_n (self->maps); i++)
    for (guint j = 0; j < th_stage_maps_get (self->maps, i)->n_stages; j++)
      {
        ThStage stage = keep_stage (&th_stage_maps_get (self->maps, i)->stages[j]);

        if (find_stage (found, stage.id) != TH_FLOW_NO_STAGE &&
            find_stage (stages, stage.id) == TH_FLOW_NO_STAGE)
          g_array_append_val (stages, stage);
      }

  return stages;
}

/* Equal sets have equal pointers, which are never freed. */
static const ThFlowsInfo *
keep_info (const GArray *stages)
{
  static GHashTable *kept;
  static GMutex mutex;
  g_autoptr(GString) key = g_string_new (NULL);
  ThFlowsInfo *info;

  for (guint i = 0; i < stages->len; i++)
    {
      const ThStage *stage = &g_array_index (stages, ThStage, i);

      g_string_append_printf (key, "%s\n%s\n%s\n%d %d\n", stage->id, stage->title, stage->text,
                              stage->context, stage->waits);
    }

  g_mutex_lock (&mutex);
  if (kept == NULL)
    kept = g_hash_table_new (th_string_hash, g_str_equal);
  info = g_hash_table_lookup (kept, key->str);
  if (info == NULL)
    {
      info = g_memdup2 (&th_packet_flows_info, sizeof *info);
      info->stages = g_memdup2 (stages->data, stages->len * sizeof (ThStage));
      info->n_stages = stages->len;
      g_hash_table_insert (kept, g_strdup (key->str), info);
    }
  g_mutex_unlock (&mutex);

  return info;
}

void
th_packet_stage_points_begin (Packets    *self,
                              const char *file)
{
  g_auto(GStrv) complaints = NULL;
  g_autoptr(GArray) stages = NULL;

  self->maps = th_stage_maps_load (file != NULL && *file != '\0' ? file : NULL, &complaints);
  for (guint i = 0; complaints != NULL && complaints[i] != NULL; i++)
    th_results_add_remark (self->results, complaints[i]);

  self->points = g_array_new (FALSE, TRUE, sizeof (ThPacketStagePoint));
  stages = list_stages (self);
  self->info = keep_info (stages);
}

char *
th_packet_stage_points_dup_measure (const ThStage *stage)
{
  return g_strconcat ("packet.", stage->id, NULL);
}

static void
list_measures (GStrvBuilder  *ids,
               const ThStage *stages,
               guint          n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = th_packet_stage_points_dup_measure (&stages[i]);

      g_strv_builder_add (ids, id);
    }
}

char **
th_packet_stage_points_list_measures (void)
{
  g_auto(GStrv) complaints = NULL;
  g_autoptr(ThStageMaps) maps = th_stage_maps_load (NULL, &complaints);
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();

  list_measures (ids, th_packet_flows_info.stages, N_STAGES);
  for (guint i = 0; i < th_stage_maps_get_n (maps); i++)
    list_measures (ids, th_stage_maps_get (maps, i)->stages, th_stage_maps_get (maps, i)->n_stages);

  return g_strv_builder_end (ids);
}

void
th_packet_stage_points_clear (Packets *self)
{
  g_array_unref (self->points);
  th_stage_maps_free (self->maps);
}

const ThSubscription *
th_packet_stage_points_get_subscriptions (Packets *self)
{
  return th_stage_maps_get_subscriptions (self->maps);
}

/* --- events -------------------------------------------------------------- */

/* Returns the first of the fields @names that the type has, or NULL. */
static const ThField *
find_field (const ThFieldTable *table,
            const char *const  *names)
{
  const ThField *field = NULL;

  for (guint i = 0; names != NULL && names[i] != NULL && field == NULL; i++)
    field = th_field_table_find (table, names[i]);

  return field;
}

static void
point_init (Packets            *self,
            ThPacketStagePoint *point,
            guint               type)
{
  const ThFieldTable *table = th_recording_get_fields (self->recording, type);

  *point = (ThPacketStagePoint) { .stage = TH_FLOW_NO_STAGE };
  point->point = th_stage_maps_find_point (self->maps,
                                           th_recording_get_type_system (self->recording, type),
                                           th_recording_get_type_name (self->recording, type));
  if (point->point == NULL)
    return;

  point->address = find_field (table, point->point->address);
  point->parent = find_field (table, point->point->parent);
  point->head = find_field (table, point->point->head);
  point->result = point->point->role == TH_STAGE_RETURN ? find_field (table, point->point->result)
                  : NULL;
  point->flags = th_field_table_find (table, "common_flags");
  point->socket = find_field (table, (const char *const[]) { "sk", "skaddr", NULL });
  for (guint i = 0; point->point->stage != NULL && i < self->info->n_stages; i++)
    if (strcmp (self->info->stages[i].id, point->point->stage->id) == 0)
      point->stage = i;
}

static const ThPacketStagePoint *
find_point (Packets *self,
            guint    type)
{
  guint known = self->points->len;

  if (type >= known)
    {
      g_array_set_size (self->points, type + 1);
      for (guint i = known; i <= type; i++)
        point_init (self, &g_array_index (self->points, ThPacketStagePoint, i), i);
    }

  return &g_array_index (self->points, ThPacketStagePoint, type);
}

gboolean
th_packet_stage_points_read (Packets *self,
                             Skb     *skb)
{
  static const Kind kinds[] = {
    [TH_STAGE_STEP] = KIND_TOUCH, [TH_STAGE_BIRTH] = KIND_BORN, [TH_STAGE_END] = KIND_END,
        [TH_STAGE_NONE] = KIND_LINK,
    [TH_STAGE_RETURN] = KIND_RETURN
  };
  const ThEvent *event = skb->event;
  const ThPacketStagePoint *point = find_point (self, event->type);
  guint64 flags;

  if (point->point == NULL)
    return FALSE;

  skb->kind = kinds[point->point->role];
  if (skb->kind != KIND_RETURN &&
      (skb->address = th_packet_address (point->address, &event->payload)) == 0)
    return FALSE;

  skb->point = point;
  skb->stage = point->stage;
  skb->in = point->flags != NULL && th_field_read_u64 (point->flags, &event->payload, &flags)
          ? th_packet_flags_to_context (flags)
          : th_packet_cpu_get_context (self, skb->cpu, NULL, 0);
  return TRUE;
}
