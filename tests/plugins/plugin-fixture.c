/* plugin-fixture.c - recordings of written events, with fields, for analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A record is a row of slots of 8 bytes for numbers and 32 for texts.  The
 * place of an event is the index of its record.
 */
#include <stdlib.h>
#include <string.h>

#include "flow-text.h"
#include "plugin-fixture.h"
#include "th-analyses.h"
#include "th-runner.h"
#include "th-source.h"

#define TEXT_SIZE 32

typedef struct
{
  char        *name;
  GArray      *fields;  /* of ThField */
  ThFieldTable table;
  gsize        size;
} Type;

struct _TestTrace
{
  ThRecording *recording; /* NULL once it was handed out */
  GPtrArray   *types;     /* of Type, by number */
  GPtrArray   *records;   /* of GBytes */
  guint        stream;
  GStringChunk *strings;
  GPtrArray   *symbols;   /* names of code, by address */
};

static void
type_free (gpointer data)
{
  Type *type = data;

  for (guint i = 0; i < type->fields->len; i++)
    g_free ((gpointer) g_array_index (type->fields, ThField, i).values);
  g_array_unref (type->fields);
  g_free (type->name);
  g_free (type);
}

/* --- source ------------------------------------------------------------ */

static void
source_free (gpointer source)
{
  TestTrace *self = source;

  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->records);
  g_string_chunk_free (self->strings);
  g_ptr_array_unref (self->symbols);
  g_free (self);
}

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  TestTrace *self = source;

  return &((Type *) g_ptr_array_index (self->types, type))->table;
}

static gpointer
source_reader_new (gpointer source)
{
  return source;
}

static gboolean
source_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  TestTrace *self = reader;
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, ref.stream), ref.cpu);
  GBytes *record = g_ptr_array_index (self->records, th_cpu_get_place (cpu, ref.row));

  payload->data = g_bytes_get_data (record, &payload->size);
  payload->big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
  return TRUE;
}

/* The last field, if it is a text. */
static gboolean
source_text (gpointer reader,
             ThRef    ref,
             gboolean raw,
             GString *text)
{
  TestTrace *self = reader;
  const Type *type = g_ptr_array_index (self->types, th_recording_get_type (self->recording, ref));
  const ThField *last = &g_array_index (type->fields, ThField, type->fields->len - 1);
  const guint8 *bytes;
  ThPayload payload;
  gsize size;

  if (last->kind != TH_FIELD_STRING || !source_payload (reader, ref, &payload) ||
      !th_field_read_bytes (last, &payload, &bytes, &size))
    return FALSE;

  g_string_append_len (text, (const char *) bytes, size);
  return TRUE;
}

/* --- stacks ------------------------------------------------------------ */

#define CODE G_GUINT64_CONSTANT (0xffffffff81000000)

/* The same name has the same address; "u:" is the user's, "m:" a module's. */
static guint64
address_of (TestTrace  *self,
            const char *name)
{
  for (guint i = 0; i < self->symbols->len; i++)
    if (strcmp (self->symbols->pdata[i], name) == 0)
      return CODE + i * 0x100 + 0x10;

  g_ptr_array_add (self->symbols, g_strdup (name));
  return CODE + (self->symbols->len - 1) * 0x100 + 0x10;
}

static const char *
symbol_at (TestTrace *self,
           guint64    address)
{
  guint64 index = (address - CODE) / 0x100;

  return address >= CODE && index < self->symbols->len ? self->symbols->pdata[index] : NULL;
}

static const char *
source_symbol (gpointer  source,
               guint64   address,
               guint64  *offset)
{
  const char *name = symbol_at (source, address);

  *offset = name != NULL ? (address - CODE) % 0x100 : 0;
  return name != NULL && name[1] == ':' ? name + 2 : name;
}

static const char *
source_module (gpointer source,
               guint64  address)
{
  const char *name = symbol_at (source, address);

  return name != NULL && g_str_has_prefix (name, "m:") ? "[module]" : NULL;
}

