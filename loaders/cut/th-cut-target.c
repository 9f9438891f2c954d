/* th-cut-target.c - a trace.dat that is written from its beginning to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cut-target.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-trace-encode.h"
#include "th-trace-file.h"
#include "th-tracedat-chunks.h"

#define MAGIC "\x17\x08\x44tracing"
/* Pages are written this many bytes at a time. */
#define WRITE_BYTES (1 << 20)
#define MAX_CLOCK 64 /* bytes of the name of a clock */

struct _ThCutTarget
{
  ThAtomicFile file;
  int         code;       /* errno of the first error, or 0 */
  gboolean    big_endian;
  guint       page_size;  /* of the buffer */
  guint64     pointer_at; /* where the header has the offset of the options */
  guint64     data_at;    /* the data section of the buffer; 0: none is open */
  guint64     size;       /* of the file, with @pending */
  GByteArray *pending;    /* to be written at its end */
  GByteArray *options;
  GByteArray *buffer;     /* the option of the buffer, up to its CPUs */
  GByteArray *cpus;       /* its table of CPUs */
  guint       n_cpus;
  gboolean    has_cpu;    /* the last row of the table is not complete */
  guint       number;
  guint64     cpu_at;
};

/* --- bytes ------------------------------------------------------------------ */

static gboolean
flush (ThCutTarget *self)
{
  if (self->code == 0 &&
      !th_trace_file_write (self->file.fd, self->size - self->pending->len, self->pending->data,
                            self->pending->len, NULL))
    self->code = errno;
  g_byte_array_set_size (self->pending, 0);
  return self->code == 0;
}

static gboolean
put (ThCutTarget  *self,
     const guint8 *bytes,
     gsize         size)
{
  g_byte_array_append (self->pending, bytes, size);
  self->size += size;
  return self->pending->len < WRITE_BYTES || flush (self);
}

/* Fills up to a multiple of @unit. */
static void
align (ThCutTarget *self,
       guint        unit)
{
  guint left = (guint) (unit - self->size % unit) % unit, old = self->pending->len;

  g_byte_array_set_size (self->pending, old + left);
  memset (self->pending->data + old, 0, left);
  self->size += left;
}

/* Changes a number of 8 bytes that was written before. */
static void
patch (ThCutTarget *self,
       guint64      offset,
       guint64      value)
{
  guint8 raw[8];

  th_trace_store (raw, value, sizeof raw, self->big_endian);
  flush (self);
  if (self->code == 0 && !th_trace_file_write (self->file.fd, offset, raw, sizeof raw, NULL))
    self->code = errno;
}

/* --- sections ---------------------------------------------------------------- */

static void
put_head (ThCutTarget *self,
          ThTdFile    *source)
{
  g_autoptr(GByteArray) head = g_byte_array_new ();

  g_byte_array_append (head, (const guint8 *) MAGIC, 10);
  th_trace_put_string (head, "7");
  th_trace_put (head, source->big_endian != FALSE, 1, self->big_endian);
  th_trace_put (head, source->long_size, 1, self->big_endian);
  th_trace_put (head, source->page_size, 4, self->big_endian);
  th_trace_put_string (head, "none"); /* the compression, and the version of its library */
  th_trace_put_string (head, "");
  self->pointer_at = head->len;
  th_trace_put (head, 0, 8, self->big_endian);
  put (self, head->data, head->len);
}

static GByteArray *
read_section (ThTdFile        *source,
              ThTdSectionKind  kind,
              const ThCutEdit *edit)
{
  g_autoptr(ThBytes) bytes = th_td_file_unpack (source, kind);
  GByteArray *contents = g_byte_array_new ();

  if (bytes == NULL)
    return contents;

  g_byte_array_set_size (contents, (guint) th_bytes_get_size (bytes));
  th_bytes_read (bytes, 0, contents->data, contents->len);
  if (edit != NULL && edit->section != NULL)
    edit->section (kind, contents, edit->data);
  return contents;
}

/* Adds a section, and the option that refers to it. */
static void
put_section (ThCutTarget      *self,
             guint             id,
             const GByteArray *contents)
{
  g_autoptr(GByteArray) head = g_byte_array_new ();

  if (contents->len == 0)
    return;

  th_trace_put_number_option (self->options, id, self->size, 8, self->big_endian);
  th_trace_put_section (head, id, contents->len, self->big_endian);
  put (self, head->data, head->len);
  put (self, contents->data, contents->len);
}

