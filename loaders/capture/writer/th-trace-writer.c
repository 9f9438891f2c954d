/* th-trace-writer.c - writes a trace.dat that is valid at every moment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-trace-file.h"
#include "th-trace-writer-private.h"

/* Appended pages are written when a CPU has so many bytes of them, and with each commit. */
#define MAX_PENDING (256 << 10)
/* A region is that large, or smaller with very many CPUs: ext4 ends at 16 TiB. */
#define LARGEST_GAP (G_GUINT64_CONSTANT (64) << 30)
#define ALL_GAPS (G_GUINT64_CONSTANT (8) << 40)
#define SMALLEST_GAP (G_GUINT64_CONSTANT (256) << 20)

/* --- creation ---------------------------------------------------------- */

static gboolean
is_new (const char  *path,
        GError     **error)
{
  if (access (path, F_OK) != 0)
    return TRUE;
  th_trace_file_set_error (error, path, EEXIST);
  return FALSE;
}

gboolean
th_trace_writer_may_create (const char  *path,
                            GError     **error)
{
  g_autofree char *part = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  part = g_strconcat (path, ".part", NULL);
  folder = g_path_get_dirname (path);
  if (!is_new (path, error) || !is_new (part, error))
    return FALSE;
  if (access (folder, W_OK | X_OK) == 0)
    return TRUE;
  th_trace_file_set_error (error, path, errno);
  return FALSE;
}

ThTraceWriter *
th_trace_writer_new (const char *path,
                     GError    **error)
{
  g_autofree char *part = NULL;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);

  part = g_strconcat (path, ".part", NULL);
  if (!is_new (path, error))
    return NULL;

  fd = open (part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      th_trace_file_set_error (error, part, errno);
      return NULL;
    }

  /* Tells a recovery that somebody is at work; some network file systems have no locks. */
  flock (fd, LOCK_EX | LOCK_NB);
  return th_trace_writer_make (path, fd);
}

static void
cpu_clear (gpointer data)
{
  g_clear_pointer (&((ThTraceCpu *) data)->pending, g_byte_array_unref);
}

void
th_trace_writer_free (ThTraceWriter *self)
{
  if (self->feed != NULL)
    {
      th_feed_close (self->feed);
      th_feed_unref (self->feed);
    }
  if (self->fd >= 0)
    close (self->fd);
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    g_clear_pointer (&self->texts[i].pending, g_bytes_unref);
  g_clear_pointer (&self->formats, g_ptr_array_unref);
  g_clear_pointer (&self->cpus, g_array_unref);
  g_clear_pointer (&self->fixed, g_byte_array_unref);
  g_clear_error (&self->error);
  g_free (self->clock);
  g_free (self->path);
  g_free (self->part);
  g_free (self);
}

void
th_trace_writer_discard (ThTraceWriter *self)
{
  unlink (self->part);
  if (self->feed != NULL)
    th_feed_close (self->feed);
}

/* --- the beginning ----------------------------------------------------- */

static void
place_regions (ThTraceWriter     *self,
               const ThTraceHead *head,
               guint64            begin)
{
  guint64 unit = th_trace_unit (self->page_size);

  self->gap = MIN (LARGEST_GAP, ALL_GAPS / head->n_cpus) / unit * unit;
  self->cpus = g_array_new (FALSE, TRUE, sizeof (ThTraceCpu));
  g_array_set_clear_func (self->cpus, cpu_clear);
  for (guint i = 0; i < head->n_cpus; i++)
    {
      ThTraceCpu cpu = { .number = head->cpus[i], .offset = begin + i * self->gap };

      g_array_append_val (self->cpus, cpu);
    }
}

/* Extends the file over all regions; makes them smaller if the file system has no files of that
 * size. */
