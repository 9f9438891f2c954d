/* th-note-find.c - finds in a loaded recording what a note is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-find.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-table-write.h"
#include "th-time.h"

static const char *const texts[TH_NOTE_N_FOUND] = {
  [TH_NOTE_FOUND] = "",
  [TH_NOTE_FOUND_ELSEWHERE] = N_("It was written in another recording, and found in this one."),
  [TH_NOTE_NO_RECORDING] = N_("Its recording is not open: add it to find the place."),
  [TH_NOTE_NO_BUFFER] = N_("The recording has no buffer of that name."),
  [TH_NOTE_NO_CPU] = N_("The recording has no such CPU."),
  [TH_NOTE_NO_EVENT] = N_("The recording has no such event at that time on that CPU."),
  [TH_NOTE_OUTSIDE] = N_("The recording does not cover that time."),
  [TH_NOTE_NO_PACKET] = N_("The recording has no such packet, or not its beginning."),
  [TH_NOTE_NO_TABLE] = N_("The recording has no such table: an analysis found nothing, or did not "
                          "run."),
  [TH_NOTE_NO_ROW] = N_("The table has no such row any more."),
  [TH_NOTE_NO_LANE] = N_("The recording has no such CPU or task."),
  [TH_NOTE_NOT_HERE] = N_("It is about a row of a comparison, which is not open. Open the saved "
                          "view of the comparison, or compare its recordings."),
};

const char *
th_note_found_get_text (ThNoteFound found)
{
  g_return_val_if_fail (found < TH_NOTE_N_FOUND, "");

  return *texts[found] != '\0' ? _(texts[found]) : "";
}

const char *
th_note_found_get_report_text (ThNoteFound found)
{
  if (found == TH_NOTE_NO_RECORDING)
    return _("Its recording is not in the review, or could not be read.");
  if (found == TH_NOTE_NOT_HERE)
    return _("It is about a row of a comparison.");

  return th_note_found_get_text (found);
}

/* --- events ------------------------------------------------------------- */

static gboolean
is_type (ThRecording *recording,
         ThRef        ref,
         const char  *name)
{
  guint type = th_recording_get_type (recording, ref);
  const char *system = th_recording_get_type_system (recording, type);
  const char *own = th_recording_get_type_name (recording, type);
  gsize length = strlen (system);

  return name == NULL || (strncmp (name, system, length) == 0 && name[length] == ':' &&
                          strcmp (name + length + 1, own) == 0);
}

/* The CPU called @number of the buffer called @name in @part. */
static ThNoteFound
find_cpu (ThRecording *recording,
          ThRecording *part,
          const char  *name,
          guint        number,
          ThRef       *place)
{
  ThNoteFound found = TH_NOTE_NO_BUFFER;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      if (th_recording_get_stream_part (recording, s) != part ||
          strcmp (th_stream_get_name (stream), name != NULL ? name : "") != 0)
        continue;
      found = TH_NOTE_NO_CPU;
      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        if (th_stream_get_cpu_number (stream, c) == number)
          {
            *place = (ThRef) { s, c, 0 };
            return TH_NOTE_FOUND;
          }
    }

  return found;
}

/* The first event of type @name (NULL: any) from @from on and before @to. */
static ThNoteFound
find_event (ThRecording *recording,
            ThRef        cpu,
            gint64       from,
            gint64       to,
            const char  *name,
            ThNotePlace *place)
{
  ThCpu *columns = th_recording_get_cpu (recording, cpu);
  guint32 n_rows = th_cpu_get_n_rows (columns);

  for (guint32 row = th_cpu_lower_bound (columns, n_rows, from);
       row < n_rows && th_cpu_get_time (columns, row) < to; row++)
    {
      cpu.row = row;
      if (!is_type (recording, cpu, name))
        continue;
      place->event = cpu;
      place->from = place->to = th_cpu_get_time (columns, row);
      return TH_NOTE_FOUND;
    }

  return TH_NOTE_NO_EVENT;
}