/* The names of tasks are a text, with its size before it. */
static void
put_names (ThCutTarget     *self,
           ThTdFile        *source,
           const char      *names,
           const ThCutEdit *edit)
{
  g_autoptr(GByteArray) old = read_section (source, TH_TD_CMDLINES, edit);
  g_autoptr(GByteArray) all = g_byte_array_new ();
  gsize size = old->len < 8 ? 0 : (gsize) th_trace_fetch (old->data, 8, self->big_endian);

  size = MIN (size, old->len < 8 ? 0 : old->len - 8);
  while (size > 0 && old->data[8 + size - 1] == '\0')
    size--;
  g_byte_array_set_size (all, 8);
  if (size > 0)
    g_byte_array_append (all, old->data + 8, size);
  if (size > 0 && names != NULL && old->data[8 + size - 1] != '\n')
    g_byte_array_append (all, (const guint8 *) "\n", 1);
  if (names != NULL)
    g_byte_array_append (all, (const guint8 *) names, strlen (names));
  th_trace_store (all->data, all->len - 8, 8, self->big_endian);
  put_section (self, TH_TRACE_CMDLINES, all);
}

static void
put_sections (ThCutTarget     *self,
              ThTdFile        *source,
              const char      *names,
              const ThCutEdit *edit)
{
  for (ThTdSectionKind kind = TH_TD_HEADER_INFO; kind < TH_TD_CMDLINES; kind++)
    {
      g_autoptr(GByteArray) contents = read_section (source, kind, edit);

      put_section (self, TH_TRACE_HEADER_INFO + kind, contents);
    }
  put_names (self, source, names, edit);
}

static void
copy_options (ThCutTarget     *self,
              ThTdFile        *source,
              const ThCutEdit *edit)
{
  for (guint i = 0; i < source->options->len; i++)
    {
      const ThTdOption *option = &g_array_index (source->options, ThTdOption, i);
      g_autoptr(GByteArray) contents = g_byte_array_new ();

      if (option->id == TH_TRACE_CPU_STATISTICS && (edit == NULL || !edit->keeps_statistics))
        continue;
      g_byte_array_append (contents, g_bytes_get_data (option->data, NULL),
                           (guint) g_bytes_get_size (option->data));
      if (edit != NULL && edit->option != NULL)
        edit->option (option->id, contents, edit->data);
      th_trace_put (self->options, option->id, 2, self->big_endian);
      th_trace_put_sized (self->options, 4, contents->data, contents->len, self->big_endian);
    }
}

/* --- the file ------------------------------------------------------------------ */

/* Its sizes and offsets are written into what has been written already. */
static gboolean
check_seekable (ThCutTarget  *self,
                GError      **error)
{
  if (lseek (self->file.fd, 0, SEEK_CUR) >= 0)
    return TRUE;

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
               _("“%s” is not a file whose beginning can be written last, as that of a trace.dat "
                 "is; give the name of a file"), self->file.path);
  return FALSE;
}

ThCutTarget *
th_cut_target_new (const char      *path,
                   ThTdFile        *source,
                   const char      *names,
                   const ThCutEdit *edit,
                   GError         **error)
{
  g_autoptr(ThCutTarget) self = g_new0 (ThCutTarget, 1);

  self->file = (ThAtomicFile) TH_ATOMIC_FILE_INIT;
  self->big_endian = source->big_endian;
  self->pending = g_byte_array_new ();
  self->options = g_byte_array_new ();
  self->buffer = g_byte_array_new ();
  self->cpus = g_byte_array_new ();
  if (!th_atomic_file_begin_output (&self->file, path))
    {
      th_atomic_file_fail (path, errno, error);
      return NULL;
    }
  if (!check_seekable (self, error))
    return NULL;

  put_head (self, source);
  put_sections (self, source, names, edit);
  copy_options (self, source, edit);
  return g_steal_pointer (&self);
}

void
th_cut_target_free (ThCutTarget *self)
{
  th_atomic_file_clear (&self->file);
  g_byte_array_unref (self->pending);
  g_byte_array_unref (self->options);
  g_byte_array_unref (self->buffer);
  g_byte_array_unref (self->cpus);
  g_free (self);
}

