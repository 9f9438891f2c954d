/* th-trace-recover.c - finishes a file that a crash left
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file may have been damaged since: no offset or size of it is trusted.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-read.h"
#include "th-trace-file.h"
#include "th-trace-writer-private.h"

#define MAX_SLOT (16 << 20)
#define POINTER_AT 24 /* magic, "7", byte order, word size, page size, "none", "" */
#define SUFFIX ".part"

/* --- the sections ------------------------------------------------------ */

typedef struct
{
  guint   id;
  guint64 contents; /* offset */
  guint64 size;
} Section;

static gboolean
read_section (ThTraceWriter *self,
              guint64        offset,
              Section       *section)
{
  guint8 head[TH_TRACE_SECTION_HEADER];

  if (th_read_at (self->fd, offset, head, sizeof head) != sizeof head)
    return FALSE;

  section->id = (guint) th_trace_fetch (head, 2, self->big_endian);
  section->contents = offset + sizeof head;
  section->size = th_trace_fetch (head + 8, 8, self->big_endian);
  return section->size <= G_MAXINT64 - section->contents;
}

/* Finds the slots and the data section, which follow the header and the formats. */
static gboolean
find_slots (ThTraceWriter *self)
{
  static const guint order[] = { TH_TRACE_HEADER_INFO, TH_TRACE_FTRACE_EVENTS,
                                 TH_TRACE_EVENT_FORMATS, TH_TRACE_OPTIONS, TH_TRACE_OPTIONS,
                                 TH_TRACE_BUFFER };
  guint64 at = POINTER_AT + 8;
  Section section;
  guint n_slots = 0;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      if (!read_section (self, at, &section) || section.id != order[i])
        return FALSE;
      if (section.id == TH_TRACE_OPTIONS)
        {
          if (section.size > MAX_SLOT || (n_slots > 0 && section.size != self->slot_size))
            return FALSE;
          self->slot_size = (guint32) section.size;
          self->slots[n_slots++] = at;
        }
      self->data_section = at;
      at = section.contents + section.size;
    }
  return TRUE;
}

/* Reads the file header and finds the slot in force. */
static gboolean
read_head (ThTraceWriter *self)
{
  guint8 head[POINTER_AT + 8];
  guint64 pointer;

  if (th_read_at (self->fd, 0, head, sizeof head) != sizeof head ||
      memcmp (head, "\x17\x08\x44tracing7", 12) != 0 || head[12] > 1 ||
      memcmp (head + 18, "none\0", 6) != 0)
    return FALSE;

  self->big_endian = head[12];
  self->pointer_at = POINTER_AT;
  if (!find_slots (self))
    return FALSE;

  pointer = th_trace_fetch (head + POINTER_AT, 8, self->big_endian);
  self->slot = pointer == self->slots[1];
  return pointer == self->slots[self->slot];
}

/* --- the options ------------------------------------------------------- */

typedef struct
{
  const guint8 *at;
  const guint8 *end;
  gboolean      big_endian;
  gboolean      failed;
} Reader;

static guint64
read_number (Reader *reader,
             guint   size)
{
  guint64 value;

  if ((gsize) (reader->end - reader->at) < size)
    {
      reader->failed = TRUE;
      return 0;
    }

  value = th_trace_fetch (reader->at, size, reader->big_endian);
  reader->at += size;
  return value;
}

static const char *
read_text (Reader *reader)
{
  const guint8 *end = memchr (reader->at, 0, (gsize) (reader->end - reader->at));
  const char *text = (const char *) reader->at;

  if (end == NULL)
    {
      reader->failed = TRUE;
      return "";
    }
  reader->at = end + 1;
  return text;
}

static void
take_cpu (ThTraceWriter *self,
          Reader        *reader)
{
  ThTraceCpu cpu = { 0 };
  guint64 before = 0;

  if (self->cpus->len > 0)
    {
      const ThTraceCpu *last = th_trace_writer_cpu (self, self->cpus->len - 1);

      before = last->offset + last->size;
    }
  cpu.number = (guint) read_number (reader, 4);
  cpu.offset = read_number (reader, 8);
  cpu.size = read_number (reader, 8);
  if (cpu.offset < before || cpu.offset > G_MAXINT64 || cpu.size > G_MAXINT64 - cpu.offset ||
      cpu.size % self->page_size != 0)
    reader->failed = TRUE;
  g_array_append_val (self->cpus, cpu);
}

