/* th-cli-flows.c - flows as JSON, and helpers of the commands about them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-cli-flows.h"
#include "th-cli-json.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-journey-links.h"

const char *
th_cli_confidence_id (guint confidence)
{
  static const char *const ids[TH_N_CONFIDENCES] = { "exact", "inferred", "ambiguous", "broken",
                                                     "open" };

  return confidence < TH_N_CONFIDENCES ? ids[confidence] : "";
}

/* --- JSON -------------------------------------------------------------- */

static void
add_task (ThFlowSet  *self,
          const char *key,
          guint32     task,
          gint64      time,
          GString    *text)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);

  th_json_begin_object (text, key);
  th_json_write_int (text, "pid", th_tasks_get_pid (tasks, task));
  th_json_write_text (text, "comm", th_tasks_get_name (tasks, task, time));
  th_json_end_object (text);
}

/* Columns that repeat the flow itself or its legs. */
static gboolean
is_left_out (const ThColumn *column)
{
  static const char *const known[] = { "first", "address", "generation" };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (column->id, known[i]) == 0)
      return TRUE;

  return (column->kind == TH_COLUMN_DURATION && column->role != TH_ROLE_SPAN) ||
         column->kind == TH_COLUMN_STAGES ||
         column->kind == TH_COLUMN_EVENT;
}

static void
add_cells (ThFlowSet    *self,
           const ThFlow *flow,
           guint32       row,
           GString      *text)
{
  const ThTableInfo *info = self->table != NULL ? th_table_get_info (self->table) : NULL;

  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    {
      const ThColumn *column = &info->columns[i];
      gint64 cell = row < th_table_get_n (self->table) ? th_table_get_cell (self->table, row, i)
                                                       : TH_CELL_NONE;
      /* Not "copied", to distinguish it from the length of the packet. */
      const char *key = strcmp (column->id, "copied") == 0 ? "copied_bytes" : column->id;

      if (is_left_out (column))
        continue;
      if (cell == TH_CELL_NONE)
        th_json_write_null (text, key);
      else if (column->kind == TH_COLUMN_TEXT)
        th_json_write_text (text, key, th_results_get_word (self->results, cell));
      else if (column->kind == TH_COLUMN_ADDRESS)
        th_json_write_address (text, key, cell);
      else if (column->kind == TH_COLUMN_TASK)
        add_task (self, key, cell, flow->last, text);
      else
        th_json_write_int (text, key, cell);
    }
}

static void
add_flags (const ThFlow *flow,
           GString      *text)
{
  static const struct
  {
    guint       flag;
    const char *name;
  } flags[] = { { TH_FLOW_PART, "part" }, { TH_FLOW_LOST, "lost" }, { TH_FLOW_CLOCK, "clock" } };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (flow->flags & flags[i].flag)
      th_json_write_boolean (text, flags[i].name, TRUE);
}

/* Appends another flow, with what is known about it. */
static void
add_link (ThFlowSet *self,
          guint32    number,
          GString   *text)
{
  guint32 row = th_flows_get_row (self->flows, number);
  const ThFlow *flow = row != TH_FLOW_NONE ? th_flows_get (self->flows, row) : NULL;
  g_autofree char *id = flow != NULL ? th_journey_dup_id (flow) : NULL;

  th_json_write_text (text, "id", id);
  if (flow == NULL)
    {
      th_json_write_null (text, "address");
      th_json_write_null (text, "first_ns");
      return;
    }
  th_json_write_address (text, "address", flow->key);
  th_json_write_int (text, "first_ns", flow->first);
}

/* Does not close the object. */
static void
begin_link (ThFlowSet  *self,
            const char *key,
            guint32     number,
            guint       kind,
            guint       confidence,
            guint       rule,
            GString    *text)
{
  const ThFlowsInfo *info = th_flows_get_info (self->flows);

  th_json_begin_object (text, key);
  th_json_write_text (text, "kind",
                      kind < info->n_parent_kinds ? info->parent_kinds[kind].id : NULL);
  add_link (self, number, text);
  th_json_write_text (text, "sureness", th_cli_confidence_id (confidence));
  th_json_write_text (text, "rule", rule < info->n_rules ? info->rules[rule].id : NULL);
}

static void
add_origin (ThFlowSet    *self,
            const ThFlow *flow,
            GString      *text)
{
  const ThFlowLinks *links = th_flows_get_links (self->flows, flow);

  if (links->origin == TH_FLOW_NONE)
    {
      th_json_write_null (text, "origin");
      return;
    }

  begin_link (self, "origin", links->origin, links->origin_kind, links->origin_confidence,
              links->origin_rule, text);
  th_json_end_object (text);
}

