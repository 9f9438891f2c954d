/* th-tracedat-page.c - the walk of one ring-buffer page: a function of bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every event begins with a 32-bit word: 5 bits of type or length, 27 bits of
 * time since the event before.  A page begins with the full stamp of its
 * first event, so each page decodes alone.
 */
#include "config.h"

#include "th-tracedat-layout.h"
#include "th-tracedat-page.h"

enum
{
  EVENT_DATA_MAX = 28,   /* 1 … 28: words of data */
  EVENT_PADDING = 29,
  EVENT_TIME_EXTEND = 30,
  EVENT_TIME_STAMP = 31
};

#define TIME_BITS 27
#define COMMIT_MASK ((1u << 27) - 1)
#define MISSED_EVENTS (1u << 31)
#define MISSED_STORED (1u << 30)
/* Absolute stamps have 59 bits; the others are those of the page. */
#define STAMP_MSB (0xf8ull << 56)

/* The header of an event and the two common fields it must hold. */
#define SMALLEST_EVENT 12

void
th_td_walk_init (ThTdWalk *self)
{
  *self = (ThTdWalk) { 0 };
  self->lost = g_array_new (FALSE, FALSE, sizeof (ThTdLost));
  self->pages = g_array_new (FALSE, FALSE, sizeof (ThTdPageMark));
}

static void
free_rows (ThTdWalk *self)
{
  g_clear_pointer (&self->stamps, g_free);
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->types, g_free);
  g_clear_pointer (&self->pid_runs, g_free);
  g_clear_pointer (&self->marks, g_free);
  g_clear_pointer (&self->tasks, g_free);
  g_clear_pointer (&self->changes, g_free);
  g_clear_pointer (&self->switches, g_free);
}

void
th_td_walk_clear (ThTdWalk *self)
{
  free_rows (self);
  g_array_unref (self->lost);
  g_array_unref (self->pages);
}

/* Allocates for the worst case, since memory that is never touched costs nothing. */
static gboolean
walk_grow (ThTdWalk *self,
           guint32   capacity)
{
  free_rows (self);
  self->stamps = g_try_new (guint64, capacity);
  self->places = g_try_new (guint64, capacity);
  self->types = g_try_new (guint16, capacity);
  self->pid_runs = g_try_new (ThTdPidRun, capacity);
  self->marks = g_try_new (ThTdMark, capacity);
  self->tasks = g_try_new (guint32, capacity);
  self->changes = g_try_new (ThTaskChange, capacity);
  self->switches = g_try_new (ThSwitch, capacity);
  self->capacity = capacity;
  if (self->stamps != NULL && self->places != NULL && self->types != NULL &&
      self->pid_runs != NULL && self->marks != NULL && self->tasks != NULL &&
      self->changes != NULL && self->switches != NULL)
    return TRUE;

  self->capacity = 0;
  return FALSE;
}

gboolean
th_td_walk_reset (ThTdWalk *self,
                  gsize     raw_size)
{
  gsize capacity = raw_size / SMALLEST_EVENT + 1;

  self->n = 0;
  self->n_bad_pages = self->n_bad_records = 0;
  self->first_bad = G_MAXUINT64;
  g_array_set_size (self->lost, 0);
  g_array_set_size (self->pages, 0);
  self->n_pid_runs = self->n_marks = self->n_changes = self->n_switches = 0;
  self->ascends = TRUE;
  self->end = 0;
  self->last_pid = G_MININT64;
  if (capacity > G_MAXUINT32)
    return FALSE;
  return capacity <= self->capacity || walk_grow (self, capacity);
}

static void
note_bad (ThTdWalk *self,
          guint32  *counter,
          guint64   place)
{
  ++*counter;
  self->first_bad = MIN (self->first_bad, place);
}

static inline guint
word_type (guint32  word,
           gboolean big_endian)
{
  return big_endian ? word >> TIME_BITS : word & 31;
}

static inline guint32
word_delta (guint32  word,
            gboolean big_endian)
{
  return big_endian ? word & ((1u << TIME_BITS) - 1) : word >> 5;
}

