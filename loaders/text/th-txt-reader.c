/* th-txt-reader.c - text, fields and stack of one event, from its lines again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-recording-private.h"
#include "th-txt.h"

#define SMALL_WINDOW 2048
#define LARGE_WINDOW 65536

typedef struct
{
  ThTxtFile  *file;
  char       *window;    /* LARGE_WINDOW */
  gboolean    has_place;
  guint64     place;
  guint       type;
  ThTxtLine   line;      /* points into @window */
  ThTxtPart   rest;      /* the further lines */
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
  self->window = th_bytes_room (LARGE_WINDOW);
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
  g_free (self->window);
  g_free (self);
}

static gboolean
source_changed (gpointer source)
{
  return th_bytes_changed (((ThTxtFile *) source)->bytes);
}

static const char *
source_symbol (gpointer  source,
               guint64   address,
               guint64  *offset)
{
  return th_txt_find_symbol (source, address, offset);
}

/* --- lines ------------------------------------------------------------- */

/* The lines behind the first that belong to it.  *@open: they go on behind the window. */
static ThTxtPart
find_rest (const char *at,
           const char *end,
           gboolean   *open)
{
  const char *from = at;
  const char *last = at;
  ThTxtLine line;

  while (at < end)
    {
      const char *line_end = memchr (at, '\n', (gsize) (end - at));

      if (line_end == NULL)
        break;
      th_txt_parse_line (at, (gsize) (line_end - at), &line);
      if (line.kind != TH_TXT_OTHER)
        {
          *open = FALSE;
          return (ThTxtPart) { from, (gsize) (last - from) };
        }
      if (line_end > at && !(line_end == at + 1 && *at == '\r'))
        last = line_end;
      at = line_end + 1;
    }
  *open = TRUE;
  /* The last line of all has no end. */
  if (at < end)
    {
      th_txt_parse_line (at, (gsize) (end - at), &line);
      last = line.kind == TH_TXT_OTHER ? end : last;
    }
  return (ThTxtPart) { from, (gsize) (last - from) };
}

static gboolean
read_window (Reader *self,
             gsize   size)
{
  gssize n = th_bytes_read (self->file->bytes, self->place, self->window, size);
  const char *end = self->window + MAX (n, 0);
  const char *line_end = n > 0 ? memchr (self->window, '\n', (gsize) n) : NULL;
  gboolean open = line_end == NULL;

  if (n <= 0)
    return FALSE;
  self->rest = (ThTxtPart) { end, 0 };
  if (line_end != NULL)
    self->rest = find_rest (line_end + 1, end, &open);
  /* More could be had: try again with more room. */
  if (open && (gsize) n == size && size < LARGE_WINDOW)
    return FALSE;

  th_txt_parse_line (self->window, (gsize) ((line_end != NULL ? line_end : end) - self->window), &self->line);
  return self->line.kind == TH_TXT_EVENT;
}

/* Reads the event at @ref; FALSE if its line is not there any more. */
static gboolean
read_event (Reader *self,
            ThRef   ref)
{
  ThCpu *cpu = th_recording_get_cpu (self->file->recording, ref);
  const ThTxtType *type;

  if (cpu == NULL || ref.row >= th_cpu_get_n_rows (cpu))
    return FALSE;
  self->type = th_cpu_get_type (cpu, ref.row);
  if (self->has_place && self->place == th_cpu_get_place (cpu, ref.row))
    return TRUE;

  self->has_place = FALSE;
  self->place = th_cpu_get_place (cpu, ref.row);
  if (!read_window (self, SMALL_WINDOW) && !read_window (self, LARGE_WINDOW))
    return FALSE;
  type = th_txt_types_look_up (self->file->types, &self->line);
  self->has_place = type == NULL ? self->type == TH_TYPE_OTHER : type->type == self->type;
  return self->has_place;
}

/* --- fields ------------------------------------------------------------ */

static void
add_sample (Reader     *reader,
            ThTxtTable *table,
            ThTxtType  *type,
            guint64     place)
{
  reader->place = place;
  if (!read_window (reader, SMALL_WINDOW) && !read_window (reader, LARGE_WINDOW))
    return;
  if (th_txt_types_look_up (reader->file->types, &reader->line) != type)
    return;
  th_txt_parse_values (type->name, reader->line.info, reader->values);
  th_txt_table_add (table, reader->values);
}

static ThTxtTable *
build_table (ThTxtFile *file,
             ThTxtType *type)
{
  g_autoptr(GArray) samples = th_txt_types_dup_samples (file->types, type);
  ThTxtTable *table = th_txt_table_new ();
  Reader *reader = reader_new (file);

  for (guint i = 0; i < samples->len; i++)
    add_sample (reader, table, type, g_array_index (samples, guint64, i));
  reader_free (reader);
  th_txt_table_seal (table);
  return table;
}

