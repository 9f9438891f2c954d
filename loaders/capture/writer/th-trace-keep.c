/* th-trace-keep.c - the times of a recording's pages; keeps only the end of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-read.h"
#include "th-trace-writer-private.h"

/* The words of a ring-buffer page; see include/linux/ring_buffer.h of the kernel. */
enum
{
  EVENT_DATA_MAX = 28,
  EVENT_PADDING = 29,
  EVENT_TIME_EXTEND = 30
};

#define TIME_BITS 27
#define COMMIT_MASK ((1u << 27) - 1)
#define STAMP_MSB (0xf8ull << 56)

/* The stamp of the page at @offset of the region; G_MAXUINT64 if it cannot be read. */
static guint64
page_stamp (ThTraceWriter    *self,
            const ThTraceCpu *cpu,
            guint64           offset)
{
  guint8 stamp[8];

  if (th_read_at (self->fd, cpu->offset + offset, stamp, sizeof stamp) != sizeof stamp)
    return G_MAXUINT64;
  return th_trace_fetch (stamp, sizeof stamp, self->big_endian);
}

/* The number of bytes of the event at @at, of type @type; 0 at the end. */
static guint32
event_size (ThTraceWriter *self,
            const guint8  *page,
            guint32        at,
            guint32        end,
            guint          type,
            guint32        delta)
{
  guint32 length;

  if (type > 0 && type <= EVENT_DATA_MAX)
    return 4 + 4 * type;
  if (type > EVENT_PADDING)
    return 8;
  if (end - at < 8 || (type == EVENT_PADDING && delta == 0))
    return 0;

  length = (guint32) th_trace_fetch (page + at + 4, 4, self->big_endian);
  return length >= 4 && length <= end - at ? 4 + ((length + 3) & ~3u) : 0;
}

/* The stamp of the last event of a page, as far as the page is valid. */
static guint64
last_stamp (ThTraceWriter *self,
            const guint8  *page,
            guint32        size,
            guint          head)
{
  guint64 stamp = th_trace_fetch (page, 8, self->big_endian);
  guint32 commit = (guint32) th_trace_fetch (page + 8, head - 8, self->big_endian) & COMMIT_MASK;
  guint32 end = MIN (commit, size - head) + head;
  guint32 at = head, n;

  for (; end - at >= 4 && at < end; at += MIN (n, end - at))
    {
      guint32 word = (guint32) th_trace_fetch (page + at, 4, self->big_endian);
      guint type = self->big_endian ? word >> TIME_BITS : word & 31;
      guint64 delta = self->big_endian ? word & COMMIT_MASK : word >> 5;

      n = event_size (self, page, at, end, type, (guint32) delta);
      if (n == 0)
        break;
      if (type >= EVENT_TIME_EXTEND && end - at >= 8)
        delta += th_trace_fetch (page + at + 4, 4, self->big_endian) << TIME_BITS;
      stamp = type > EVENT_TIME_EXTEND ? (stamp & STAMP_MSB) | delta : stamp + delta;
    }
  return stamp;
}

/* The stamp of the last event of the page at @offset; FALSE if it cannot be read. */
static gboolean
read_last_stamp (ThTraceWriter    *self,
                 const ThTraceCpu *cpu,
                 guint64           offset,
                 guint64          *stamp)
{
  g_autofree guint8 *page = g_malloc (self->page_size);

  if (th_read_at (self->fd, cpu->offset + offset, page, self->page_size) != self->page_size)
    return FALSE;
  *stamp = last_stamp (self, page, self->page_size, 8 + self->commit_size);
  return TRUE;
}

/* Whether all events of the page at @offset are before @time. */
static gboolean
ends_before (ThTraceWriter    *self,
             const ThTraceCpu *cpu,
             guint64           offset,
             guint64           time)
{
  guint64 last;

  return read_last_stamp (self, cpu, offset, &last) && last < time;
}

/* Finds the last page that begins at or before @time: the pages before it end before @time. */
static guint64
find_page (ThTraceWriter    *self,
           const ThTraceCpu *cpu,
           guint64           time)
{
  guint64 low = cpu->removed / self->page_size, high = cpu->size / self->page_size;

  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;

      if (page_stamp (self, cpu, middle * self->page_size) <= time)
        low = middle;
      else
        high = middle;
    }
  return low * self->page_size;
}

gboolean
th_trace_writer_keep_from (ThTraceWriter *self,
                           guint64        time,
                           GError       **error)
{
  g_return_val_if_fail (self->cpus != NULL, FALSE);

  th_trace_writer_flush (self);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      ThTraceCpu *cpu = th_trace_writer_cpu (self, i);

      if (cpu->size == cpu->removed)
        continue;

      cpu->removed = find_page (self, cpu, time);
      if (ends_before (self, cpu, cpu->removed, time))
        cpu->removed += self->page_size;
    }
  th_trace_options_update (self);
  return th_trace_writer_report (self, error);
}

gboolean
th_trace_writer_get_span (ThTraceWriter *self,
                          guint64       *first,
                          guint64       *last)
{
  g_return_val_if_fail (self->cpus != NULL, FALSE);

  *first = G_MAXUINT64;
  *last = 0;
  for (guint i = 0; i < self->cpus->len; i++)
    {
      ThTraceCpu *cpu = th_trace_writer_cpu (self, i);
      guint64 end;

      if (cpu->size == cpu->removed ||
          !read_last_stamp (self, cpu, cpu->size - self->page_size, &end))
        continue;
      *first = MIN (*first, page_stamp (self, cpu, cpu->removed));
      *last = MAX (*last, end);
    }
  return *first <= *last;
}