static const ThField *
find_chain (TestTrace *self,
            guint      type)
{
  return th_field_table_find (&((Type *) g_ptr_array_index (self->types, type))->table, "chain");
}

static gboolean
source_has_stacks (gpointer source,
                   guint    type)
{
  return find_chain (source, type) != NULL &&
         !g_str_has_suffix (((Type *) ((TestTrace *) source)->types->pdata[type])->name, "_stack");
}

static gboolean
source_stack (gpointer reader,
              ThRef    ref,
              GArray  *frames)
{
  TestTrace *self = reader;
  const ThField *field = find_chain (self, th_recording_get_type (self->recording, ref));
  g_autofree char *text = NULL;
  g_auto(GStrv) names = NULL;
  const guint8 *bytes;
  ThPayload payload;
  gsize size;

  if (field == NULL || !source_payload (reader, ref, &payload) ||
      !th_field_read_bytes (field, &payload, &bytes, &size))
    return FALSE;

  text = g_strndup ((const char *) bytes, size);
  names = g_strsplit (text, " ", -1);
  for (guint i = 0; names[i] != NULL && *names[i] != '\0'; i++)
    {
      ThFrame frame = { address_of (self, names[i]), g_str_has_prefix (names[i], "u:") };

      g_array_append_val (frames, frame);
    }
  return size > 0;
}

static const ThSource source_vtable = {
  .free = source_free,
  .fields = source_fields,
  .symbol = source_symbol,
  .module = source_module,
  .has_stacks = source_has_stacks,
  .reader_new = source_reader_new,
  .payload = source_payload,
  .text = source_text,
  .stack = source_stack,
};

/* --- making ------------------------------------------------------------ */

TestTrace *
test_trace_new (guint n_streams,
                guint n_cpus)
{
  TestTrace *self = g_new0 (TestTrace, 1);

  self->recording = th_recording_new ("test");
  self->types = g_ptr_array_new_with_free_func (type_free);
  self->records = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->strings = g_string_chunk_new (1024);
  self->symbols = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_streams; i++)
    {
      ThStream *stream = th_recording_add_stream (self->recording, i == 0 ? "" : "other",
                                                  &(ThClock) { "local", FALSE, TH_TIME_NONE },
                                                  TH_PLACE_U32);

      for (guint j = 0; j < n_cpus; j++)
        th_stream_add_cpu (stream, j);
    }
  th_recording_set_source (self->recording, &source_vtable, self);

  return self;
}

/* The recording owns its source. */
void
test_trace_free (TestTrace *self)
{
  th_recording_unref (self->recording);
}

static void
parse_values (TestTrace *self,
              ThField   *field,
              const char *text)
{
  gboolean flags = strchr (text, '|') != NULL;
  g_auto(GStrv) names = g_strsplit (text, flags ? "|" : "/", -1);
  ThFieldValue *values = g_new0 (ThFieldValue, g_strv_length (names));

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto(GStrv) pair = g_strsplit (names[i], "=", 2);

      values[i].name = g_string_chunk_insert (self->strings, pair[0]);
      values[i].value = strtoull (pair[1], NULL, 0);
      field->n_values++;
    }
  field->values = values;
  field->flags |= flags ? TH_FIELD_FLAGS : TH_FIELD_SYMBOLIC;
}