static void
take_buffer (ThTraceWriter *self,
             Reader        *reader)
{
  guint64 n;

  read_number (reader, 8);
  read_text (reader);
  self->clock = g_strdup (read_text (reader));
  self->page_size = (guint) read_number (reader, 4);
  n = read_number (reader, 4);
  if (reader->failed || n == 0 || n > TH_TRACE_MAX_CPUS || self->page_size < TH_TRACE_MIN_PAGE ||
      self->page_size > TH_TRACE_MAX_PAGE || (self->page_size & (self->page_size - 1)) != 0)
    {
      reader->failed = TRUE;
      return;
    }

  self->cpus = g_array_new (FALSE, TRUE, sizeof (ThTraceCpu));
  for (guint64 i = 0; i < n && !reader->failed; i++)
    take_cpu (self, reader);
}

static void
take_option (ThTraceWriter *self,
             guint          id,
             Reader        *inside,
             const guint8  *option)
{
  if (id == TH_TRACE_BUFFER && self->cpus == NULL)
    take_buffer (self, inside);
  else if (id == TH_TRACE_KALLSYMS)
    self->texts[TH_TRACE_TEXT_KALLSYMS].offset = read_number (inside, 8);
  else if (id == TH_TRACE_PRINTK)
    self->texts[TH_TRACE_TEXT_PRINTK].offset = read_number (inside, 8);
  else if (id == TH_TRACE_CMDLINES)
    self->texts[TH_TRACE_TEXT_CMDLINES].offset = read_number (inside, 8);
  else
    g_byte_array_append (self->fixed, option, (guint) (inside->end - option));
}

static gboolean
read_options (ThTraceWriter *self,
              const guint8  *options)
{
  Reader reader = { options, options + self->slot_size, self->big_endian, FALSE };

  self->fixed = g_byte_array_new ();
  while (!reader.failed)
    {
      const guint8 *option = reader.at;
      guint id = (guint) read_number (&reader, 2);
      guint64 size = read_number (&reader, 4);
      Reader inside = reader;

      if (reader.failed || size > (gsize) (reader.end - reader.at))
        return FALSE;
      if (id == TH_TRACE_OPTIONS)
        break;

      reader.at += size;
      inside.end = reader.at;
      take_option (self, id, &inside, option);
      reader.failed |= inside.failed;
    }
  return !reader.failed && self->cpus != NULL &&
         th_trace_options_measure (self) <= self->slot_size;
}

/* --- the data ---------------------------------------------------------- */

/* The end of the last bytes of [@begin, @end) that are not a hole. */
static guint64
data_end (int     fd,
          guint64 begin,
          guint64 end)
{
  guint64 found = begin;

  while (found < end)
    {
      off_t data = lseek (fd, (off_t) found, SEEK_DATA);
      off_t hole = data >= 0 && (guint64) data < end ? lseek (fd, data, SEEK_HOLE) : -1;

      if (hole < 0)
        return begin;
      begin = found = MIN ((guint64) hole, end);
    }
  return found;
}

/* Whether the page has no stamp and no bytes: it was never written. */
static gboolean
page_is_empty (ThTraceWriter *self,
               guint64        offset)
{
  static const guint8 zeros[16];
  guint8 head[16];

  return th_read_at (self->fd, offset, head, sizeof head) != sizeof head ||
         memcmp (head, zeros, sizeof head) == 0;
}