static gboolean
add_own_section (ThCutTarget  *self,
                 guint         id,
                 const guint8 *bytes,
                 gsize         size)
{
  g_autoptr(GByteArray) head = g_byte_array_new ();

  th_trace_put_section (head, id, size + 8, self->big_endian);
  th_trace_put (head, size, 8, self->big_endian);
  return put (self, head->data, head->len) && put (self, bytes, size);
}

gboolean
th_cut_target_add_counters (ThCutTarget  *self,
                            const guint8 *bytes,
                            gsize         size)
{
  return add_own_section (self, TH_TRACE_COUNTERS, bytes, size);
}

gboolean
th_cut_target_add_origin (ThCutTarget  *self,
                          const guint8 *bytes,
                          gsize         size)
{
  return add_own_section (self, TH_TRACE_ORIGIN, bytes, size);
}

/* --- buffers --------------------------------------------------------------------- */

static void
end_cpu (ThCutTarget *self)
{
  if (!self->has_cpu)
    return;

  th_trace_put (self->cpus, self->number, 4, self->big_endian);
  th_trace_put (self->cpus, self->cpu_at, 8, self->big_endian);
  th_trace_put (self->cpus, self->size - self->cpu_at, 8, self->big_endian);
  self->n_cpus++;
  self->has_cpu = FALSE;
}

static void
end_buffer (ThCutTarget *self)
{
  end_cpu (self);
  if (self->data_at == 0)
    return;

  th_trace_put (self->buffer, self->n_cpus, 4, self->big_endian);
  g_byte_array_append (self->buffer, self->cpus->data, self->cpus->len);
  th_trace_put (self->options, TH_TRACE_BUFFER, 2, self->big_endian);
  th_trace_put_sized (self->options, 4, self->buffer->data, self->buffer->len, self->big_endian);
  patch (self, self->data_at + 8, self->size - self->data_at - TH_TRACE_SECTION_HEADER);
  self->data_at = 0;
}

/* No kernel has a clock with such a long name, which readers refuse. */
static const char *
get_clock (const ThTdBuffer *buffer)
{
  return buffer->clock_name != NULL && strlen (buffer->clock_name) <= MAX_CLOCK
         ? buffer->clock_name : "local";
}

gboolean
th_cut_target_begin_buffer (ThCutTarget *self,
                            ThTdBuffer  *buffer)
{
  g_autoptr(GByteArray) section = g_byte_array_new ();

  end_buffer (self);
  self->page_size = buffer->page_size;
  self->data_at = self->size;
  self->n_cpus = 0;
  g_byte_array_set_size (self->buffer, 0);
  g_byte_array_set_size (self->cpus, 0);
  th_trace_put (self->buffer, self->data_at, 8, self->big_endian);
  th_trace_put_string (self->buffer, buffer->name);
  th_trace_put_string (self->buffer, get_clock (buffer));
  th_trace_put (self->buffer, buffer->page_size, 4, self->big_endian);
  th_trace_put_section (section, TH_TRACE_BUFFER, 0, self->big_endian);
  return put (self, section->data, section->len);
}

gboolean
th_cut_target_begin_cpu (ThCutTarget *self,
                         guint        number)
{
  end_cpu (self);
  align (self, self->page_size);
  self->has_cpu = TRUE;
  self->number = number;
  self->cpu_at = self->size;
  return self->code == 0;
}

gboolean
th_cut_target_add_page (ThCutTarget  *self,
                        const guint8 *page)
{
  return put (self, page, self->page_size);
}

gboolean
th_cut_target_finish (ThCutTarget  *self,
                      GError      **error)
{
  g_autoptr(GByteArray) section = g_byte_array_new ();
  guint64 options_at;

  end_buffer (self);
  th_trace_put_number_option (self->options, TH_TRACE_OPTIONS, 0, 8, self->big_endian);
  options_at = self->size;
  th_trace_put_section (section, TH_TRACE_OPTIONS, self->options->len, self->big_endian);
  put (self, section->data, section->len);
  put (self, self->options->data, self->options->len);
  patch (self, self->pointer_at, options_at);
  if (self->code == 0 && !th_atomic_file_commit (&self->file))
    self->code = errno;
  if (self->code != 0)
    {
      th_atomic_file_fail (self->file.path, self->code, error);
      return FALSE;
    }

  return TRUE;
}
