/* th-trace-compact.c - removes the holes of a finished file and gives it its name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In place: the options with the final offsets are written first, with a journal; then the holes
 * are collapsed from the last to the first, so that the offsets of the others stay; then the
 * options are put in force.  Meanwhile the file is not valid, but its size tells a recovery how
 * many holes are gone.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-trace-file.h"
#include "th-trace-writer-private.h"

/* A part of the file that stays. */
typedef struct
{
  guint64 from;
  guint64 to;   /* its offset in the end */
  guint64 size;
} Piece;

typedef struct
{
  ThTraceWriter *writer;
  GArray        *pieces;  /* Piece: the head, the regions, the late sections */
  guint64        size;    /* of the file in the end */
  guint64       *regions; /* offsets in the end, by CPU */
  guint64       *places;  /* offsets as far as it was carried out, by CPU */
  guint64       *removed; /* bytes of the regions that are gone, by CPU */
  ThTraceLayout  layout;  /* in the end */
  guint64        journal; /* the size of the file before */
  int            failed;  /* errno of what failed, or 0 */
} Plan;

static Piece *
plan_piece (const Plan *self,
            guint       index)
{
  return &g_array_index (self->pieces, Piece, index);
}

static void
add_piece (Plan    *self,
           guint64  from,
           guint64  size)
{
  Piece piece = { from, self->size, size };

  g_array_append_val (self->pieces, piece);
  self->size += size;
}

static Plan *
plan_new (ThTraceWriter *writer,
          guint64        journal)
{
  Plan *self = g_new0 (Plan, 1);
  guint n = writer->cpus->len;

  self->writer = writer;
  self->journal = journal != 0 ? journal : writer->end;
  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  self->regions = g_new0 (guint64, n);
  self->places = g_new0 (guint64, n);
  self->removed = g_new0 (guint64, n);
  add_piece (self, 0, th_trace_writer_cpu (writer, 0)->offset);
  for (guint i = 0; i < n; i++)
    {
      const ThTraceCpu *cpu = th_trace_writer_cpu (writer, i);

      self->regions[i] = self->size;
      self->places[i] = cpu->offset;
      add_piece (self, cpu->offset + cpu->removed, cpu->size - cpu->removed);
    }
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    if (writer->texts[i].offset != 0)
      self->layout.texts[i] = writer->texts[i].offset - writer->tail + self->size;
  self->layout.tail = self->size;
  self->layout.regions = self->regions;
  add_piece (self, writer->tail, self->journal - writer->tail);
  return self;
}

static void
plan_free (Plan *self)
{
  g_array_unref (self->pieces);
  g_free (self->regions);
  g_free (self->places);
  g_free (self->removed);
  g_free (self);
}

/* --- in place ---------------------------------------------------------- */

/* The size of the hole before a piece. */
static guint64
hole_before (const Plan *self,
             guint       index)
{
  const Piece *before = plan_piece (self, index - 1);

  return plan_piece (self, index)->from - before->from - before->size;
}

static gboolean
collapse (Plan  *self,
          guint  index)
{
  const Piece *before = plan_piece (self, index - 1);
  guint64 size = hole_before (self, index);

  return size == 0 ||
         fallocate (self->writer->fd, FALLOC_FL_COLLAPSE_RANGE,
                    (off_t) (before->from + before->size), (off_t) size) == 0;
}

/* Notes where the regions are after the holes from that before the piece @first on are gone. */
static void
note_places (Plan  *self,
             guint  first)
{
  guint64 gone = 0;

  for (guint i = first; i < self->pieces->len - 1; i++)
    {
      gone += hole_before (self, i);
      self->places[i - 1] = plan_piece (self, i)->from - gone;
      self->removed[i - 1] = th_trace_writer_cpu (self->writer, i - 1)->removed;
    }
}

static void
move_cb (gpointer data)
{
  Plan *self = data;
  guint64 size = self->journal;
  struct stat st;
  guint i;

  if (fstat (self->writer->fd, &st) != 0)
    {
      self->failed = errno;
      return;
    }

  for (i = self->pieces->len - 1; i > 0; i--)
    {
      /* An interrupted run has removed this hole already. */
      if (size > (guint64) st.st_size)
        size -= hole_before (self, i);
      else if (!collapse (self, i))
        {
          self->failed = errno;
          break;
        }
    }
  note_places (self, i + 1);
}

/* Whether nothing was collapsed although it was tried. */
static gboolean
is_untouched (const Plan *self)
{
  struct stat st;

  return fstat (self->writer->fd, &st) == 0 && (guint64) st.st_size == self->journal;
}

