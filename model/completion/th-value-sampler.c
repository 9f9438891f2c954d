/* th-value-sampler.c - a sample of the event types and field values of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-completion.h"
#include "th-cpu-block.h"
#include "th-hash.h"
#include "th-quote.h"
#include "th-reader.h"
#include "th-value-sampler.h"

/* The number of payloads of each type that are read, over the whole sample. */
#define REFS_PER_TYPE 64
/* So many rows are read at each place of a CPU, as each place may have to be decoded. */
#define MAX_RUN (16 * TH_BLOCK_ROWS)
/* The maximum length of a text that is offered. */
#define MAX_VALUE 64

struct _ValueSampler
{
  ThRecording *recording;
  ThReader    *reader;
  guint64      n_events;  /* of the recording, when the sample was taken */
  GPtrArray   *types;     /* by type: GArray of ThRef, or NULL */
  guint32     *n_by_type; /* events in the sample */
  GHashTable  *values;    /* field → GPtrArray of texts */
};

/* --- sampling ----------------------------------------------------------- */

/* Keeps the first events, then every second, every fourth and so on in place of earlier ones,
 * so that early and late events are sampled. */
static void
keep_ref (ValueSampler *self,
          guint         type,
          ThRef         ref)
{
  guint32 n = self->n_by_type[type]++;
  GArray *refs = self->types->pdata[type];

  if (refs == NULL)
    self->types->pdata[type] = refs = g_array_new (FALSE, FALSE, sizeof (ThRef));
  if (refs->len < REFS_PER_TYPE)
    g_array_append_val (refs, ref);
  else if (n % (1 + n / REFS_PER_TYPE) == 0)
    g_array_index (refs, ThRef, n / (1 + n / REFS_PER_TYPE) % REFS_PER_TYPE) = ref;
}

static void
sample_block (ValueSampler *self,
              ThRef         first)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, first.stream),
                                  first.cpu);
  ThCpuBlock block;

  th_cpu_block_take (&block, cpu, first.row, th_cpu_get_n_rows (cpu));
  for (guint i = 0; i < block.n; i++)
    {
      guint type = th_cpu_block_get_type (&block, i);

      if (type < self->types->len)
        keep_ref (self, type, (ThRef) { first.stream, first.cpu, block.first + i });
    }
  th_cpu_block_give_back (&block);
}

static void
sample_cpu (ValueSampler *self,
            guint         stream,
            guint         index,
            guint32       n_wanted)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, stream), index);
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 run = CLAMP (n_wanted, TH_BLOCK_ROWS, MAX_RUN) & ~(TH_BLOCK_ROWS - 1);
  guint64 step = (guint64) MAX (n / MAX (n_wanted, 1), 1) * run;

  for (guint64 from = 0; from < n; from += step)
    for (guint64 row = from; row < MIN (from + run, n); row += TH_BLOCK_ROWS)
      sample_block (self, (ThRef) { stream, index, row });
}

static void
sample (ValueSampler *self)
{
  guint n_cpus = 0;

  for (guint s = 0; s < th_recording_get_n_streams (self->recording); s++)
    n_cpus += th_stream_get_n_cpus (th_recording_get_stream (self->recording, s));
  for (guint s = 0; s < th_recording_get_n_streams (self->recording); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (self->recording, s)); c++)
      sample_cpu (self, s, c, TH_COMPLETER_SAMPLE / n_cpus);
}

static void
refs_free (gpointer data)
{
  if (data != NULL)
    g_array_unref (data);
}

ValueSampler *
value_sampler_new (ThRecording *recording)
{
  ValueSampler *self = g_new0 (ValueSampler, 1);
  guint n_types = th_recording_get_n_types (recording);

  self->recording = th_recording_ref (recording);
  self->reader = th_reader_new (recording);
  self->n_events = th_recording_get_n_events (recording);
  self->types = g_ptr_array_new_with_free_func (refs_free);
  g_ptr_array_set_size (self->types, n_types);
  self->n_by_type = g_new0 (guint32, n_types + 1);
  self->values = g_hash_table_new_full (th_string_hash, g_str_equal, g_free,
                                        (GDestroyNotify) g_ptr_array_unref);
  sample (self);

  return self;
}

void
value_sampler_free (ValueSampler *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->values);
  g_ptr_array_unref (self->types);
  g_free (self->n_by_type);
  th_reader_free (self->reader);
  th_recording_unref (self->recording);
  g_free (self);
}

