/* plugin-fixture.c - synthetic recordings of events with fields, for analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A record is a sequence of slots: 8 bytes for a number, 32 for a text.  The place of an
 * event is the index of its record.
 */
#include <stdlib.h>
#include <string.h>

#include "plugin-fixture.h"
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
  ThRecording *recording; /* NULL once it was returned */
  GPtrArray   *types;     /* of Type, by number */
  GPtrArray   *records;   /* of GBytes */
  guint        stream;
  GStringChunk *strings;
  GPtrArray   *symbols;   /* names of code, by address */
  const char  *remark;    /* about the stacks; NULL: none */
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

/* Whether the last field is a text. */
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

/* The address of a name, the same on each call; "u:" is user code, "m:" a module. */
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

static char *
source_stack_remark (gpointer source)
{
  return g_strdup (((TestTrace *) source)->remark);
}

static const ThSource source_vtable = {
  .free = source_free,
  .fields = source_fields,
  .symbol = source_symbol,
  .module = source_module,
  .has_stacks = source_has_stacks,
  .stack_remark = source_stack_remark,
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
      gsize length = strcspn (specs[i], "$*[^");
      gboolean text = specs[i][length] == '$', array = specs[i][length] == '^';
      ThField field = {
        .type_name = "",
        .offset = type->size,
        .size = text ? TEXT_SIZE : array ? 6 * 8 : 8,
        .element_size = text ? 1 : 8,
        .kind = text ? TH_FIELD_STRING : array ? TH_FIELD_ARRAY
                : specs[i][length] == '*' ? TH_FIELD_POINTER : TH_FIELD_INT,
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
      for (guint j = 0; field->kind != TH_FIELD_STRING && j < field->size / 8; j++)
        {
          gint64 value = va_arg (args, gint64);

          memcpy (record + field->offset + j * 8, &value, sizeof value);
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

void
test_trace_set_stack_remark (TestTrace  *self,
                             const char *remark)
{
  self->remark = remark;
}