static ThTxtTable *
table_of_type (ThTxtFile *file,
               guint      number)
{
  ThTxtType *type = th_txt_types_get (file->types, number);
  ThTxtTable *table;

  g_mutex_lock (&file->symbol_lock);
  table = g_hash_table_lookup (file->table_of_type, GUINT_TO_POINTER (number + 1));
  g_mutex_unlock (&file->symbol_lock);
  if (table != NULL || type == NULL)
    return table;

  table = build_table (file, type);

  /* Whoever was first wins; the other one stays unused. */
  g_mutex_lock (&file->symbol_lock);
  g_ptr_array_add (file->tables, table);
  if (!g_hash_table_contains (file->table_of_type, GUINT_TO_POINTER (number + 1)))
    g_hash_table_insert (file->table_of_type, GUINT_TO_POINTER (number + 1), table);
  table = g_hash_table_lookup (file->table_of_type, GUINT_TO_POINTER (number + 1));
  g_mutex_unlock (&file->symbol_lock);
  return table;
}

gboolean
th_txt_file_tables_lack (ThTxtFile *self)
{
  g_autoptr(GHashTable) used = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer number, table;
  gboolean lack = FALSE;

  g_mutex_lock (&self->symbol_lock);
  g_hash_table_iter_init (&iter, self->table_of_type);
  while (g_hash_table_iter_next (&iter, &number, &table))
    g_hash_table_insert (used, number, table);
  g_mutex_unlock (&self->symbol_lock);

  g_hash_table_iter_init (&iter, used);
  while (!lack && g_hash_table_iter_next (&iter, &number, &table))
    {
      ThTxtTable *now = build_table (self, th_txt_types_get (self->types, GPOINTER_TO_UINT (number) - 1));

      lack = !th_txt_table_equal (table, now);
      th_txt_table_free (now);
    }
  return lack;
}

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  static const ThFieldTable none = { NULL, 0 };
  const ThTxtTable *table = table_of_type (source, type);

  return table != NULL ? &table->table : &none;
}

static gboolean
source_has_stacks (gpointer source,
                   guint    number)
{
  ThTxtType *type = th_txt_types_get (((ThTxtFile *) source)->types, number);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  Reader *reader = reader_new (source);

  for (guint i = 0; type != NULL && i < type->n_samples && frames->len == 0; i++)
    {
      reader->place = type->samples[i];
      if (read_window (reader, SMALL_WINDOW) || read_window (reader, LARGE_WINDOW))
        th_txt_parse_stack (source, reader->rest.text, reader->rest.size, frames);
    }
  reader_free (reader);

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
  table = type != NULL ? table_of_type (self->file, self->type) : NULL;
  if (table == NULL)
    return FALSE;

  th_txt_parse_values (type->name, self->line.info, self->values);
  th_txt_table_build (table, self->line.pid, self->values, self->record);
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
      th_txt_parse_values (type->name, self->line.info, self->values);
      append_values (self, text);
      if (self->values->len > 0)
        return TRUE;
    }
  append_valid (text, self->line.info.text, self->line.info.size);
  append_rest (text, self->rest);
  return TRUE;
}

/* --- stack ------------------------------------------------------------- */

/* ftrace writes the stack of an event as the next event of the same task. */
static gboolean
is_stack_of (Reader *self,
             ThRef   event,
             ThRef   other)
{
  ThCpu *cpu = th_recording_get_cpu (self->file->recording, event);
  const ThTxtType *type;

  if (other.row >= th_cpu_get_n_rows (cpu) || th_cpu_get_task (cpu, event.row) != th_cpu_get_task (cpu, other.row))
    return FALSE;
  type = th_txt_types_get (self->file->types, th_cpu_get_type (cpu, other.row));
  return type != NULL && (strcmp (type->name, "kernel_stack") == 0 || strcmp (type->name, "user_stack") == 0);
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
  if (th_txt_parse_stack (self->file, self->rest.text, self->rest.size, frames))
    return TRUE;
  /* perf script without -g: the address stands in the line itself. */
  if (self->line.style == TH_TXT_PERF && self->line.system.size == 0 &&
      th_txt_parse_stack (self->file, self->line.info.text, self->line.info.size, frames))
    return TRUE;
  other.row++;
  return is_stack_of (self, ref, other) && read_event (self, other) &&
         th_txt_parse_stack (self->file, self->rest.text, self->rest.size, frames);
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
  .changed = source_changed,
};