static gboolean
extend_file (ThTraceWriter *self)
{
  guint64 unit = th_trace_unit (self->page_size);
  guint64 begin = th_trace_writer_cpu (self, 0)->offset;
  guint n = self->cpus->len;

  while (ftruncate (self->fd, (off_t) (begin + n * self->gap)) != 0)
    {
      if ((errno != EFBIG && errno != EINVAL) || self->gap / 2 < SMALLEST_GAP)
        return th_trace_writer_fail (self, errno);

      self->gap = self->gap / 2 / unit * unit;
      for (guint i = 0; i < n; i++)
        th_trace_writer_cpu (self, i)->offset = begin + i * self->gap;
    }
  self->tail = self->end = begin + n * self->gap;
  return TRUE;
}

/* Begins the late sections with an empty section of strings, as trace-cmd writes one; there must
 * be something after the last region, or its hole cannot be collapsed. */
static gboolean
write_tail (ThTraceWriter *self)
{
  g_autoptr(GByteArray) strings = g_byte_array_new ();

  th_trace_put_section (strings, TH_TRACE_STRINGS, 1, self->big_endian);
  th_trace_put_string (strings, "");
  self->end = self->tail + strings->len;
  return th_trace_writer_write (self, self->tail, strings);
}

/* Appends both slots and the header of the data section to the head.  The slots are written with
 * the CPUs at their places. */
static gboolean
write_head (ThTraceWriter     *self,
            GByteArray        *head,
            const ThTraceHead *description)
{
  g_autoptr(GByteArray) options = NULL;
  ThTraceLayout layout = { 0 };
  gsize table;

  place_regions (self, description, 0); /* only to measure the options */
  self->slot_size = th_trace_options_measure (self);
  self->slots[0] = head->len;
  self->slots[1] = head->len + TH_TRACE_SECTION_HEADER + self->slot_size;
  self->data_section = self->slots[1] + TH_TRACE_SECTION_HEADER + self->slot_size;
  g_array_unref (self->cpus);
  place_regions (self, description,
                 th_trace_align (self->data_section + TH_TRACE_SECTION_HEADER,
                                 th_trace_unit (self->page_size)));
  if (!extend_file (self))
    return FALSE;

  layout.tail = self->tail;
  options = th_trace_options_encode (self, &layout, &table);
  self->table_at = self->slots[0] + TH_TRACE_SECTION_HEADER + table;
  for (guint i = 0; i < 2; i++)
    {
      th_trace_put_section (head, TH_TRACE_OPTIONS, self->slot_size, self->big_endian);
      g_byte_array_append (head, options->data, options->len);
    }
  th_trace_store (head->data + self->pointer_at, self->slots[0], 8, self->big_endian);
  th_trace_put_section (head, TH_TRACE_BUFFER,
                        self->tail - self->data_section - TH_TRACE_SECTION_HEADER,
                        self->big_endian);
  return th_trace_writer_write (self, 0, head) && write_tail (self);
}

static void
make_feed (ThTraceWriter *self)
{
  g_autofree guint64 *offsets = g_new (guint64, self->cpus->len);

  for (guint i = 0; i < self->cpus->len; i++)
    offsets[i] = th_trace_writer_cpu (self, i)->offset;
  self->feed = th_feed_new (self->cpus->len, offsets);
}

gboolean
th_trace_writer_begin (ThTraceWriter      *self,
                       const ThTraceHead  *head,
                       GError            **error)
{
  g_autoptr(GByteArray) bytes = NULL;

  g_return_val_if_fail (self->cpus == NULL, FALSE);

  errno = 0;
  if (!th_trace_file_is_sparse (self->fd))
    {
      g_autofree char *name = g_filename_display_name (self->part);

      if (errno != EOPNOTSUPP)
        th_trace_file_set_error (error, self->part, errno);
      else
        g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_SPARSE,
                     _("“%s” is on a file system without sparse files, such as FAT. Record to "
                       "another disk, and copy the file afterwards."), name);
      return FALSE;
    }

  bytes = th_trace_head_encode (self, head, error);
  if (bytes == NULL)
    return FALSE;
  g_clear_pointer (&self->formats, g_ptr_array_unref);
  if (!write_head (self, bytes, head))
    return th_trace_writer_report (self, error);

  make_feed (self);
  return TRUE;
}