static ThNoteFound
find_anchored_event (const ThNoteAnchor *anchor,
                     ThRecording        *recording,
                     ThRecording        *part,
                     ThNotePlace        *place)
{
  gint64 time = th_time_shift (anchor->time, th_recording_get_shift (part));
  ThRef cpu = TH_REF_NONE;
  ThNoteFound found = find_cpu (recording, part, anchor->stream, anchor->cpu, &cpu);

  return found == TH_NOTE_FOUND
         ? find_event (recording, cpu, time, th_time_add (time, 1), anchor->event, place) : found;
}

static ThNoteFound
find_span (const ThNoteAnchor *anchor,
           ThRecording        *part,
           ThNotePlace        *place)
{
  gint64 shift = th_recording_get_shift (part), first, last;

  place->from = th_time_shift (anchor->time, shift);
  place->to = th_time_shift (anchor->end, shift);

  return th_recording_get_range (part, &first, &last) && place->from <= last && place->to >= first
         ? TH_NOTE_FOUND : TH_NOTE_OUTSIDE;
}

/* --- lanes -------------------------------------------------------------- */

/* @name: that of a CPU's lane without "cpu/": its number, after the name of its buffer. */
static gboolean
has_cpu (ThRecording *recording,
         ThRecording *part,
         const char  *name)
{
  const char *slash = strrchr (name, '/');
  const char *digits = slash != NULL ? slash + 1 : name;
  g_autofree char *buffer = slash != NULL ? g_strndup (name, slash - name) : NULL;
  guint64 number;
  ThRef place;

  if (strcmp (digits, "none") == 0)
    number = G_MAXUINT;
  else if (!g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT, &number, NULL))
    return FALSE;

  return find_cpu (recording, part, buffer, number, &place) == TH_NOTE_FOUND;
}

static gboolean
has_task (ThRecording *part,
          const char  *digits)
{
  gint64 pid;

  return g_ascii_string_to_signed (digits, 10, G_MININT32, G_MAXINT32, &pid, NULL) &&
         th_tasks_find (th_recording_get_tasks (part), pid) != TH_TASK_NONE;
}

/* Whether there may be such a lane: those of analyses are not known here. */
static gboolean
has_lane (ThRecording *recording,
          ThRecording *part,
          const char  *name)
{
  if (g_str_has_prefix (name, "cpu/"))
    return has_cpu (recording, part, name + strlen ("cpu/"));
  if (g_str_has_prefix (name, "task/"))
    return has_task (part, name + strlen ("task/"));

  return TRUE;
}

static ThNoteFound
find_lane (const ThNoteAnchor *anchor,
           ThRecording        *recording,
           ThRecording        *part)
{
  guint i = 0;

  while (anchor->lanes[i] != NULL && !has_lane (recording, part, anchor->lanes[i]))
    i++;

  return anchor->lanes[i] != NULL ? TH_NOTE_FOUND : TH_NOTE_NO_LANE;
}

/* --- results ------------------------------------------------------------ */

static void
place_flow (ThResults   *results,
            guint32      row,
            ThNotePlace *place)
{
  ThFlows *flows = th_results_get_flows (results);
  const ThFlow *flow = th_flows_get (flows, row);

  place->results = results;
  place->flow = row;
  place->from = flow->first;
  place->to = flow->last;
  place->event = flow->n_steps > 0 ? th_flows_get_step (flows, flow, 0).anchor : TH_REF_NONE;
}

/* The flows of @results if they are those of @part, and called @noun unless that is NULL. */
static ThFlows *
get_flows (ThResults  *results,
           guint       part,
           const char *noun)
{
  ThFlows *flows = th_results_get_part (results) == part ? th_results_get_flows (results) : NULL;

  return flows != NULL && (noun == NULL || strcmp (th_flows_get_info (flows)->noun, noun) == 0)
         ? flows : NULL;
}