static void
add_parent (ThFlowSet    *self,
            const ThFlow *flow,
            GString      *text)
{
  const ThFlowLinks *links = th_flows_get_links (self->flows, flow);

  if (links->parent == TH_FLOW_NONE && links->n_candidates == 0)
    {
      th_json_write_null (text, "parent");
      return;
    }

  begin_link (self, "parent", links->parent, links->parent_kind, links->parent_confidence,
              links->parent_rule, text);
  th_json_begin_array (text, "candidates");
  for (guint i = 0; i < links->n_candidates; i++)
    {
      th_json_begin_object (text, NULL);
      add_link (self, th_flows_get_candidate (self->flows, flow, i), text);
      th_json_end_object (text);
    }
  th_json_end_array (text);
  th_json_end_object (text);
}

static const ThField *
find_key_field (ThFlowSet *self,
                guint       type)
{
  const ThFlowsInfo *info = th_flows_get_info (self->flows);
  gpointer field = NULL;

  if (g_hash_table_lookup_extended (self->keys, GUINT_TO_POINTER (type), NULL, &field))
    return field;

  for (guint i = 0; info->key_fields[i] != NULL && field == NULL; i++)
    field = (gpointer) th_field_table_find (th_recording_get_fields (self->recording, type),
                                            info->key_fields[i]);
  /* In a text recording the key may be a string. */
  if (field != NULL && ((const ThField *) field)->kind != TH_FIELD_INT &&
      ((const ThField *) field)->kind != TH_FIELD_POINTER)
    field = NULL;
  g_hash_table_insert (self->keys, GUINT_TO_POINTER (type), field);
  return field;
}

/* If the field has another name (a probe), the address is the key of the flow. */
static guint64
read_key (ThFlowSet   *self,
          const ThFlow *flow,
          const ThStep *step)
{
  const ThField *field = find_key_field (self,
                                         th_recording_get_type (self->recording, step->anchor));
  ThPayload payload;
  guint64 key;

  if (field != NULL && th_reader_get_payload (self->reader, step->anchor, &payload) &&
      th_field_read_u64 (field, &payload, &key))
    return key;

  return flow->key;
}

static const char *
stage_id (ThFlowSet *self,
          guint       stage)
{
  const ThFlowsInfo *info = th_flows_get_info (self->flows);

  return stage < info->n_stages ? info->stages[stage].id : "other";
}

/* Numbers that have no names are numbers; all else is readable text. */
static void
add_field (ThFlowSet       *self,
           const ThField   *field,
           const ThPayload *payload,
           GString         *text)
{
  g_autoptr(GString) value = g_string_new (NULL);

  if (!th_reader_format_field (self->reader, field, payload, value))
    return;
  if (th_field_is_plain (field) && !(field->flags & TH_FIELD_HEX))
    th_json_write_raw (text, field->name, value->str);
  else
    th_json_write_text (text, field->name, value->str);
}

/* The packet in the recordings of other machines. */
static void
add_same (ThFlowSet         *self,
          const ThEventLink *link,
          GString           *text)
{
  g_autoptr(GArray) same = th_journey_list_same (self->links, link);

  for (guint i = 0; i < same->len; i++)
    {
      const ThEventLink *other = &g_array_index (same, ThEventLink, i);
      guint type = th_recording_get_type (self->recording, other->of);

      if (i == 0)
        th_json_begin_array (text, "same");
      th_json_begin_object (text, NULL);
      th_json_write_text (text, "recording",
                th_recording_get_name (th_recording_get_stream_part (self->recording,
                                                                     other->of.stream)));
      th_json_write_text (text, "event", th_recording_get_type_name (self->recording, type));
      th_json_write_address (text, "address", other->key);
      th_json_write_int (text, "ns", th_recording_get_time (self->recording, other->of));
      th_json_write_text (text, "sureness", th_cli_confidence_id (other->confidence));
      th_json_end_object (text);
    }
  if (same->len > 0)
    th_json_end_array (text);
}

static void
add_frame (ThFlowSet         *self,
           const ThEventLink *link,
           GString           *text)
{
  guint type = th_recording_get_type (self->recording, link->event);
  const ThFieldTable *fields = th_recording_get_fields (self->recording, type);
  ThPayload payload;

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "type", th_recording_get_type_name (self->recording, type));
  th_json_write_text (text, "relation", th_event_links_get_kind (self->links, link->kind)->id);
  th_json_write_int (text, "ns", th_recording_get_time (self->recording, link->event));
  th_json_write_int (text, "stream", link->event.stream);
  th_json_write_int (text, "row", link->event.row);
  th_json_write_text (text, "sureness", th_cli_confidence_id (link->confidence));
  if (th_reader_get_payload (self->reader, link->event, &payload))
    {
      th_json_begin_object (text, "fields");
      for (guint i = 0; i < fields->n_fields; i++)
        add_field (self, &fields->fields[i], &payload, text);
      th_json_end_object (text);
    }
  add_same (self, link, text);
  th_json_end_object (text);
}