gboolean
value_sampler_is_old (ValueSampler *self)
{
  return th_recording_get_n_events (self->recording) > 2 * self->n_events;
}

gboolean
value_sampler_has_type (ValueSampler *self,
                        guint         type)
{
  return type < self->types->len && self->types->pdata[type] != NULL;
}

/* --- values ------------------------------------------------------------- */

static char *
dup_text (const ThField   *field,
          const ThPayload *payload)
{
  g_autofree char *text = NULL;
  const guint8 *bytes;
  gsize size;

  if (!th_field_read_bytes (field, payload, &bytes, &size) || size == 0 || size > MAX_VALUE ||
      !g_utf8_validate ((const char *) bytes, size, NULL))
    return NULL;

  text = g_strndup ((const char *) bytes, size);
  return th_quote_dup_filter (text);
}

static char *
dup_function (ValueSampler    *self,
              const ThField   *field,
              const ThPayload *payload)
{
  const char *symbol = NULL;
  guint64 address, offset;

  if (th_field_read_u64 (field, payload, &address) && address != 0)
    symbol = th_recording_get_symbol (self->recording, address, &offset);
  return symbol != NULL && g_utf8_validate (symbol, -1, NULL) ? th_quote_dup_filter (symbol) : NULL;
}

static char *
dup_number (ValueSampler    *self,
            const ThField   *field,
            const ThPayload *payload)
{
  const char *symbol;
  guint64 value, offset;

  if (!th_field_read_u64 (field, payload, &value))
    return NULL;

  symbol = field->kind == TH_FIELD_SYMBOL
           ? th_recording_get_symbol (self->recording, value, &offset) : NULL;
  if (symbol != NULL)
    return g_utf8_validate (symbol, -1, NULL) ? th_quote_dup_filter (symbol) : NULL;
  if (field->kind != TH_FIELD_INT || field->flags & TH_FIELD_HEX)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", value);
  if (field->flags & TH_FIELD_SIGNED)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);

  return g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

static void
count_values (ValueSampler  *self,
              const ThField *field,
              GArray        *refs,
              GHashTable    *counts)
{
  for (guint i = 0; i < refs->len && g_hash_table_size (counts) < FILTER_MAX_VALUES; i++)
    {
      g_autofree char *text = NULL;
      ThPayload payload;
      gpointer key, n;

      if (!th_reader_get_payload (self->reader, g_array_index (refs, ThRef, i), &payload))
        continue;
      text = field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING
             ? dup_text (field, &payload)
             : field->kind == TH_FIELD_FUNCTION ? dup_function (self, field, &payload)
             : dup_number (self, field, &payload);
      if (text != NULL && g_hash_table_lookup_extended (counts, text, &key, &n))
        g_hash_table_insert (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (n) + 1));
      else if (text != NULL)
        g_hash_table_insert (counts, g_steal_pointer (&text), GUINT_TO_POINTER (1));
    }
}

static int
compare_texts (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const char *one = *(const char *const *) a, *other = *(const char *const *) b;
  guint n_one = GPOINTER_TO_UINT (g_hash_table_lookup (data, one));
  guint n_other = GPOINTER_TO_UINT (g_hash_table_lookup (data, other));

  return n_one != n_other ? (n_one < n_other ? 1 : -1) : strcmp (one, other);
}

static GPtrArray *
read_values (ValueSampler *self,
             const char   *name)
{
  g_autoptr(GHashTable) counts = g_hash_table_new (th_string_hash, g_str_equal);
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer text;

  for (guint i = 0; i < self->types->len; i++)
    {
      GArray *refs = self->types->pdata[i];
      const ThField *field = refs != NULL
                             ? th_field_table_find (th_recording_get_fields (self->recording, i),
                                                    name) : NULL;

      if (field != NULL && field->kind != TH_FIELD_ARRAY && field->kind != TH_FIELD_DYNAMIC_ARRAY &&
          field->kind != TH_FIELD_DOUBLE)
        count_values (self, field, refs, counts);
    }

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    g_ptr_array_add (values, text);
  g_ptr_array_sort_with_data (values, compare_texts, counts);

  return values;
}

const GPtrArray *
value_sampler_list_values (ValueSampler *self,
                           const char   *field)
{
  GPtrArray *values = g_hash_table_lookup (self->values, field);

  if (values == NULL)
    {
      values = read_values (self, field);
      g_hash_table_insert (self->values, g_strdup (field), values);
    }

  return values;
}