static ThNoteFound
find_flow (const ThNoteAnchor *anchor,
           ThRecording        *part,
           GPtrArray          *results,
           ThNotePlace        *place)
{
  gint64 birth = th_time_shift (anchor->time, th_recording_get_shift (part));

  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      ThFlows *flows = get_flows (g_ptr_array_index (results, i), place->part, anchor->noun);
      guint32 row = flows != NULL ? th_flows_find (flows, anchor->address, birth, TH_REF_NONE)
                                  : TH_FLOW_NONE;

      if (row == TH_FLOW_NONE)
        continue;
      place_flow (g_ptr_array_index (results, i), row, place);
      return TH_NOTE_FOUND;
    }

  return TH_NOTE_NO_PACKET;
}

static ThTable *
find_table (const char *name,
            guint       part,
            GPtrArray  *all,
            ThResults **results)
{
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      ThTable *table;
      const char *id;

      *results = g_ptr_array_index (all, i);
      id = th_results_get_id (*results);
      if (th_results_get_part (*results) != part || !g_str_has_prefix (name, id) ||
          name[strlen (id)] != '/')
        continue;
      table = th_results_find_table (*results, name + strlen (id) + 1);
      if (table != NULL)
        return table;
    }

  return NULL;
}

/* The plain texts of a row, by column. */
static char **
list_cells (ThRecording *recording,
            ThResults   *results,
            ThTable     *table,
            guint32      row)
{
  g_autoptr(GString) text = g_string_new (NULL);
  ThRowWriter writer;

  th_row_writer_begin (&writer, TH_ROWS_TEXT, text);
  th_table_write_row (recording, results, table, row, &writer);
  g_string_truncate (text, text->len > 0 ? text->len - 1 : 0);

  return g_strsplit (text->str, "\t", -1);
}

/* The column of each cell of @anchor; FALSE if the table lacks one. */
static gboolean
find_columns (const ThNoteAnchor *anchor,
              ThTable            *table,
              guint               columns[TH_NOTE_MAX_CELLS])
{
  const ThTableInfo *info = th_table_get_info (table);

  for (guint i = 0; anchor->cells[2 * i] != NULL; i++)
    {
      columns[i] = 0;
      while (columns[i] < info->n_columns &&
             strcmp (info->columns[columns[i]].id, anchor->cells[2 * i]) != 0)
        columns[i]++;
      if (columns[i] == info->n_columns)
        return FALSE;
    }

  return TRUE;
}

static gboolean
cells_fit (const ThNoteAnchor *anchor,
           const guint        *columns,
           char              **cells)
{
  guint n = g_strv_length (cells);

  for (guint i = 0; anchor->cells[2 * i] != NULL; i++)
    if (columns[i] >= n || strcmp (cells[columns[i]], anchor->cells[2 * i + 1]) != 0)
      return FALSE;

  return TRUE;
}

static void
place_row (ThRecording *recording,
           ThTable     *table,
           guint32      row,
           ThNotePlace *place)
{
  const ThTableInfo *info = th_table_get_info (table);

  place->table = table;
  place->row = row;
  for (guint i = 0; i < info->n_columns; i++)
    {
      gint64 cell = info->columns[i].kind == TH_COLUMN_EVENT ? th_table_get_cell (table, row, i)
                                                             : TH_CELL_NONE;

      if (cell == TH_CELL_NONE || th_ref_is_none (th_cell_to_ref (cell)))
        continue;
      place->event = th_cell_to_ref (cell);
      place->from = place->to = th_recording_get_time (recording, place->event);
      return;
    }
}

static ThNoteFound
find_row (const ThNoteAnchor *anchor,
          ThRecording        *recording,
          GPtrArray          *all,
          ThNotePlace        *place)
{
  guint columns[TH_NOTE_MAX_CELLS];
  ThResults *results;
  ThTable *table = find_table (anchor->table, place->part, all, &results);

  if (table == NULL)
    return TH_NOTE_NO_TABLE;
  if (!find_columns (anchor, table, columns))
    return TH_NOTE_NO_ROW;

  for (guint32 row = 0; row < th_table_get_n (table); row++)
    {
      g_auto(GStrv) cells = list_cells (recording, results, table, row);

      if (!cells_fit (anchor, columns, cells))
        continue;
      place->results = results;
      place_row (recording, table, row, place);
      return TH_NOTE_FOUND;
    }

  return TH_NOTE_NO_ROW;
}