void
test_trace_type (TestTrace  *self,
                 const char *name,
                 const char *fields)
{
  g_auto(GStrv) parts = g_strsplit (name, ":", 2);
  g_auto(GStrv) specs = g_strsplit (fields, ",", -1);
  Type *type = g_new0 (Type, 1);

  type->name = g_strdup (name);
  type->fields = g_array_new (FALSE, TRUE, sizeof (ThField));
  for (guint i = 0; specs[i] != NULL && specs[i][0] != '\0'; i++)
    {
      gsize length = strcspn (specs[i], "$*[");
      gboolean text = specs[i][length] == '$';
      ThField field = {
        .type_name = "",
        .offset = type->size,
        .size = text ? TEXT_SIZE : 8,
        .element_size = text ? 1 : 8,
        .kind = text ? TH_FIELD_STRING : specs[i][length] == '*' ? TH_FIELD_POINTER : TH_FIELD_INT,
        .flags = text || specs[i][length] == '*' ? 0 : TH_FIELD_SIGNED
      };

      if (specs[i][length] == '[')
        {
          g_autofree char *values = g_strndup (specs[i] + length + 1,
                                               strcspn (specs[i] + length + 1, "]"));

          parse_values (self, &field, values);
        }
      specs[i][length] = '\0';
      field.name = g_string_chunk_insert (self->strings, specs[i]);
      type->size += field.size;
      g_array_append_val (type->fields, field);
    }

  type->table = (ThFieldTable) { (const ThField *) type->fields->data, type->fields->len };
  g_ptr_array_add (self->types, type);
  g_assert_cmpuint (th_recording_intern_type (self->recording, parts[1] != NULL ? parts[0] : "",
                                              parts[1] != NULL ? parts[1] : parts[0]),
                    ==, self->types->len - 1);
}

void
test_trace_kernel (TestTrace *self)
{
  test_trace_type (self, "sched:sched_switch",
                   "prev_pid,prev_state[S=1|D=2|T=4|t=8|X=16|Z=32|P=64|I=128],next_pid");
  test_trace_type (self, "sched:sched_waking", "pid");
  test_trace_type (self, "sched:sched_wakeup", "pid");
  test_trace_type (self, "irq:irq_handler_entry", "irq,name$");
  test_trace_type (self, "irq:irq_handler_exit", "irq");
  test_trace_type (self, "irq:softirq_raise", "vec[TIMER=1/NET_RX=3/RCU=9]");
  test_trace_type (self, "irq:softirq_entry", "vec[TIMER=1/NET_RX=3/RCU=9]");
  test_trace_type (self, "irq:softirq_exit", "vec[TIMER=1/NET_RX=3/RCU=9]");
}

void
test_trace_use (TestTrace *self,
                guint      stream)
{
  self->stream = stream;
}

static ThCpu *
trace_cpu (TestTrace *self,
           guint      cpu)
{
  return th_stream_get_cpu (th_recording_get_stream (self->recording, self->stream), cpu);
}

void
test_trace_set_fact (TestTrace  *self,
                     const char *name,
                     const char *value)
{
  th_recording_set_fact (self->recording, name, value);
}

void
test_trace_lose (TestTrace *self,
                 guint      cpu,
                 gint64     n)
{
  th_cpu_append_lost (trace_cpu (self, cpu), n);
}

void
test_trace_add (TestTrace  *self,
                gint64      time,
                guint       cpu,
                gint32      pid,
                const char *name,
                ...)
{
  guint number = th_recording_find_type (self->recording, name);
  const Type *type = g_ptr_array_index (self->types, number);
  guint8 *record = g_malloc0 (type->size + 1);
  guint32 task = th_tasks_intern (th_recording_get_tasks (self->recording), pid);
  guint64 place = self->records->len;
  guint16 type16 = number;
  ThBatch batch = { 1, &time, &place, &type16, &task, 0, NULL };
  va_list args;

  va_start (args, name);
  for (guint i = 0; i < type->fields->len; i++)
    {
      const ThField *field = &g_array_index (type->fields, ThField, i);

      if (field->kind == TH_FIELD_STRING)
        g_strlcpy ((char *) record + field->offset, va_arg (args, const char *), TEXT_SIZE);
      else
        {
          gint64 value = va_arg (args, gint64);

          memcpy (record + field->offset, &value, sizeof value);
        }
    }
  va_end (args);

  g_ptr_array_add (self->records, g_bytes_new_take (record, type->size));
  g_assert_cmpuint (th_cpu_append (trace_cpu (self, cpu), &batch), ==, 1);
}

