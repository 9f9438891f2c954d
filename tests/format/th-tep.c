/* th-tep.c - calls libtraceevent safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <event-parse.h>
#include <event-utils.h>

#include "th-format-fields.h"
#include "th-formats-private.h"
#include "th-print-fields.h"
#include "th-symbols.h"
#include "th-tep.h"

/* The farthest that a 16-bit offset counted from the last field can reach. */
#define ROOM_BEHIND (256 << 10)

struct _ThTep
{
  ThFormats         *formats;
  struct tep_handle *handle;
  struct trace_seq   seq;
  GHashTable        *known; /* id → whether its format was parsed */
  guint8            *record;
  gsize              room;
};

/* Suppresses libtraceevent's warnings, which it prints through this function. */
__attribute__ ((visibility ("default"))) int
tep_vprint (const char       *name,
            enum tep_loglevel level,
            bool              print_err,
            const char       *fmt,
            va_list           ap)
{
  return 0;
}

static char *
resolve_symbol (void                *data,
                unsigned long long  *address,
                char               **module)
{
  ThSymbols *symbols = th_formats_get_symbols (data);
  guint64 offset;
  const char *name = symbols != NULL ? th_symbols_find (symbols, *address, &offset) : NULL;

  if (name == NULL)
    return NULL;
  *address -= offset;
  *module = NULL;

  return (char *) name;
}

/* libtraceevent's stripping of quotes reads before the start of short strings. */
static void
register_printk (gpointer    data,
                 guint64     address,
                 const char *format)
{
  g_autofree char *quoted = NULL;

  if (strlen (format) < 4)
    return;
  quoted = g_strdup_printf ("\"%s\"", format);
  tep_register_print_string (data, quoted, address);
}

ThTep *
th_tep_new (ThFormats *formats)
{
  ThTep *self = g_new0 (ThTep, 1);
  const ThPrintks *printks = th_formats_get_printks (formats);

  self->formats = formats;
  self->known = g_hash_table_new (NULL, NULL);
  self->handle = tep_alloc ();
  trace_seq_init (&self->seq);
  if (self->handle == NULL)
    return self;

  tep_set_flag (self->handle, TEP_NSEC_OUTPUT);
  tep_set_long_size (self->handle, (int) th_formats_get_long_size (formats));
  tep_set_local_bigendian (self->handle,
                           G_BYTE_ORDER == G_BIG_ENDIAN ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
  tep_set_file_bigendian (self->handle,
                          th_formats_get_big_endian (formats) ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
  tep_set_function_resolver (self->handle, resolve_symbol, formats);
  if (printks != NULL)
    th_printks_foreach (printks, register_printk, self->handle);

  return self;
}

void
th_tep_free (ThTep *self)
{
  if (self == NULL)
    return;

  if (self->handle != NULL)
    {
      tep_reset_function_resolver (self->handle);
      tep_free (self->handle);
    }
  trace_seq_destroy (&self->seq);
  g_hash_table_unref (self->known);
  g_free (self->record);
  g_free (self);
}

/* libtraceevent finds the event of a record by common_type, at the offset it has in the first
 * event. */
static gboolean
type_is_first (const ThEventFormat *event)
{
  const ThFormatField *type = th_format_find_field (event, "common_type", TRUE);

  return type != NULL && type->offset == 0 && type->size == 2;
}

static gboolean
tep_know (ThTep               *self,
          const ThEventFormat *event)
{
  gpointer known = g_hash_table_lookup (self->known, GUINT_TO_POINTER (event->id));

  if (known == NULL)
    {
      gboolean good = self->handle != NULL && type_is_first (event);

      if (good)
        {
          good = tep_parse_event (self->handle, event->text, event->size, event->system) == 0;
          good = good && tep_find_event (self->handle, (int) event->id) != NULL;
        }
      known = GINT_TO_POINTER (good ? 1 : 2);
      g_hash_table_insert (self->known, GUINT_TO_POINTER (event->id), known);
    }

  return known == GINT_TO_POINTER (1);
}

static void
tep_copy (ThTep           *self,
          const ThPayload *payload)
{
  if (payload->size + ROOM_BEHIND > self->room)
    {
      self->room = payload->size + ROOM_BEHIND;
      g_free (self->record);
      self->record = g_malloc0 (self->room);
    }
  memcpy (self->record, payload->data, payload->size);
  memset (self->record + payload->size, 0, MIN (self->room - payload->size, 4096));
}

/* libtraceevent would read a field outside the record. */
static gboolean
fields_inside (const ThEventFormat *event,
               gsize                size)
{
  for (guint i = 0; i < event->n_fields; i++)
    if ((gsize) event->fields[i].offset + event->fields[i].size > size + ROOM_BEHIND / 4)
      return FALSE;

  return TRUE;
}

static gboolean
print_event (ThTep               *self,
             const ThEventFormat *event,
             const ThPayload     *payload,
             ThOutput            *out)
{
  struct tep_record record = { 0 };

  if (payload->size < 2 || payload->size > TH_FORMAT_MAX_OFFSET ||
      !fields_inside (event, payload->size) ||
      !tep_know (self, event))
    return FALSE;

  tep_copy (self, payload);
  record.data = self->record;
  record.size = record.record_size = (int) payload->size;
  if (tep_data_type (self->handle, &record) != (int) event->id)
    return FALSE;

  trace_seq_reset (&self->seq);
  tep_print_event (self->handle, &self->seq, &record, "%s", TEP_PRINT_INFO);
  trace_seq_terminate (&self->seq);
  if (self->seq.state != TRACE_SEQ__GOOD)
    return FALSE;
  th_output_bytes (out, self->seq.buffer, strnlen (self->seq.buffer, self->seq.len));

  return TRUE;
}

void
th_tep_print (ThTep           *self,
              guint            id,
              const ThPayload *payload,
              GString         *text)
{
  const ThEventFormat *event = th_formats_lookup (self->formats, id);
  g_autoptr(GHashTable) no_texts = g_hash_table_new (NULL, NULL);
  ThRun run = {
    .formats = self->formats,
    .long_size = th_formats_get_long_size (self->formats),
    .data = payload->data,
    .size = payload->size,
    .big_endian = payload->big_endian,
    .no_texts = no_texts,
  };

  th_output_begin (&run.out, text);
  if (event == NULL || !event->has_fields)
    th_output_string (&run.out, "[UNKNOWN EVENT]");
  else if (!event->tep_safe || !print_event (self, event, payload, &run.out))
    {
      th_output_string (&run.out, "[FAILED TO PARSE]");
      th_run_fields (&run, event, TRUE);
    }
  th_output_end (&run.out);
}