/* --- all kinds ---------------------------------------------------------- */

static ThNotePlace
make_place (guint part)
{
  return (ThNotePlace) { .part = part, .event = TH_REF_NONE, .from = TH_TIME_NONE,
                         .to = TH_TIME_NONE, .flow = TH_FLOW_NONE };
}

static ThNoteFound
find_in_part (const ThNoteAnchor *anchor,
              ThRecording        *recording,
              guint               part,
              GPtrArray          *results,
              ThNotePlace        *place)
{
  ThRecording *own = th_recording_get_part (recording, part);

  *place = make_place (part);
  switch (anchor->on)
    {
    case TH_NOTE_ON_EVENT:
      return find_anchored_event (anchor, recording, own, place);
    case TH_NOTE_ON_SPAN:
      return find_span (anchor, own, place);
    case TH_NOTE_ON_PACKET:
      return find_flow (anchor, own, results, place);
    case TH_NOTE_ON_ROW:
      return find_row (anchor, recording, results, place);
    case TH_NOTE_ON_COMPARISON:
      return TH_NOTE_NOT_HERE;
    case TH_NOTE_ON_LANE:
      return find_lane (anchor, recording, own);
    case TH_NOTE_ON_REVIEW:
    case TH_NOTE_N_ON:
    default:
      return TH_NOTE_FOUND;
    }
}

ThNoteFound
th_note_anchor_find (const ThNoteAnchor *anchor,
                     ThRecording        *recording,
                     const char *const  *keys,
                     GPtrArray          *results,
                     ThNotePlace        *place)
{
  guint n_parts = th_recording_get_n_parts (recording);

  for (guint i = 0; i < n_parts; i++)
    if (anchor->recording == NULL || g_strcmp0 (keys[i], anchor->recording) == 0)
      {
        ThNoteFound found = find_in_part (anchor, recording, i, results, place);

        if (anchor->recording != NULL || found == TH_NOTE_FOUND || i == n_parts - 1)
          return found;
      }

  /* A cut has another content, but the same times, CPUs and addresses. */
  for (guint i = 0; i < n_parts; i++)
    if (find_in_part (anchor, recording, i, results, place) == TH_NOTE_FOUND)
      return TH_NOTE_FOUND_ELSEWHERE;

  return anchor->on == TH_NOTE_ON_COMPARISON ? TH_NOTE_NOT_HERE : TH_NOTE_NO_RECORDING;
}

static ThNoteFound
find_link_time (const ThNoteSpan *link,
                ThRecording      *recording,
                ThRecording      *part,
                ThNotePlace      *place)
{
  gint64 from = th_time_shift (link->time, th_recording_get_shift (part));
  gint64 to = th_time_add (from, link->precision), first, last;
  ThNoteFound found = TH_NOTE_NO_CPU;

  place->from = place->to = from;
  if (link->cpu < 0)
    return th_recording_get_range (part, &first, &last) && from >= first && from <= last
           ? TH_NOTE_FOUND : TH_NOTE_OUTSIDE;

  for (guint s = 0; s < th_recording_get_n_streams (recording) && found != TH_NOTE_FOUND; s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream) && found != TH_NOTE_FOUND; c++)
        if (th_stream_get_cpu_number (stream, c) == (guint) link->cpu &&
            th_recording_get_stream_part (recording, s) == part)
          found = find_event (recording, (ThRef) { s, c, 0 }, from, to, NULL, place);
    }

  return found;
}

static ThNoteFound
find_link_packet (const ThNoteSpan *link,
                  GPtrArray        *results,
                  ThNotePlace      *place)
{
  guint n = 0;

  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      ThFlows *flows = get_flows (g_ptr_array_index (results, i), place->part, NULL);

      for (guint32 row = 0; flows != NULL && row < th_flows_get_n (flows); row++)
        {
          const ThFlow *flow = th_flows_get (flows, row);

          if (flow->generation != link->generation ||
              (flow->key & link->address_mask) != link->address)
            continue;
          if (n++ == 0)
            place_flow (g_ptr_array_index (results, i), row, place);
        }
    }

  return n == 1 ? TH_NOTE_FOUND : TH_NOTE_NO_PACKET;
}