/* --- pages ------------------------------------------------------------- */

void
th_trace_writer_set_limit (ThTraceWriter *self,
                           guint64        limit)
{
  self->limit = limit;
}

/* Writes the pages of a CPU; of an incomplete write, the pages that are whole count. */
static gboolean
flush_cpu (ThTraceWriter *self,
           ThTraceCpu    *cpu)
{
  gsize done;

  if (cpu->pending == NULL || cpu->pending->len == 0)
    return TRUE;

  if (!th_trace_file_write (self->fd, cpu->offset + cpu->size, cpu->pending->data,
                            cpu->pending->len, &done))
    th_trace_writer_fail (self, errno);
  cpu->size += done / self->page_size * self->page_size;
  g_byte_array_set_size (cpu->pending, 0);
  return self->error == NULL;
}

gboolean
th_trace_writer_flush (ThTraceWriter *self)
{
  gboolean good = TRUE;

  for (guint i = 0; i < self->cpus->len; i++)
    good = flush_cpu (self, th_trace_writer_cpu (self, i)) && good;
  return good;
}

/* Keeps an error for a page that must not be stored. */
static gboolean
check_page (ThTraceWriter *self,
            ThTraceCpu    *cpu,
            gsize          size)
{
  guint64 in_region = cpu->size + (cpu->pending != NULL ? cpu->pending->len : 0);
  g_autofree char *name = NULL;

  if (size == 0 || size > self->page_size)
    g_set_error (&self->error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_INVALID,
                 _("A page of %u bytes arrived that should have up to %u. The agent may be "
                   "damaged; install it again."), (guint) MIN (size, G_MAXUINT), self->page_size);
  else if (self->page_size > self->gap - in_region ||
           (self->limit != 0 && self->n_bytes + self->page_size > self->limit))
    {
      name = g_filename_display_name (self->part);
      g_set_error (&self->error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_LIMIT,
                   _("“%s” has reached its largest size. Everything that was recorded until then "
                     "is kept."), name);
    }
  return self->error == NULL;
}

gboolean
th_trace_writer_append (ThTraceWriter *self,
                        guint          cpu,
                        const guint8  *page,
                        gsize          size,
                        GError       **error)
{
  ThTraceCpu *to;
  guint begin;

  g_return_val_if_fail (self->cpus != NULL && cpu < self->cpus->len, FALSE);

  to = th_trace_writer_cpu (self, cpu);
  if (self->error != NULL || !check_page (self, to, size))
    return th_trace_writer_report (self, error);

  if (to->pending == NULL)
    to->pending = g_byte_array_new ();
  begin = to->pending->len;
  g_byte_array_set_size (to->pending, begin + self->page_size);
  memcpy (to->pending->data + begin, page, size);
  memset (to->pending->data + begin + size, 0, self->page_size - size);
  self->n_bytes += self->page_size;
  if (to->pending->len >= MAX_PENDING)
    flush_cpu (self, to);
  return th_trace_writer_report (self, error);
}

gboolean
th_trace_writer_commit (ThTraceWriter *self,
                        GError       **error)
{
  g_return_val_if_fail (self->cpus != NULL, FALSE);

  th_trace_writer_flush (self);
  if (th_trace_options_update (self))
    for (guint i = 0; i < self->cpus->len; i++)
      th_feed_set_size (self->feed, i, th_trace_writer_cpu (self, i)->size);
  th_feed_publish (self->feed);
  return th_trace_writer_report (self, error);
}

void
th_trace_writer_set_until (ThTraceWriter *self,
                           gint64         until)
{
  th_feed_set_until (self->feed, until);
}

/* --- late texts -------------------------------------------------------- */

void
th_trace_writer_set_text (ThTraceWriter *self,
                          ThTraceText    which,
                          const void    *text,
                          gsize          size)
{
  g_return_if_fail (which < TH_TRACE_N_TEXTS && size <= G_MAXUINT32);

  g_clear_pointer (&self->texts[which].pending, g_bytes_unref);
  self->texts[which].pending = g_bytes_new (text, size);
}

