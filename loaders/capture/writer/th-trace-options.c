/* th-trace-options.c - the two sections of options, of which one is in force
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "th-read.h"
#include "th-trace-writer-private.h"

#define TABLE_ROW 20     /* number, offset and size of a CPU */
#define SECTION_OPTION 14
#define DONE_OPTION 14

/* The last bytes of a slot, which readers do not look at: where the late sections begin, then a
 * magic number and a size if there is a journal. */
#define JOURNAL_MAGIC "THCOLLAP"
#define JOURNAL_SIZE 16
#define NOTE_SIZE (8 + JOURNAL_SIZE)

static const guint text_ids[TH_TRACE_N_TEXTS] = {
  [TH_TRACE_TEXT_KALLSYMS] = TH_TRACE_KALLSYMS,
  [TH_TRACE_TEXT_PRINTK] = TH_TRACE_PRINTK,
  [TH_TRACE_TEXT_CMDLINES] = TH_TRACE_CMDLINES,
  [TH_TRACE_TEXT_ORIGIN] = 0,
};

/* The data of the option BUFFER before the table of CPUs. */
static GByteArray *
encode_buffer (const ThTraceWriter *self)
{
  GByteArray *out = g_byte_array_new ();

  th_trace_put (out, self->data_section, 8, self->big_endian);
  th_trace_put_string (out, ""); /* the name of the top buffer */
  th_trace_put_string (out, self->clock);
  th_trace_put (out, self->page_size, 4, self->big_endian);
  th_trace_put (out, self->cpus->len, 4, self->big_endian);
  return out;
}

static void
put_table (const ThTraceWriter *self,
           GByteArray          *out,
           const guint64       *regions)
{
  for (guint i = 0; i < self->cpus->len; i++)
    {
      const ThTraceCpu *cpu = th_trace_writer_cpu (self, i);

      th_trace_put (out, cpu->number, 4, self->big_endian);
      th_trace_put (out, regions != NULL ? regions[i] : cpu->offset + cpu->removed, 8,
                    self->big_endian);
      th_trace_put (out, cpu->size - cpu->removed, 8, self->big_endian);
    }
}

/* Sections of our own have no option. */
static guint
count_text_options (void)
{
  guint n = 0;

  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    n += text_ids[i] != 0;
  return n;
}

guint32
th_trace_options_measure (const ThTraceWriter *self)
{
  g_autoptr(GByteArray) buffer = encode_buffer (self);

  return self->fixed->len + count_text_options () * SECTION_OPTION + 6 + buffer->len +
         self->cpus->len * TABLE_ROW + DONE_OPTION + NOTE_SIZE;
}

GByteArray *
th_trace_options_encode (const ThTraceWriter *self,
                         const ThTraceLayout *layout,
                         gsize               *table)
{
  g_autoptr(GByteArray) buffer = encode_buffer (self);
  GByteArray *out = g_byte_array_new ();
  guint used;

  g_byte_array_append (out, self->fixed->data, self->fixed->len);
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    if (layout->texts[i] != 0 && text_ids[i] != 0)
      th_trace_put_number_option (out, text_ids[i], layout->texts[i], 8, self->big_endian);
  th_trace_put (out, TH_TRACE_BUFFER, 2, self->big_endian);
  th_trace_put (out, buffer->len + self->cpus->len * TABLE_ROW, 4, self->big_endian);
  g_byte_array_append (out, buffer->data, buffer->len);
  *table = out->len;
  put_table (self, out, layout->regions);
  th_trace_put_number_option (out, TH_TRACE_OPTIONS, 0, 8, self->big_endian);

  used = out->len;
  g_byte_array_set_size (out, self->slot_size);
  memset (out->data + used, 0, self->slot_size - used);
  th_trace_store (out->data + self->slot_size - NOTE_SIZE, layout->tail, 8, self->big_endian);
  return out;
}

gboolean
th_trace_options_prepare (ThTraceWriter       *self,
                          const ThTraceLayout *layout,
                          guint64              journal)
{
  gsize table;
  g_autoptr(GByteArray) options = th_trace_options_encode (self, layout, &table);
  guint64 at = self->slots[1 - self->slot] + TH_TRACE_SECTION_HEADER;

  if (journal != 0)
    {
      guint8 *end = options->data + options->len - JOURNAL_SIZE;

      memcpy (end, JOURNAL_MAGIC, 8);
      th_trace_store (end + 8, journal, 8, self->big_endian);
    }
  return th_trace_writer_write (self, at, options);
}

gboolean
th_trace_options_flip (ThTraceWriter *self)
{
  ThTraceLayout layout = { 0 };
  g_autoptr(GByteArray) pointer = g_byte_array_new ();
  g_autoptr(GByteArray) options = NULL;
  gsize table;

  th_trace_put (pointer, self->slots[1 - self->slot], 8, self->big_endian);
  if (!th_trace_writer_write (self, self->pointer_at, pointer))
    return FALSE;

  self->slot = 1 - self->slot;
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    layout.texts[i] = self->texts[i].offset;
  options = th_trace_options_encode (self, &layout, &table);
  self->table_at = self->slots[self->slot] + TH_TRACE_SECTION_HEADER + table;
  return TRUE;
}

gboolean
th_trace_options_update (ThTraceWriter *self)
{
  g_autoptr(GByteArray) table = g_byte_array_new ();

  put_table (self, table, NULL);
  return th_trace_writer_write (self, self->table_at, table);
}

/* Reads the note at the end of a slot. */
static gboolean
read_note (ThTraceWriter *self,
           guint          slot,
           guint8        *note)
{
  guint64 end = self->slots[slot] + TH_TRACE_SECTION_HEADER + self->slot_size;

  return self->slot_size >= NOTE_SIZE &&
         th_read_at (self->fd, end - NOTE_SIZE, note, NOTE_SIZE) == NOTE_SIZE;
}

guint64
th_trace_options_get_journal (ThTraceWriter *self)
{
  guint8 note[NOTE_SIZE];

  if (!read_note (self, 1 - self->slot, note) || memcmp (note + 8, JOURNAL_MAGIC, 8) != 0)
    return 0;
  return th_trace_fetch (note + 16, 8, self->big_endian);
}

guint64
th_trace_options_get_tail (ThTraceWriter *self)
{
  guint8 note[NOTE_SIZE];

  return read_note (self, self->slot, note) ? th_trace_fetch (note, 8, self->big_endian) : 0;
}