ThNoteFound
th_note_link_find (const ThNoteSpan *link,
                   ThRecording      *recording,
                   guint             part,
                   GPtrArray        *results,
                   ThNotePlace      *place)
{
  g_return_val_if_fail (link->kind != TH_NOTE_SPAN_CODE, TH_NOTE_NO_EVENT);
  g_return_val_if_fail (part < th_recording_get_n_parts (recording), TH_NOTE_NO_RECORDING);

  *place = make_place (part);
  return link->kind == TH_NOTE_SPAN_PACKET
         ? find_link_packet (link, results, place)
         : find_link_time (link, recording, th_recording_get_part (recording, part), place);
}

/* --- anchors of what is selected ---------------------------------------- */

ThNoteAnchor *
th_note_anchor_for_event (ThRecording *recording,
                          const char  *key,
                          ThRef        ref)
{
  ThNoteAnchor *self = th_note_anchor_new (TH_NOTE_ON_EVENT);
  const char *stream = th_stream_get_name (th_recording_get_stream (recording, ref.stream));
  guint type = th_recording_get_type (recording, ref);

  self->recording = g_strdup (key);
  self->stream = *stream != '\0' ? g_utf8_make_valid (stream, -1) : NULL;
  self->cpu = th_cpu_get_number (th_recording_get_cpu (recording, ref));
  self->time = th_recording_get_own_time (recording, ref);
  self->event = g_strconcat (th_recording_get_type_system (recording, type), ":",
                             th_recording_get_type_name (recording, type), NULL);

  return self;
}

ThNoteAnchor *
th_note_anchor_for_flow (ThRecording *recording,
                         const char  *key,
                         ThResults   *results,
                         guint32      flow)
{
  ThNoteAnchor *self = th_note_anchor_new (TH_NOTE_ON_PACKET);
  ThFlows *flows = th_results_get_flows (results);
  ThRecording *part = th_recording_get_part (recording, th_results_get_part (results));

  self->recording = g_strdup (key);
  self->noun = g_strdup (th_flows_get_info (flows)->noun);
  self->address = th_flows_get (flows, flow)->key;
  self->time = th_time_between (th_recording_get_shift (part), th_flows_get (flows, flow)->first);

  return self;
}

ThNoteAnchor *
th_note_anchor_for_row (ThRecording *recording,
                        const char  *key,
                        ThResults   *results,
                        ThTable     *table,
                        guint32      row)
{
  ThNoteAnchor *self = th_note_anchor_new (TH_NOTE_ON_ROW);
  const ThTableInfo *info = th_table_get_info (table);
  g_auto(GStrv) cells = list_cells (recording, results, table, row);
  guint n = MIN (MIN (g_strv_length (cells), info->n_columns), TH_NOTE_MAX_CELLS);
  GStrvBuilder *builder = g_strv_builder_new ();

  self->recording = g_strdup (key);
  self->table = g_strconcat (th_results_get_id (results), "/", info->id, NULL);
  for (guint i = 0; i < n; i++)
    if (strlen (cells[i]) <= TH_NOTE_MAX_NAME)
      {
        g_strv_builder_add (builder, info->columns[i].id);
        g_strv_builder_add (builder, cells[i]);
      }
  self->cells = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);

  return self;
}

ThNoteAnchor *
th_note_anchor_for_span (ThRecording       *part,
                         const char        *key,
                         gint64             from,
                         gint64             to,
                         const char *const *lanes)
{
  ThNoteAnchor *self = th_note_anchor_new (TH_NOTE_ON_SPAN);
  gint64 shift = th_recording_get_shift (part);

  self->recording = g_strdup (key);
  self->time = th_time_between (shift, from);
  self->end = th_time_between (shift, to);
  self->lanes = g_strdupv ((char **) lanes);

  return self;
}