static void
add_frames (ThFlowSet *self,
            ThRef      event,
            GString   *text)
{
  guint n;
  const ThEventLink *links = th_event_links_find_of (self->links, event, &n);

  if (n == 0)
    return;
  th_json_begin_array (text, "frames");
  for (guint i = 0; i < n; i++)
    {
      add_frame (self, &links[i], text);
    }
  th_json_end_array (text);
}

static void
add_step (ThFlowSet    *self,
          const ThFlow *flow,
          guint32       index,
          GString      *text)
{
  const ThFlowsInfo *info = th_flows_get_info (self->flows);
  ThStep step = th_flows_get_step (self->flows, flow, index);
  gboolean own = th_step_is_own (&step);

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "event", th_results_get_word (self->results, step.label));
  th_json_write_text (text, "detail", step.detail != TH_STEP_NO_DETAIL
            ? th_results_get_word (self->results, step.detail) : NULL);
  if (own)
    th_json_write_address (text, "address", read_key (self, flow, &step));
  else
    th_json_write_null (text, "address");
  th_json_write_int (text, "ns", step.time);
  th_json_write_int (text, "cpu", step.cpu);
  if (!th_ref_is_none (step.anchor))
    {
      th_json_write_int (text, "stream", step.anchor.stream);
      th_json_write_int (text, "row", step.anchor.row);
    }
  th_json_write_text (text, "stage", index > 0 ? stage_id (self, step.stage) : NULL);
  th_json_write_text (text, "sureness", th_cli_confidence_id (step.confidence));
  th_json_write_text (text, "rule", step.rule < info->n_rules ? info->rules[step.rule].id : "");
  if (step.flags & TH_STEP_CONTEXT)
    th_json_write_boolean (text, "shared", TRUE);
  if (step.flags & TH_STEP_PLACE)
    th_json_write_boolean (text, "place", TRUE);
  if (own)
    add_frames (self, step.anchor, text);
  th_json_end_object (text);
}

static void
add_legs (ThFlowSet    *self,
          const ThFlow *flow,
          GString      *text)
{
  g_autoptr(GArray) legs = th_flows_list_legs (self->flows, flow);

  th_json_begin_array (text, "stages");
  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);

      th_json_begin_object (text, NULL);
      th_json_write_text (text, "stage", stage_id (self, leg->stage));
      th_json_write_int (text, "start_ns", leg->begin);
      th_json_write_int (text, "end_ns", leg->end);
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

void
th_cli_flows_append_json (ThFlowSet *self,
                          guint32    row,
                          GString   *text)
{
  const ThFlow *flow = th_flows_get (self->flows, row);
  g_autofree char *id = th_journey_dup_id (flow);

  th_cli_json_begin (text);
  th_json_write_text (text, "id", id);
  th_json_write_address (text, "address", flow->key);
  th_json_write_int (text, "generation", flow->generation);
  th_json_write_int (text, "first_ns", flow->first);
  th_json_write_int (text, "last_ns", flow->last);
  add_cells (self, flow, row, text);
  add_flags (flow, text);
  add_parent (self, flow, text);
  add_origin (self, flow, text);
  th_json_begin_array (text, "steps");
  for (guint32 i = 0; i < flow->n_steps; i++)
    add_step (self, flow, i, text);
  th_json_end_array (text);
  add_legs (self, flow, text);
  th_cli_json_end (text);
}

ThExit
th_cli_flows_print_slowest (ThFlowSet  *self,
                            GArray     *rows,
                            const char *column,
                            gint64      most,
                            gboolean    json)
{
  ThTextOutput output;

  th_cli_table_sort_rows (rows, self->results, self->table,
                          th_table_find_column (self->table, column), TRUE);
  if (most >= 0 && rows->len > most)
    g_array_set_size (rows, most);

  th_cli_report_remarks (self->results);
  th_cli_output_init (&output);
  if (json)
    for (guint i = 0; i < rows->len && th_text_output_check (&output); i++)
      th_cli_flows_append_json (self, g_array_index (rows, guint32, i), output.text);
  else
    th_cli_table_append_text (&(ThCliTable) { self->recording, self->results, self->table, rows },
                              &output);

  g_array_unref (rows);
  return th_cli_output_end (&output);
}