ThRecording *
test_trace_end (TestTrace *self)
{
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (self->recording, i)); j++)
      th_cpu_publish (th_stream_get_cpu (th_recording_get_stream (self->recording, i), j),
                      G_MAXINT64);
  th_recording_finish (self->recording);

  return self->recording;
}

/* --- again, in pieces -------------------------------------------------- */

typedef struct
{
  ThRecording *original;
} Again;

typedef struct
{
  ThReader *reader;
} AgainReader;

static void
again_free (gpointer source)
{
  th_recording_unref (((Again *) source)->original);
  g_free (source);
}

static const ThFieldTable *
again_fields (gpointer source,
              guint    type)
{
  return th_recording_get_fields (((Again *) source)->original, type);
}

static const char *
again_symbol (gpointer  source,
              guint64   address,
              guint64  *offset)
{
  return th_recording_get_symbol (((Again *) source)->original, address, offset);
}

static const char *
again_module (gpointer source,
              guint64  address)
{
  return th_recording_get_module (((Again *) source)->original, address);
}

static gboolean
again_has_stacks (gpointer source,
                  guint    type)
{
  return th_recording_has_stacks (((Again *) source)->original, type);
}

static gpointer
again_reader_new (gpointer source)
{
  return th_reader_new (((Again *) source)->original);
}

static void
again_reader_free (gpointer reader)
{
  th_reader_free (reader);
}

static gboolean
again_payload (gpointer   reader,
               ThRef      ref,
               ThPayload *payload)
{
  return th_reader_get_payload (reader, ref, payload);
}

static gboolean
again_text (gpointer reader,
            ThRef    ref,
            gboolean raw,
            GString *text)
{
  return th_reader_get_text (reader, ref, raw, text);
}

static gboolean
again_stack (gpointer reader,
             ThRef    ref,
             GArray  *frames)
{
  return th_reader_get_stack (reader, ref, frames);
}

static const ThSource again_vtable = {
  .free = again_free,
  .fields = again_fields,
  .symbol = again_symbol,
  .module = again_module,
  .has_stacks = again_has_stacks,
  .reader_new = again_reader_new,
  .reader_free = again_reader_free,
  .payload = again_payload,
  .text = again_text,
  .stack = again_stack,
};

/* The same streams, types and tasks, and no event yet. */
static ThRecording *
again_new (ThRecording *original)
{
  ThRecording *self = th_recording_new ("test");
  ThTasks *tasks = th_recording_get_tasks (original);
  Again *again = g_new0 (Again, 1);

  again->original = th_recording_ref (original);
  th_recording_set_source (self, &again_vtable, again);
  if (th_recording_get_fact (original, "machine") != NULL)
    th_recording_set_fact (self, "machine", th_recording_get_fact (original, "machine"));
  for (guint i = 0; i < th_recording_get_n_types (original); i++)
    th_recording_intern_type (self, th_recording_get_type_system (original, i),
                              th_recording_get_type_name (original, i));
  for (guint i = 0; i < th_tasks_get_n (tasks); i++)
    {
      g_assert_cmpuint (th_tasks_intern (th_recording_get_tasks (self),
                                         th_tasks_get_pid (tasks, i)), ==, i);
      th_tasks_set_saved (th_recording_get_tasks (self), th_tasks_get_pid (tasks, i),
                          th_tasks_get_saved (tasks, i));
    }
  for (guint i = 0; i < th_recording_get_n_streams (original); i++)
    {
      ThStream *from = th_recording_get_stream (original, i);
      ThStream *stream = th_recording_add_stream (self, th_stream_get_name (from),
                                                  th_stream_get_clock (from), TH_PLACE_U32);

      for (guint j = 0; j < th_stream_get_n_cpus (from); j++)
        th_stream_add_cpu (stream, th_cpu_get_number (th_stream_get_cpu (from, j)));
    }

  return self;
}