/* Locates the data of the event at @at; FALSE if it extends beyond @end. */
static inline gboolean
event_data (const guint8 *page,
            gsize         at,
            gsize         end,
            guint         type,
            gboolean      big_endian,
            gsize        *start,
            gsize        *size)
{
  guint32 length;

  if (type != 0)
    {
      *start = at + 4;
      *size = type * 4;
      return *size <= end - *start;
    }

  if (end - at < 8)
    return FALSE;

  /* The length counts itself. */
  length = th_bytes_u32 (page + at + 4, big_endian);
  *start = at + 8;
  *size = ((gsize) length - 4 + 3) & ~(gsize) 3;
  return length > 4 && *size <= end - *start;
}

/* Returns the size of the padding at @at; 0: to the end of the page. */
static inline gsize
padding_size (const guint8 *page,
              gsize         at,
              gsize         end,
              guint32       delta,
              gboolean      big_endian)
{
  guint32 length;

  if (delta == 0 || end - at < 8)
    return 0;

  length = th_bytes_u32 (page + at + 4, big_endian);
  return length < 4 || length > end - at - 4 ? 0 : 4 + (((gsize) length + 3) & ~(gsize) 3);
}

/* Where the next event goes.  The compiler must assume that a write to an array changes the walk
 * and the layout, but it can keep these copies in registers. */
typedef struct
{
  guint64        *stamps;
  guint64        *places;
  guint16        *types;
  gsize           n;       /* index in these three */
  ThTdPidRun     *pid_run;
  ThTdMark       *mark;
  gint64          pid;
  guint64         stamp;   /* of the event that was read last */
  const ThTdKind *kinds;
} Rows;

static inline Rows
rows_of (const ThTdWalk   *walk,
         const ThTdLayout *layout,
         guint64           stamp)
{
  return (Rows) { walk->stamps, walk->places, walk->types, walk->n,
                  walk->pid_runs + walk->n_pid_runs, walk->marks + walk->n_marks,
                  walk->last_pid, stamp, layout->kinds };
}

static inline void
append (Rows         *self,
        const guint8 *record,
        gsize         size,
        guint64       place,
        guint         id_offset,
        guint         pid_offset,
        gboolean      big_endian)
{
  ThTdKind kind = self->kinds[th_bytes_u16 (record + id_offset, big_endian)];
  gint64 pid = (gint32) th_bytes_u32 (record + pid_offset, big_endian);

  self->stamps[self->n] = self->stamp;
  self->places[self->n] = place;
  self->types[self->n] = kind.type;
  if (pid != self->pid)
    {
      *self->pid_run++ = (ThTdPidRun) { self->n, pid };
      self->pid = pid;
    }
  if (kind.special != TH_TD_PLAIN)
    *self->mark++ = (ThTdMark) { record, size, self->n, kind.special };
  self->n++;
}

/* The offset of an event is known only after the event before it has been read, so the processor
 * hardly prefetches by itself.  This distance, in bytes, hides the latency of the next cache
 * level. */
#define AHEAD 512

/* Appends ordinary events from @at on and returns the offset of the first event that is not one.
 * An ordinary event has its size in its header, fits in the page and contains the common fields. */
static inline __attribute__ ((always_inline)) gsize
walk_ordinary_events (Rows         *rows,
                      const guint8 *page,
                      gsize         at,
                      gsize         end,
                      guint64       place,
                      guint         min_words,
                      guint         id_offset,
                      guint         pid_offset,
                      gboolean      big_endian)
{
  Rows self = *rows;
  const guint8 *event = page + at;
  /* Sizes are multiples of four, so no event begins in the last bytes. */
  const guint8 *stop = event + ((end - at) & ~(gsize) 3);
  guint64 bias = place - (guintptr) page;

  while (event < stop)
    {
      guint32 word = th_bytes_u32 (event, big_endian);
      gsize n_words = word_type (word, big_endian);
      const guint8 *next = event + 4 + n_words * 4;

      /* One comparison checks both limits: the difference wraps if there are too few words. */
      if (n_words - min_words > EVENT_DATA_MAX - min_words || next > stop)
        break;
      __builtin_prefetch ((gconstpointer) ((guintptr) event + AHEAD));
      self.stamp += word_delta (word, big_endian);
      append (&self, event + 4, n_words * 4, bias + (guintptr) event, id_offset, pid_offset,
              big_endian);
      event = next;
    }

  *rows = self;
  return event - page;
}