/* After a power failure the table may count pages that did not reach the disk. */
static void
trim_cpu (ThTraceWriter *self,
          ThTraceCpu    *cpu,
          guint64        file_size)
{
  guint64 end = MIN (cpu->offset + cpu->size, file_size);

  end = end > cpu->offset ? data_end (self->fd, cpu->offset, end) : cpu->offset;
  /* The last page may have been in memory in part. */
  cpu->size = MIN (cpu->size, th_trace_align (end - cpu->offset, self->page_size));
  while (cpu->size > 0 && page_is_empty (self, cpu->offset + cpu->size - self->page_size))
    cpu->size -= self->page_size;
}

/* Cuts off what was never written, and corrects the table, on which the removal of holes builds. */
static void
trim (ThTraceWriter *self,
      guint64        file_size)
{
  ThTraceLayout layout = { .tail = self->tail };
  g_autoptr(GByteArray) options = NULL;
  gsize table;

  for (guint i = 0; i < self->cpus->len; i++)
    trim_cpu (self, th_trace_writer_cpu (self, i), file_size);
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    layout.texts[i] = self->texts[i].offset;
  options = th_trace_options_encode (self, &layout, &table);
  self->table_at = self->slots[self->slot] + TH_TRACE_SECTION_HEADER + table;
  th_trace_options_update (self);
}

/* Checks where everything is.  If some holes are gone already, the places are those before. */
static gboolean
read_places (ThTraceWriter *self,
             guint64        file_size,
             guint64        journal)
{
  const ThTraceCpu *last = th_trace_writer_cpu (self, self->cpus->len - 1);
  guint64 size = journal != 0 ? journal : file_size;

  self->tail = th_trace_options_get_tail (self);
  self->end = size;
  if (th_trace_writer_cpu (self, 0)->offset < self->data_section ||
      last->offset + last->size > self->tail || self->tail > size || size < file_size)
    return FALSE;
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    if (self->texts[i].offset != 0 &&
        (self->texts[i].offset < self->tail || self->texts[i].offset >= size))
      return FALSE;

  if (size == file_size)
    trim (self, file_size);
  return TRUE;
}

/* --- the file ---------------------------------------------------------- */

static gboolean
read_all (ThTraceWriter *self,
          guint64       *journal)
{
  g_autofree guint8 *options = NULL;
  struct stat st;

  if (fstat (self->fd, &st) != 0 || !read_head (self))
    return FALSE;

  options = g_malloc (self->slot_size);
  if (th_read_at (self->fd, self->slots[self->slot] + TH_TRACE_SECTION_HEADER, options,
                  self->slot_size) != (gssize) self->slot_size || !read_options (self, options))
    return FALSE;

  *journal = th_trace_options_get_journal (self);
  return read_places (self, (guint64) st.st_size, *journal);
}

static ThTraceWriter *
open_part (const char *part,
           const char *as,
           GError    **error)
{
  g_autofree char *path = NULL, *name = g_filename_display_name (part);
  ThTraceWriter *self;
  int fd;

  if (!g_str_has_suffix (part, SUFFIX))
    {
      g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_DAMAGED,
                   _("“%s” is not an unfinished recording."), name);
      return NULL;
    }

  fd = open (part, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    {
      th_trace_file_set_error (error, part, errno);
      return NULL;
    }
  if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
      g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_BUSY,
                   _("“%s” is still being recorded."), name);
      close (fd);
      return NULL;
    }

  path = as != NULL ? g_strdup (as) : g_strndup (part, strlen (part) - strlen (SUFFIX));
  self = th_trace_writer_make (path, fd);
  g_free (self->part);
  self->part = g_strdup (part);
  return self;
}

gboolean
th_trace_writer_recover (const char *path,
                         const char *as,
                         GError    **error)
{
  g_autoptr(ThTraceWriter) self = NULL;
  g_autofree char *name = NULL;
  guint64 journal;

  g_return_val_if_fail (path != NULL, FALSE);

  self = open_part (path, as, error);
  if (self == NULL)
    return FALSE;
  if (read_all (self, &journal))
    return th_trace_writer_compact (self, journal, error);

  name = g_filename_display_name (path);
  g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_DAMAGED,
               _("“%s” is damaged, or it ended before anything was recorded. It can be opened as "
                 "far as it is readable."), name);
  return FALSE;
}