/* Rows of @from up to @time, and one more of some CPUs: what a CPU has beyond
 * the watermark must wait. */
static void
again_copy (ThCpu  *from,
            ThCpu  *to,
            gint64  until,
            guint   ahead)
{
  guint32 n_rows = th_cpu_get_n_rows (from);
  guint32 end = until == G_MAXINT64
                ? n_rows : MIN (th_cpu_lower_bound (from, n_rows, until) + ahead, n_rows);
  guint32 lost = 0;

  while (lost < th_cpu_get_n_lost (from) &&
         th_cpu_get_lost (from, lost).row < th_cpu_get_n_rows (to))
    lost++;
  for (guint32 row = th_cpu_get_n_rows (to); row < end; row++)
    {
      gint64 time = th_cpu_get_time (from, row);
      guint64 place = row;
      guint16 type = th_cpu_get_type (from, row);
      guint32 task = th_cpu_get_task (from, row);
      ThBatch batch = { 1, &time, &place, &type, &task, 0, NULL };

      if (lost < th_cpu_get_n_lost (from) && th_cpu_get_lost (from, lost).row == row)
        th_cpu_append_lost (to, th_cpu_get_lost (from, lost++).count);
      g_assert_cmpuint (th_cpu_append (to, &batch), ==, 1);
      th_cpu_publish (to, time);
    }
  if (until == G_MAXINT64 && lost < th_cpu_get_n_lost (from))
    th_cpu_append_lost (to, th_cpu_get_lost (from, lost).count);
  th_cpu_publish (to, until);
}

static void
again_advance (ThRecording *original,
               ThRecording *again,
               gint64       until,
               guint        piece)
{
  for (guint i = 0; i < th_recording_get_n_streams (original); i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (original, i)); j++)
      again_copy (th_stream_get_cpu (th_recording_get_stream (original, i), j),
                  th_stream_get_cpu (th_recording_get_stream (again, i), j), until,
                  (piece + i + j) % 3 * 5);
}

static ThRunner *
runner_new (ThRecording      *recording,
            const ThAnalysis *analysis,
            const char       *text,
            ThResults       **results)
{
  g_auto(GStrv) words = g_strsplit (text != NULL ? text : "", " ", -1);
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GError) error = NULL;
  ThRunner *runner = th_runner_new (recording, th_analyses_list ());

  for (guint i = 0; words[i] != NULL && *words[i] != '\0'; i++)
    {
      char *equals = strchr (words[i], '=');

      *equals = '\0';
      g_hash_table_insert (params, words[i], equals + 1);
    }
  *results = th_runner_add (runner, analysis, params, &error);
  g_assert_no_error (error);

  return runner;
}

ThResults *
test_run (ThRecording      *recording,
          const ThAnalysis *analysis,
          const char       *params,
          guint             n_pieces)
{
  g_autoptr(ThRecording) again = n_pieces > 1 ? again_new (recording) : NULL;
  g_autoptr(ThRunner) runner = NULL;
  ThResults *results;
  gint64 first, last;

  runner = runner_new (again != NULL ? again : recording, analysis, params, &results);
  if (!th_recording_get_range (recording, &first, &last))
    first = last = 0;
  for (guint i = 1; i < n_pieces; i++)
    {
      again_advance (recording, again, first + (gint64) ((last - first) / (double) n_pieces * i),
                     i);
      g_assert_true (th_runner_advance (runner));
    }
  if (again != NULL)
    {
      again_advance (recording, again, G_MAXINT64, 0);
      th_recording_finish (again);
    }
  g_assert_false (th_runner_advance (runner));
  g_assert_true (th_results_is_finished (results));

  return results;
}

/* --- words ------------------------------------------------------------- */

static ThTrack *
find_track (ThResults  *results,
            const char *id,
            ThAttach    attach,
            guint32     key)
{
  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    {
      ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);

      if (strcmp (info->id, id) == 0 && info->attach == attach && info->key == key)
        return track;
    }

  return NULL;
}

