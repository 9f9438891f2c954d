/* th-layers.c - one line per flow: the times between the layers of a stage map
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-cli-output.h"
#include "th-text-values.h"
#include "th-layers.h"
#include "th-printable.h"
#include "th-stage-map.h"

gboolean
th_cli_check_stages (const char *file)
{
  g_autoptr(ThStageMaps) maps = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *shown = NULL;

  if (file == NULL)
    return TRUE;

  maps = th_stage_maps_new ();
  if (th_stage_maps_add_file (maps, file, &error))
    return TRUE;

  shown = th_printable_line (error->message);
  g_printerr ("%s\n", shown);
  return FALSE;
}

/* --- times ------------------------------------------------------------- */

static gboolean
matches (ThFlowSet        *flows,
         const ThStep      *step,
         const char *const *patterns)
{
  guint type;

  if (!th_step_is_own (step))
    return FALSE;

  type = th_recording_get_type (flows->recording, step->anchor);
  for (guint i = 0; patterns[i] != NULL; i++)
    if (th_type_matches (patterns[i], th_recording_get_type_system (flows->recording, type),
                         th_recording_get_type_name (flows->recording, type)))
      return TRUE;

  return FALSE;
}

/* Finds the first step of @to, and the last step of @from before it; FALSE unless both exist.
 * @end (out): the step that ends the layer. */
static gboolean
measure_layer (ThFlowSet         *flows,
               const ThFlow       *flow,
               const ThStageLayer *layer,
               gint64             *time,
               ThStep             *end)
{
  gint64 begin = TH_TIME_NONE;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows->flows, flow, i);

      if (begin != TH_TIME_NONE && matches (flows, &step, layer->to))
        {
          *time = step.time - begin;
          *end = step;
          return TRUE;
        }
      if (matches (flows, &step, layer->from))
        begin = step.time;
    }

  return FALSE;
}

/* "12.345678901 |I| drv-ip: 23 us, ip-tcp: 34 us, tcp-app: 189 us | Proc wget, PID 733":
 * only if all layers of the direction exist. */
static void
append_line (ThFlowSet       *flows,
             const ThFlow     *flow,
             const ThStageMap *map,
             gboolean          transmit,
             GString          *text)
{
  g_autoptr(GString) layers = g_string_new (NULL);
  ThStep end = { TH_REF_NONE, };
  ThTasks *tasks = th_recording_get_tasks (flows->recording);
  g_autofree char *comm = NULL, *when = NULL;
  guint32 task;

  for (guint i = 0; i < map->n_layers; i++)
    {
      gint64 time;
      g_autofree char *shown = NULL;

      if (map->layers[i].transmit != transmit)
        continue;
      if (!measure_layer (flows, flow, &map->layers[i], &time, &end))
        return;
      shown = th_text_format_duration (flows->recording, time);
      g_string_append_printf (layers, "%s%s: %s", layers->len > 0 ? ", " : "", map->layers[i].id,
                              shown);
    }
  if (th_ref_is_none (end.anchor))
    return;

  task = th_recording_get_task (flows->recording, end.anchor);
  comm = th_printable_line (th_tasks_get_name (tasks, task, end.time));
  when = th_text_format_time (flows->recording, end.time);
  g_string_append_printf (text, "%s |%c| %s | Proc %s, PID %d\n", when, transmit ? 'O' : 'I',
                          layers->str, comm,
                          th_tasks_get_pid (tasks, task));
}

/* --- what is missing --------------------------------------------------- */

static gboolean
has_any (ThFlowSet        *flows,
         const char *const *patterns)
{
  for (guint type = 0; type < th_recording_get_n_types (flows->recording); type++)
    for (guint i = 0; patterns[i] != NULL; i++)
      if (!th_recording_is_type_ignored (flows->recording, type) &&
          th_type_matches (patterns[i], th_recording_get_type_system (flows->recording, type),
                           th_recording_get_type_name (flows->recording, type)))
        return TRUE;

  return FALSE;
}

static void
tell_missing (ThFlowSet       *flows,
              const ThStageMap *map)
{
  for (guint i = 0; i < map->n_layers; i++)
    for (guint j = 0; j < 2; j++)
      {
        const char *const *patterns = j == 0 ? map->layers[i].from : map->layers[i].to;
        g_autofree char *names = NULL;

        if (has_any (flows, patterns))
          continue;
        names = g_strjoinv (", ", (char **) patterns);
        g_printerr (_("thresh packets: none of these events was recorded, so %s is missing: %s\n"),
                    map->layers[i].id, names);
      }
}

/* --- the whole --------------------------------------------------------- */

static gint
compare_first (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  ThFlows *flows = data;
  const ThFlow *flow_a = th_flows_get (flows, *(const guint32 *) a);
  const ThFlow *flow_b = th_flows_get (flows, *(const guint32 *) b);

  return flow_a->first < flow_b->first ? -1 : flow_a->first > flow_b->first;
}

ThExit
th_layers_show (ThFlowSet *flows,
                const char *id,
                const char *file)
{
  g_auto(GStrv) complaints = NULL;
  g_autoptr(ThStageMaps) maps = th_stage_maps_load (file, &complaints);
  const ThStageMap *map = th_stage_maps_find (maps, id);
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  ThTextOutput output;

  if (map == NULL || map->n_layers == 0)
    return th_cli_usage_error ("packets", _("there is no stage map “%s” that defines layers"), id);

  tell_missing (flows, map);
  for (guint32 row = 0; row < th_flows_get_n (flows->flows); row++)
    g_array_append_val (rows, row);
  g_array_sort_with_data (rows, compare_first, flows->flows);

  th_cli_output_init (&output);
  for (guint i = 0; i < rows->len && th_text_output_check (&output); i++)
    for (guint transmit = 0; transmit < 2; transmit++)
      append_line (flows, th_flows_get (flows->flows, g_array_index (rows, guint32, i)), map,
                   transmit, output.text);

  return th_cli_output_end (&output);
}
