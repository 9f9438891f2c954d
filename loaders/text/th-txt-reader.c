/* th-txt-reader.c - text, fields and stack of an event, read again from its lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-source.h"
#include "th-txt-fields.h"
#include "th-txt-file.h"
#include "th-txt-line.h"
#include "th-txt-reader.h"
#include "th-txt-stack.h"
#include "th-txt-tables.h"
#include "th-txt-token.h"
#include "th-txt-types.h"
#include "th-txt-values.h"
#include "th-txt-window.h"

typedef struct
{
  ThTxtFile  *file;
  ThTxtWindow window;
  gboolean    has_event; /* the window holds an event */
  guint       type;      /* of that event */
  GArray     *values;
  GByteArray *record;
} Reader;

/* --- source ------------------------------------------------------------ */

static void
source_free (gpointer source)
{
  th_txt_file_free (source);
}

static gpointer
reader_new (gpointer source)
{
  Reader *self = g_new0 (Reader, 1);

  self->file = source;
  th_txt_window_init (&self->window, source);
  self->values = g_array_new (FALSE, FALSE, sizeof (ThTxtValue));
  self->record = g_byte_array_new ();
  return self;
}

static void
reader_free (gpointer reader)
{
  Reader *self = reader;

  g_array_unref (self->values);
  g_byte_array_unref (self->record);
  th_txt_window_clear (&self->window);
  g_free (self);
}

static const char *
source_symbol (gpointer  source,
               guint64   address,
               guint64  *offset)
{
  return th_txt_find_symbol (source, address, offset);
}

/* --- events ------------------------------------------------------------ */

/* Reads the event at @ref; FALSE if its line no longer exists. */
static gboolean
read_event (Reader *self,
            ThRef   ref)
{
  ThCpu *cpu = th_format_source_find_cpu (&self->file->base, ref);
  const ThTxtType *type;

  if (cpu == NULL)
    return FALSE;
  self->type = th_cpu_get_type (cpu, ref.row);
  if (self->has_event && self->window.place == th_cpu_get_place (cpu, ref.row))
    return TRUE;

  self->has_event = FALSE;
  if (!th_txt_window_read (&self->window, th_cpu_get_place (cpu, ref.row)))
    return FALSE;
  type = th_txt_types_look_up (self->file->types, &self->window.line);
  self->has_event = type == NULL ? self->type == TH_TYPE_OTHER : type->type == self->type;
  return self->has_event;
}

/* --- fields ------------------------------------------------------------ */

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  static const ThFieldTable none = { NULL, 0 };
  const ThTxtTable *table = th_txt_tables_get (source, type);

  return table != NULL ? &table->table : &none;
}

static gboolean
source_has_stacks (gpointer source,
                   guint    number)
{
  ThTxtType *type = th_txt_types_get (((ThTxtFile *) source)->types, number);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  ThTxtWindow window;

  th_txt_window_init (&window, source);
  for (guint i = 0; type != NULL && i < type->n_samples && frames->len == 0; i++)
    if (th_txt_window_read (&window, type->samples[i]))
      th_txt_parse_stack (source, window.rest.text, window.rest.size, frames);
  th_txt_window_clear (&window);

  return frames->len > 0;
}

static gboolean
reader_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  Reader *self = reader;
  const ThTxtTable *table;
  const ThTxtType *type;

  if (!read_event (self, ref))
    return FALSE;
  type = th_txt_types_get (self->file->types, self->type);
  table = type != NULL ? th_txt_tables_get (self->file, self->type) : NULL;
  if (table == NULL)
    return FALSE;

  th_txt_parse_values (type->name, self->window.line.info, self->values);
  th_txt_table_build (table, self->window.line.pid, self->values, self->record);
  *payload = (ThPayload) { self->record->data, self->record->len, FALSE };
  return TRUE;
}

/* --- text -------------------------------------------------------------- */

static void
append_valid (GString    *text,
              const char *bytes,
              gsize       size)
{
  g_autofree char *valid = NULL;

  if (g_utf8_validate (bytes, (gssize) size, NULL))
    {
      g_string_append_len (text, bytes, (gssize) size);
      return;
    }
  valid = g_utf8_make_valid (bytes, (gssize) size);
  g_string_append (text, valid);
}

static void
append_rest (GString   *text,
             ThTxtPart  rest)
{
  const char *at = rest.text;
  const char *end = at + rest.size;

  while (at < end)
    {
      const char *line_end = memchr (at, '\n', (gsize) (end - at));
      const char *stop = line_end != NULL ? line_end : end;

      g_string_append_c (text, '\n');
      append_valid (text, at, (gsize) (stop - at) - (stop > at && stop[-1] == '\r'));
      at = stop + 1;
    }
}

static void
append_values (Reader  *self,
               GString *text)
{
  const char *space = "";

  for (guint i = 0; i < self->values->len; i++)
    {
      const ThTxtValue *value = &g_array_index (self->values, ThTxtValue, i);

      g_string_append (text, space);
      append_valid (text, value->name.text, value->name.size);
      g_string_append_c (text, '=');
      if (value->kind == TH_TXT_INTEGER)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value->number);
      else
        append_valid (text, value->text.text, value->text.size);
      space = " ";
    }
}

static gboolean
reader_text (gpointer  reader,
             ThRef     ref,
             gboolean  raw,
             GString  *text)
{
  Reader *self = reader;
  const ThTxtType *type;

  if (!read_event (self, ref))
    return FALSE;
  type = th_txt_types_get (self->file->types, self->type);
  if (raw && type != NULL)
    {
      th_txt_parse_values (type->name, self->window.line.info, self->values);
      append_values (self, text);
      if (self->values->len > 0)
        return TRUE;
    }
  append_valid (text, self->window.line.info.text, self->window.line.info.size);
  append_rest (text, self->window.rest);
  return TRUE;
}

/* --- stack ------------------------------------------------------------- */

/* ftrace writes the stack of an event as the next event of the same task. */
static gboolean
is_stack_of (Reader *self,
             ThRef   event,
             ThRef   other)
{
  ThCpu *cpu = th_recording_get_cpu (self->file->base.recording, event);
  const ThTxtType *type;

  if (other.row >= th_cpu_get_n_rows (cpu) ||
      th_cpu_get_task (cpu, event.row) != th_cpu_get_task (cpu, other.row))
    return FALSE;
  type = th_txt_types_get (self->file->types, th_cpu_get_type (cpu, other.row));
  return type != NULL &&
         (strcmp (type->name, "kernel_stack") == 0 || strcmp (type->name, "user_stack") == 0);
}

static gboolean
reader_stack (gpointer  reader,
              ThRef     ref,
              GArray   *frames)
{
  Reader *self = reader;
  ThRef other = ref;

  if (!read_event (self, ref))
    return FALSE;
  if (th_txt_parse_stack (self->file, self->window.rest.text, self->window.rest.size, frames))
    return TRUE;
  /* Without -g, perf script prints the address in the line itself. */
  if (self->window.line.style == TH_TXT_PERF && self->window.line.system.size == 0 &&
      th_txt_parse_stack (self->file, self->window.line.info.text, self->window.line.info.size,
                          frames))
    return TRUE;
  other.row++;
  return is_stack_of (self, ref, other) && read_event (self, other) &&
         th_txt_parse_stack (self->file, self->window.rest.text, self->window.rest.size, frames);
}

const ThSource th_txt_source = {
  .free = source_free,
  .fields = source_fields,
  .symbol = source_symbol,
  .has_stacks = source_has_stacks,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .payload = reader_payload,
  .text = reader_text,
  .stack = reader_stack,
  .changed = th_format_source_changed,
};