static void
append_slices (GString   *text,
               ThResults *results,
               ThSlices  *slices)
{
  for (guint depth = 0; depth < th_slices_get_depth (slices); depth++)
    {
      if (depth > 0)
        g_string_append (text, " / ");
      for (guint32 i = 0; i < th_slices_get_n (slices, depth); i++)
        {
          const ThSlice *slice = th_slices_get (slices, depth, i);

          g_string_append_printf (text, "%s%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT "%s%s%s %s",
                                  i > 0 ? ", " : "",
                                  slice->begin, slice->end - slice->begin,
                                  slice->flags & TH_SLICE_NO_BEGIN ? "?" : "",
                                  slice->flags & TH_SLICE_NO_END ? "!" : "",
                                  slice->flags & TH_SLICE_INFERRED ? "~" : "",
                                  th_results_get_word (results, slice->name));
        }
    }
}

char *
test_slices (ThResults  *results,
             const char *id,
             ThAttach    attach,
             guint32     key)
{
  ThTrack *track = find_track (results, id, attach, key);
  GString *text = g_string_new (NULL);

  if (track != NULL)
    append_slices (text, results, th_track_get_slices (track));
  return g_string_free (text, FALSE);
}

static void
append_points (GString       *text,
               ThResults     *results,
               const ThTrack *track)
{
  gboolean values = th_track_get_info (track)->kind == TH_TRACK_VALUES;

  for (guint32 i = 0; i < th_track_get_n_points (track); i++)
    {
      const ThPoint *point = th_track_get_point (track, i);

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", point->time);
      if (values)
        g_string_append_printf (text, "=%g", point->value);
      else
        g_string_append_printf (text, " %s", th_results_get_word (results, point->name));
    }
}

char *
test_points (ThResults  *results,
             const char *id)
{
  ThTrack *track = find_track (results, id, TH_ATTACH_NAMED, 0);
  GString *text = g_string_new (NULL);

  if (track != NULL)
    append_points (text, results, track);
  return g_string_free (text, FALSE);
}

static void
append_cell (GString     *text,
             ThRecording *recording,
             ThResults   *results,
             ThTable     *table,
             guint32      row,
             guint        column)
{
  gint64 cell = th_table_get_cell (table, row, column);
  ThColumnKind kind = th_table_get_info (table)->columns[column].kind;

  if (cell == TH_CELL_NONE)
    g_string_append (text, "-");
  else if (kind == TH_COLUMN_TEXT)
    g_string_append (text, th_results_get_word (results, cell));
  else if (kind == TH_COLUMN_TASK && th_cell_is_word (cell))
    g_string_append (text, th_results_get_word (results, th_cell_to_word (cell)));
  else if (kind == TH_COLUMN_TASK)
    g_string_append_printf (text, "%d",
                            th_tasks_get_pid (th_recording_get_tasks (recording), cell));
  else if (kind == TH_COLUMN_EVENT)
    g_string_append_printf (text, "@%" G_GINT64_FORMAT,
                            th_recording_get_time (recording, th_cell_to_ref (cell)));
  else if (kind == TH_COLUMN_ADDRESS)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", cell);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, cell);
}

static void
append_table (GString     *text,
              ThRecording *recording,
              ThResults   *results,
              ThTable     *table)
{
  for (guint32 i = 0; i < th_table_get_n (table); i++)
    for (guint j = 0; j < th_table_get_info (table)->n_columns; j++)
      {
        if (i > 0 || j > 0)
          g_string_append (text, j > 0 ? " " : ", ");
        append_cell (text, recording, results, table, i, j);
      }
}

char *
test_table (ThRecording *recording,
            ThResults   *results,
            const char  *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_tables (results); i++)
    if (strcmp (th_table_get_info (th_results_get_table (results, i))->id, id) == 0)
      append_table (text, recording, results, th_results_get_table (results, i));

  return g_string_free (text, FALSE);
}