static void
put_section_size (ThTraceWriter *writer,
                  guint64        tail)
{
  guint8 size[8];

  th_trace_store (size, tail - writer->data_section - TH_TRACE_SECTION_HEADER, sizeof size,
                  writer->big_endian);
  if (!th_trace_file_write (writer->fd, writer->data_section + 8, size, sizeof size, NULL))
    th_trace_writer_fail (writer, errno);
}

/* The plan has been carried out: the file is as the prepared options say. */
static gboolean
settle (Plan *self)
{
  ThTraceWriter *writer = self->writer;

  for (guint i = 0; i < writer->cpus->len; i++)
    {
      ThTraceCpu *cpu = th_trace_writer_cpu (writer, i);

      cpu->offset = self->regions[i];
      cpu->size -= cpu->removed;
      cpu->removed = 0;
    }
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    if (writer->texts[i].offset != 0)
      writer->texts[i].offset = self->layout.texts[i];
  writer->tail = self->layout.tail;
  writer->end = self->size;
  if (!th_trace_options_flip (writer) || fsync (writer->fd) != 0)
    return FALSE;

  put_section_size (writer, writer->tail);
  return fsync (writer->fd) == 0;
}

static gboolean
compact_in_place (Plan *self)
{
  ThTraceWriter *writer = self->writer;

  fsync (writer->fd);
  if (!th_trace_options_prepare (writer, &self->layout, self->journal) || fsync (writer->fd) != 0)
    {
      self->failed = errno != 0 ? errno : EIO;
      return FALSE;
    }

  if (writer->feed == NULL)
    move_cb (self);
  else
    th_feed_move (writer->feed, self->places, self->removed, move_cb, self);
  return self->failed == 0 && settle (self);
}

/* --- by a copy --------------------------------------------------------- */

static gboolean
copy_pieces (Plan *self,
             int   fd)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = plan_piece (self, i);

      if (!th_trace_file_copy (self->writer->fd, piece->from, fd, piece->to, piece->size))
        return FALSE;
    }
  return TRUE;
}

/* The file that is left is the copy; readers still have the other one open. */
static gboolean
compact_by_copy (Plan *self)
{
  ThTraceWriter *writer = self->writer;
  g_autofree char *copy = g_strconcat (writer->part, ".copy", NULL);
  int fd = open (copy, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);

  if (fd < 0 || !copy_pieces (self, fd))
    {
      self->failed = errno;
      if (fd >= 0)
        close (fd);
      unlink (copy);
      return FALSE;
    }

  close (writer->fd);
  writer->fd = fd;
  g_clear_error (&writer->error);
  if (settle (self) && writer->error == NULL && rename (copy, writer->part) == 0)
    return TRUE;

  self->failed = errno != 0 ? errno : EIO;
  unlink (copy);
  return FALSE;
}

/* --- both -------------------------------------------------------------- */

static void
set_kept (ThTraceWriter *self,
          int            code,
          GError       **error)
{
  g_autofree char *name = g_filename_display_name (self->part);

  if (code == ENOSPC || code == EDQUOT || code == EFBIG)
    g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_FULL,
                 _("The recording could not be finished: %s. All of it is kept in “%s”, which can "
                   "be opened, and is finished once there is room for a copy of it."),
                 g_strerror (code), name);
  else
    g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_DISK,
                 _("The recording could not be finished: %s. All of it is kept in “%s”, which can "
                   "be opened."), g_strerror (code), name);
}

static gboolean
rename_part (ThTraceWriter *self,
             GError       **error)
{
  if (!th_trace_file_rename (self->part, self->path))
    {
      int code = errno;
      g_autofree char *name = g_filename_display_name (self->part);

      if (code == ENOENT)
        g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_DISK,
                     _("“%s” was removed or renamed while it was being recorded."), name);
      else
        th_trace_file_set_error (error, self->path, code);
      return FALSE;
    }

  th_sync_name (self->path);
  return TRUE;
}

gboolean
th_trace_writer_compact (ThTraceWriter *self,
                         guint64        journal,
                         GError       **error)
{
  Plan *plan = plan_new (self, journal);
  gboolean good;

  errno = 0;
  good = compact_in_place (plan);
  if (!good && is_untouched (plan))
    good = compact_by_copy (plan);
  if (!good)
    set_kept (self, plan->failed != 0 ? plan->failed : EIO, error);
  plan_free (plan);
  return good && rename_part (self, error);
}