static GByteArray *
encode_text (ThTraceWriter *self,
             ThTraceText    which)
{
  static const struct
  {
    guint id;
    guint width; /* of the size before the text; 0: none */
  } sections[TH_TRACE_N_TEXTS] = {
    [TH_TRACE_TEXT_KALLSYMS] = { TH_TRACE_KALLSYMS, 4 },
    [TH_TRACE_TEXT_PRINTK] = { TH_TRACE_PRINTK, 4 },
    [TH_TRACE_TEXT_CMDLINES] = { TH_TRACE_CMDLINES, 8 },
    [TH_TRACE_TEXT_COUNTERS] = { TH_TRACE_COUNTERS, 8 },
    [TH_TRACE_TEXT_ORIGIN] = { TH_TRACE_ORIGIN, 8 },
  };
  GByteArray *out = g_byte_array_new ();
  gsize size;
  gconstpointer text = g_bytes_get_data (self->texts[which].pending, &size);

  th_trace_put_section (out, sections[which].id, sections[which].width + size, self->big_endian);
  th_trace_put_sized (out, sections[which].width, text, size, self->big_endian);
  return out;
}

/* Appends the section; the file ends before it until all of it is written. */
static gboolean
append_text (ThTraceWriter *self,
             ThTraceText    which)
{
  g_autoptr(GByteArray) section = encode_text (self, which);

  if (!th_trace_writer_write (self, self->end, section))
    {
      /* What was written of it must not be taken for a section. */
      if (ftruncate (self->fd, (off_t) self->end) != 0)
        g_debug ("Cannot remove an incomplete section: %s", g_strerror (errno));
      return FALSE;
    }

  self->texts[which].offset = self->end;
  self->end += section->len;
  g_clear_pointer (&self->texts[which].pending, g_bytes_unref);
  return TRUE;
}

gboolean
th_trace_writer_add_texts (ThTraceWriter *self,
                           GError       **error)
{
  ThTraceLayout layout = { .tail = self->tail };
  gboolean added = FALSE;

  g_return_val_if_fail (self->cpus != NULL, FALSE);

  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    {
      added |= self->texts[i].pending != NULL && append_text (self, i);
      layout.texts[i] = self->texts[i].offset;
    }
  if (!added)
    return th_trace_writer_report (self, error);

  /* The sections must be on the disk before options refer to them. */
  fdatasync (self->fd);
  if (th_trace_options_prepare (self, &layout, 0) && th_trace_options_flip (self) &&
      self->feed != NULL)
    th_feed_add_texts (self->feed);
  return th_trace_writer_report (self, error);
}

void
th_trace_writer_set_offset (ThTraceWriter *self,
                            gint64         offset,
                            gint64         error)
{
  char *text = (char *) self->fixed->data + self->offset_at;

  g_return_if_fail (self->offset_at > 0);

  memset (text, 0, TH_TRACE_OFFSET_SIZE);
  /* The others read the first number. */
  g_snprintf (text, TH_TRACE_OFFSET_SIZE, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, offset, error);
}

/* --- the end ----------------------------------------------------------- */

gboolean
th_trace_writer_finish (ThTraceWriter *self,
                        GError       **error)
{
  gboolean good;

  g_return_val_if_fail (self->cpus != NULL, FALSE);

  th_trace_writer_commit (self, NULL);
  th_trace_writer_add_texts (self, NULL);
  good = th_trace_writer_compact (self, 0, error);
  if (self->feed != NULL)
    {
      th_feed_publish (self->feed);
      th_feed_close (self->feed);
    }
  return good;
}

/* --- getters ----------------------------------------------------------- */

ThFeed *
th_trace_writer_get_feed (ThTraceWriter *self)
{
  return self->feed;
}

const char *
th_trace_writer_get_path (ThTraceWriter *self)
{
  return self->part;
}