static void
append_measure (GString         *text,
                const ThMeasure *measure)
{
  for (guint32 i = 0; i < th_measure_get_n (measure); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            th_measure_get (measure, i).value);
}

char *
test_measure (ThResults  *results,
              const char *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    if (strcmp (th_measure_get_info (th_results_get_measure (results, i))->id, id) == 0)
      append_measure (text, th_results_get_measure (results, i));

  return g_string_free (text, FALSE);
}

/* Nodes that something was counted for, in the order they were made. */
static void
append_tree (GString    *text,
             ThResults  *results,
             ThCallTree *tree)
{
  static const char *const kinds[TH_N_CALL_KINDS] = { "", "m:", "u:" };
  const char *comma = "";

  for (guint32 i = 0; i < th_call_tree_get_n (tree); i++)
    {
      g_autoptr(GString) chain = g_string_new (NULL);
      ThCallNode node, at;

      th_call_tree_get (tree, i, &node);
      if (node.own[0] == 0 && node.own[1] == 0)
        continue;
      for (guint32 j = i; j != TH_CALL_ROOT; j = at.caller)
        {
          th_call_tree_get (tree, j, &at);
          g_string_prepend (chain, th_results_get_word (results, at.name));
          g_string_prepend (chain, kinds[at.kind]);
          if (at.caller != TH_CALL_ROOT)
            g_string_prepend_c (chain, ';');
        }
      g_string_append_printf (text, "%s%s", comma, chain->str);
      for (guint w = 0; w < th_call_tree_get_info (tree)->n_weights; w++)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, node.own[w]);
      g_string_append_printf (text, " @%u.%u", node.anchor.cpu, node.anchor.row);
      comma = ", ";
    }
}

char *
test_tree (ThResults  *results,
           const char *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_trees (results); i++)
    if (strcmp (th_call_tree_get_info (th_results_get_tree (results, i))->id, id) == 0)
      append_tree (text, results, th_results_get_tree (results, i));

  return g_string_free (text, FALSE);
}

char *
test_remarks (ThResults *results)
{
  g_auto(GStrv) remarks = th_results_list_remarks (results);

  return g_strjoinv ("\n", remarks);
}

char *
test_dump (ThRecording *recording,
           ThResults   *results)
{
  GString *text = g_string_new (NULL);
  g_autofree char *remarks = test_remarks (results), *flows = test_flows (results);

  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    {
      ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);

      g_string_append_printf (text, "\n%s %s %d %u: ", info->id, info->title, info->attach,
                              info->key);
      if (info->kind == TH_TRACK_SLICES)
        append_slices (text, results, th_track_get_slices (track));
      else
        append_points (text, results, track);
    }
  for (guint i = 0; i < th_results_get_n_tables (results); i++)
    {
      g_string_append_printf (text, "\n%s: ",
                              th_table_get_info (th_results_get_table (results, i))->id);
      append_table (text, recording, results, th_results_get_table (results, i));
    }
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    {
      g_string_append_printf (text, "\n%s: ",
                              th_measure_get_info (th_results_get_measure (results, i))->id);
      append_measure (text, th_results_get_measure (results, i));
    }
  for (guint i = 0; i < th_results_get_n_trees (results); i++)
    {
      g_string_append_printf (text, "\n%s: ",
                              th_call_tree_get_info (th_results_get_tree (results, i))->id);
      append_tree (text, results, th_results_get_tree (results, i));
    }
  g_string_append_printf (text, "\n%s\n%s", flows, remarks);

  return g_string_free (text, FALSE);
}

ThResults *
test_run_both (ThRecording *recording,
               const char  *id,
               const char  *params)
{
  ThResults *results = test_run (recording, th_analyses_find (id), params, 1);
  g_autoptr(ThResults) again = test_run (recording, th_analyses_find (id), params, 50);
  g_autofree char *one = test_dump (recording, results);
  g_autofree char *many = test_dump (recording, again);

  g_assert_cmpstr (one, ==, many);

  return results;
}