/* Nearly all pages are little-endian, and all kernels have the common fields at the same offsets,
 * so the compiler gets these as constants. */
static __attribute__ ((noinline)) gsize
walk_common_layout (Rows         *rows,
                    const guint8 *page,
                    gsize         at,
                    gsize         end,
                    guint64       place)
{
  return walk_ordinary_events (rows, page, at, end, place, 2, 0, 4, FALSE);
}

static __attribute__ ((noinline)) gsize
walk_any_layout (Rows             *rows,
                 const ThTdLayout *layout,
                 const guint8     *page,
                 gsize             at,
                 gsize             end,
                 guint64           place)
{
  guint min_words = (layout->min_record + 3) / 4;

  /* No ordinary event is long enough to contain common fields at such offsets. */
  if (min_words > EVENT_DATA_MAX)
    return at;
  return walk_ordinary_events (rows, page, at, end, place, min_words, layout->id_offset,
                               layout->pid_offset, layout->big_endian);
}

/* Handles the event at *@at, which is not ordinary, and moves *@at past it.  Returns FALSE if
 * nothing after it can be read. */
static gboolean
walk_other_event (ThTdWalk         *self,
                  Rows             *rows,
                  const ThTdLayout *layout,
                  const guint8     *page,
                  gsize            *at,
                  gsize             end,
                  guint64           place)
{
  gboolean big_endian = layout->big_endian;
  guint32 word = th_bytes_u32 (page + *at, big_endian);
  guint type = word_type (word, big_endian);
  guint32 delta = word_delta (word, big_endian);
  gsize start, size;

  if (type <= EVENT_DATA_MAX)
    {
      if (!event_data (page, *at, end, type, big_endian, &start, &size))
        {
          note_bad (self, &self->n_bad_pages, place + *at);
          return FALSE;
        }
      rows->stamp += delta;
      if (size >= layout->min_record)
        append (rows, page + start, size, place + *at, layout->id_offset, layout->pid_offset,
                big_endian);
      else
        note_bad (self, &self->n_bad_records, place + *at);
      *at = start + size;
      return TRUE;
    }

  if (type == EVENT_PADDING)
    {
      size = padding_size (page, *at, end, delta, big_endian);
      rows->stamp += delta;
      *at += MIN (size, end - *at);
      return size != 0;
    }

  if (end - *at < 8)
    {
      note_bad (self, &self->n_bad_pages, place + *at);
      return FALSE;
    }
  if (type == EVENT_TIME_EXTEND)
    rows->stamp += ((guint64) th_bytes_u32 (page + *at + 4, big_endian) << TIME_BITS) + delta;
  else
    rows->stamp = (rows->stamp & STAMP_MSB) |
                  (((guint64) th_bytes_u32 (page + *at + 4, big_endian) << TIME_BITS) + delta);
  *at += 8;
  return TRUE;
}

/* Returns the highest stamp of the rows of this page, which is the last one unless some
 * stamp went back. */
static guint64
walk_events (ThTdWalk         *self,
             const ThTdLayout *layout,
             const guint8     *page,
             gsize             at,
             gsize             end,
             guint64           place)
{
  gboolean common = !layout->big_endian && layout->id_offset == 0 && layout->pid_offset == 4;
  guint64 highest = th_bytes_u64 (page, layout->big_endian);
  Rows rows = rows_of (self, layout, highest);

  while (TRUE)
    {
      guint64 before = rows.stamp;

      at = common ? walk_common_layout (&rows, page, at, end, place)
                  : walk_any_layout (&rows, layout, page, at, end, place);
      if (rows.n > self->n)
        highest = MAX (highest, rows.stamps[rows.n - 1]);
      /* Each event adds less than 2^27, so a sum that wraps is lower than before. */
      self->ascends &= rows.stamp >= before;

      before = rows.stamp;
      if (end - at < 4 || !walk_other_event (self, &rows, layout, page, &at, end, place))
        break;
      self->ascends &= rows.stamp >= before;
    }

  self->n = rows.n;
  self->n_pid_runs = rows.pid_run - self->pid_runs;
  self->n_marks = rows.mark - self->marks;
  self->last_pid = rows.pid;
  return highest;
}

