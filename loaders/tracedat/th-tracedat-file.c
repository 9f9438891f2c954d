/* th-tracedat-file.c - the description of a trace.dat file, and the location of its data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-clock.h"
#include "th-tracedat-file.h"

/* Limits the number of CPUs with data: FEW_CPUS plus one per page of the file, but at
 * most MANY_CPUS plus one per BYTES_FOR_CPU packed bytes. */
#define FEW_CPUS 64
#define MANY_CPUS 1024
#define BYTES_FOR_CPU 1024

static void
buffer_free (gpointer data)
{
  ThTdBuffer *buffer = data;

  for (guint i = 0; i < buffer->cpus->len; i++)
    g_free (th_td_buffer_cpu (buffer, i)->chunks);
  g_array_unref (buffer->cpus);
  g_free (buffer->name);
  g_free (buffer->clock_name);
  g_free (buffer);
}

static void
option_clear (gpointer data)
{
  g_bytes_unref (((ThTdOption *) data)->data);
}

ThTdFile *
th_td_file_new (ThBytes     *bytes,
                ThRecording *recording)
{
  ThTdFile *self = g_new0 (ThTdFile, 1);

  self->base.bytes = th_bytes_ref (bytes);
  self->base.recording = recording;
  self->buffers = g_ptr_array_new_with_free_func (buffer_free);
  self->options = g_array_new (FALSE, FALSE, sizeof (ThTdOption));
  g_array_set_clear_func (self->options, option_clear);
  self->id_of_type = g_hash_table_new (NULL, NULL);
  self->data_sections = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
th_td_file_free (ThTdFile *self)
{
  if (self->again != NULL)
    self->again_free (self->again);
  g_clear_pointer (&self->base.formats, th_formats_free);
  g_hash_table_unref (self->id_of_type);
  g_array_unref (self->data_sections);
  th_td_clock_clear (&self->clock);
  g_ptr_array_unref (self->buffers);
  g_array_unref (self->options);
  g_free (self->clock_name);
  g_free (self->tgids);
  th_td_unpacker_free (self->spare);
  th_bytes_unref (self->base.bytes);
  g_free (self);
}

ThByteCursor
th_td_file_cursor (ThTdFile *self,
                   ThBytes  *bytes,
                   guint64   offset)
{
  guint64 end = th_bytes_get_size (bytes);

  return (ThByteCursor) { .bytes = bytes, .pos = offset, .end = end, .big_endian = self->big_endian,
                          .failed = offset > end };
}

/* --- buffers ----------------------------------------------------------- */

guint
th_td_check_page_size (guint64 size)
{
  return size >= TH_TD_MIN_PAGE && size <= TH_TD_MAX_PAGE && (size & (size - 1)) == 0 ? size : 0;
}

ThTdBuffer *
th_td_file_add_buffer (ThTdFile   *self,
                       const char *name,
                       const char *clock_name,
                       guint       page_size)
{
  ThTdBuffer *buffer = g_new0 (ThTdBuffer, 1);

  buffer->name = g_strdup (name);
  buffer->clock_name = g_strdup (clock_name);
  buffer->page_size = th_td_check_page_size (page_size);
  if (buffer->page_size == 0 || self->version < 7)
    buffer->page_size = self->sub_buffer_size != 0 ? self->sub_buffer_size : self->page_size;
  buffer->cpus = g_array_new (FALSE, TRUE, sizeof (ThTdCpu));
  g_ptr_array_add (self->buffers, buffer);
  return buffer;
}

/* Counts a CPU with @size bytes of data; FALSE if that exceeds the limits. */
static gboolean
take_data (ThTdFile *self,
           guint64   size)
{
  guint64 file_size = th_bytes_get_size (self->base.bytes);
  guint64 most = MIN (file_size / TH_TD_MIN_PAGE + FEW_CPUS,
                      MANY_CPUS + th_bytes_get_packed_size (self->base.bytes) / BYTES_FOR_CPU);

  if (self->n_filled >= most || size > file_size - self->data_size)
    return FALSE;

  self->n_filled++;
  self->data_size += size;
  return TRUE;
}

gboolean
th_td_buffer_add_cpu (ThTdFile   *self,
                      ThTdBuffer *buffer,
                      guint       number,
                      guint64     offset,
                      guint64     size)
{
  guint64 file_size = th_bytes_get_size (self->base.bytes);
  ThTdCpu cpu = { .number = number, .offset = offset, .size = size };

  if (number >= TH_TD_MAX_CPUS || self->n_cpus >= TH_TD_MAX_CPUS)
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, -1, "CPU");
      return self->n_cpus < TH_TD_MAX_CPUS;
    }
  if (offset > file_size || size > file_size - offset)
    {
      cpu.size = offset > file_size ? 0 : file_size - offset;
      self->missing += MIN (size - cpu.size, (guint64) G_MAXINT64 - self->missing);
      th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1, file_size, NULL);
    }
  if (cpu.size > 0 && !take_data (self, cpu.size))
    {
      cpu.size = 0;
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, offset, "CPU");
    }

  self->n_cpus++;
  g_array_append_val (buffer->cpus, cpu);
  return TRUE;
}

static gint
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  const ThTdCpu *x = a, *y = b;

  return (x->number > y->number) - (x->number < y->number);
}

void
th_td_buffer_sort_cpus (ThTdFile   *self,
                        ThTdBuffer *buffer)
{
  guint n = 0;

  /* If a CPU occurs twice, the first one is used. */
  g_array_sort (buffer->cpus, compare_cpus);
  for (guint i = 0; i < buffer->cpus->len; i++)
    if (n > 0 && th_td_buffer_cpu (buffer, n - 1)->number == th_td_buffer_cpu (buffer, i)->number)
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1,
                                th_td_buffer_cpu (buffer, i)->offset, "CPU");
    else
      *th_td_buffer_cpu (buffer, n++) = *th_td_buffer_cpu (buffer, i);
  g_array_set_size (buffer->cpus, n);
}

/* --- unpackers --------------------------------------------------------- */

ThTdUnpacker *
th_td_file_take_unpacker (ThTdFile *self)
{
  ThTdUnpacker *spare = __atomic_exchange_n (&self->spare, NULL, __ATOMIC_ACQ_REL);

  return spare != NULL ? spare : th_td_unpacker_new (self->compression);
}

void
th_td_file_give_unpacker (ThTdFile     *self,
                          ThTdUnpacker *unpacker)
{
  th_td_unpacker_free (__atomic_exchange_n (&self->spare, unpacker, __ATOMIC_ACQ_REL));
}