static void
note_lost (ThTdWalk         *self,
           const ThTdLayout *layout,
           const guint8     *page,
           gsize             size,
           gsize             end,
           guint32           flags)
{
  ThTdLost lost = { self->n, -1 };

  if ((flags & MISSED_EVENTS) == 0)
    return;

  if ((flags & MISSED_STORED) != 0 && end + layout->commit_size <= size)
    {
      guint64 count = layout->commit_size == 8 ? th_bytes_u64 (page + end, layout->big_endian)
                                               : th_bytes_u32 (page + end, layout->big_endian);

      if (count > 0 && count <= G_MAXINT64)
        lost.count = count;
    }
  g_array_append_val (self->lost, lost);
}

static guint64
page_commit (const ThTdLayout *layout,
             const guint8     *page)
{
  return layout->commit_size == 8 ? th_bytes_u64 (page + 8, layout->big_endian)
                                  : th_bytes_u32 (page + 8, layout->big_endian);
}

gboolean
th_td_page_has_data (const ThTdLayout *layout,
                     const guint8     *head)
{
  return (page_commit (layout, head) & COMMIT_MASK) != 0;
}

void
th_td_walk_page (ThTdWalk         *self,
                 const ThTdLayout *layout,
                 const guint8     *page,
                 gsize             size,
                 guint64           place)
{
  gsize start = 8 + layout->commit_size;
  guint32 n_bad_before = self->n_bad_pages;
  ThTdPageMark mark = { .row = self->n };
  guint64 commit;
  gsize end;

  if (size < start)
    {
      note_bad (self, &self->n_bad_pages, place);
      return;
    }

  self->ascends &= place >= self->end && place % 4 == 0;
  self->end = place + size;
  commit = page_commit (layout, page);
  end = start + (commit & COMMIT_MASK);
  note_lost (self, layout, page, size, end, (guint32) commit);
  if (end > size)
    {
      /* The events in the page may still be valid: walk as far as possible. */
      note_bad (self, &self->n_bad_pages, place);
      end = size;
    }

  if ((end - start) / SMALLEST_EVENT > self->capacity - self->n)
    {
      note_bad (self, &self->n_bad_pages, place);
      return;
    }

  mark.stamp = th_bytes_u64 (page, layout->big_endian);
  mark.highest = walk_events (self, layout, page, start, end, place);
  /* An empty page may have any stamp. */
  if (end > start)
    g_array_append_val (self->pages, mark);
  /* Count the page once, however many errors it has. */
  self->n_bad_pages = MIN (self->n_bad_pages, n_bad_before + 1);
}

static inline __attribute__ ((always_inline)) gboolean
page_record (const guint8  *page,
             gsize          size,
             gsize          offset,
             gboolean       big_endian,
             const guint8 **record,
             gsize         *record_size)
{
  gsize start;
  guint type;

  if (offset > size || size - offset < 8)
    return FALSE;

  type = word_type (th_bytes_u32 (page + offset, big_endian), big_endian);
  if (type > EVENT_DATA_MAX ||
      !event_data (page, offset, size, type, big_endian, &start, record_size))
    return FALSE;

  *record = page + start;
  return TRUE;
}

gboolean
th_td_page_record (const guint8  *page,
                   gsize          size,
                   gsize          offset,
                   gboolean       big_endian,
                   const guint8 **record,
                   gsize         *record_size)
{
  return page_record (page, size, offset, big_endian, record, record_size);
}

guint64
th_td_page_records (const guint8  *page,
                    gsize          size,
                    guint64        begin,
                    gboolean       big_endian,
                    const guint64 *places,
                    guint64       *rows,
                    ThPayload     *payloads)
{
  guint64 good = 0;

  for (; *rows != 0; *rows &= *rows - 1)
    {
      guint i = __builtin_ctzll (*rows);
      ThPayload *payload = &payloads[i];

      if (places[i] - begin >= size)
        break;
      payload->big_endian = big_endian;
      if (page_record (page, size, places[i] - begin, big_endian, &payload->data, &payload->size))
        good |= G_GUINT64_CONSTANT (1) << i;
    }

  return good;
}
