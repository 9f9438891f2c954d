/* th-tracedat-decode.c - decodes one stripe, from bytes to columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "th-tracedat-clock.h"
#include "th-tracedat-convert.h"
#include "th-tracedat-decode.h"
#include "th-tracedat-file.h"
#include "th-tracedat-layout.h"
#include "th-tracedat-load.h"
#include "th-tracedat-page.h"
#include "th-tracedat-times.h"
#include "th-tracedat-unpack.h"

/* A chunk that was unpacked before its turn is kept until then, unless it is larger than this.
 * trace-cmd writes chunks of ten pages. */
#define MAX_HEAD (64u << 10)
/* The first chunks of all CPUs may take this much memory together, enough for 256 CPUs. */
#define MAX_HEADS (16u << 20)

/* --- workers ----------------------------------------------------------- */

ThTdWorker *
th_td_worker_new (ThTdLoad *load,
                  guint     number)
{
  ThTdWorker *self = g_new0 (ThTdWorker, 1);

  self->load = load;
  self->number = number;
  th_td_tasks_init (&self->tasks, th_recording_get_tasks (load->recording));
  self->unpacker = th_td_file_take_unpacker (load->file);
  self->seen = g_array_new (FALSE, FALSE, sizeof (ThNameSighting));
  return self;
}

void
th_td_worker_free (ThTdWorker *self)
{
  th_td_file_give_unpacker (self->load->file, self->unpacker);
  th_td_tasks_clear (&self->tasks);
  g_array_unref (self->seen);
  g_free (self->names);
  g_free (self->raw);
  g_free (self->packed);
  g_free (self->ahead);
  g_free (self);
}

/* --- reading ----------------------------------------------------------- */

/* Returns -1 on an error, which th_loader_note_bytes() will report. */
static gssize
read_or_note (ThTdLoad *load,
              guint64   offset,
              guint8   *buffer,
              gsize     size)
{
  gssize n = th_bytes_read (load->file->base.bytes, offset, buffer, size);

  if (n >= 0 && (gsize) n < size)
    th_recording_add_problem (load->recording, TH_PROBLEM_CHANGED, 1, offset + n, NULL);
  return n;
}

/* --- names and switches ------------------------------------------------ */

static ThTdNameEntry *
name_entry (const ThTdWorker *self,
            gint32            pid)
{
  return &self->names[(guint32) pid % TH_TD_N_NAMES];
}

/* Whether the name need not be collected, since there is none or this stripe had it already. */
static inline gboolean
is_known_name (const ThTdWorker *self,
               gint32            pid,
               const guint8     *name)
{
  const ThTdNameEntry *entry = name_entry (self, pid);

  return pid <= 0 || (entry->pid == pid && entry->stamp == self->stamp &&
                      memcmp (entry->name, name, sizeof entry->name) == 0);
}

/* Collects the names in this stripe.  They are added to the task table all at once: if every name
 * took the lock of the table, the workers would wait for each other. */
static __attribute__ ((noinline)) void
see_name (ThTdWorker      *self,
          const ThTdQueue *queue,
          gint32           pid,
          guint64          stamp,
          const guint8    *name)
{
  ThTdNameEntry *entry = name_entry (self, pid);
  ThNameSighting sighting = { .pid = pid };

  entry->stamp = self->stamp;
  entry->pid = pid;
  memcpy (entry->name, name, sizeof entry->name);
  sighting.time = th_td_clock_convert (&self->load->file->clock, queue->cpu->number, stamp);
  memcpy (sighting.name, name, sizeof sighting.name);
  g_array_append_val (self->seen, sighting);
}

static inline void
see_record (ThTdWorker        *self,
            ThTdJob           *job,
            const ThTdQueue   *queue,
            const ThTdMark    *mark)
{
  const ThTdLayout *layout = self->load->layout;
  const ThTdSpecial *special = &layout->special[mark->special - TH_TD_SPECIAL];
  gint32 pid = -1;

  for (guint i = 0; i < special->n_names; i++)
    {
      const ThTdName *name = &special->names[i];

      if (name->end > mark->size)
        return;

      pid = (gint32) th_bytes_u32 (mark->record + name->pid, layout->big_endian);
      if (G_UNLIKELY (!is_known_name (self, pid, mark->record + name->name)))
        see_name (self, queue, pid, job->walk.stamps[mark->row], mark->record + name->name);
    }
  if (special->is_switch)
    job->walk.switches[job->walk.n_switches++] =
      (ThSwitch) { mark->row, th_td_tasks_get (&self->tasks, pid) };
}

/* Names a type that the file does not describe after its id.  If two workers find the same
 * type at the same time, both get the same number, since names are interned. */
static guint16
unknown_type (ThTdLoad *load,
              guint16   id)
{
  guint16 *known = &load->layout->unknown[id];
  guint type = __atomic_load_n (known, __ATOMIC_RELAXED);

  if (type == 0)
    {
      g_autofree char *name = g_strdup_printf ("%u", id);

      type = MIN (th_recording_intern_type (load->recording, "unknown", name), TH_TYPE_OTHER) + 1;
      __atomic_store_n (known, type, __ATOMIC_RELAXED);
    }
  return type - 1;
}

static void
see_unknown (ThTdWorker     *self,
             ThTdJob        *job,
             const ThTdMark *mark)
{
  const ThTdLayout *layout = self->load->layout;

  job->walk.types[mark->row] =
    unknown_type (self->load, th_bytes_u16 (mark->record + layout->id_offset, layout->big_endian));
  if (job->n_unknown++ == 0)
    job->first_unknown = mark->row;
}

/* Inspects the rows marked since @from. */
static void
see_marked (ThTdWorker      *self,
            ThTdJob         *job,
            const ThTdQueue *queue,
            guint            from)
{
  for (guint i = from; i < job->walk.n_marks; i++)
    {
      const ThTdMark *mark = &job->walk.marks[i];

      if (mark->special != TH_TD_UNDESCRIBED)
        see_record (self, job, queue, mark);
      else
        see_unknown (self, job, mark);
    }
}

/* --- decoding ---------------------------------------------------------- */

static void
walk_pages (ThTdWorker      *self,
            ThTdJob         *job,
            const ThTdQueue *queue,
            const guint8    *bytes,
            gsize            size,
            guint64          place)
{
  gsize page_size = queue->buffer->page_size;

  for (gsize at = 0; at < size; at += page_size)
    {
      gsize n = MIN (page_size, size - at);
      guint n_marks = job->walk.n_marks;

      th_td_walk_page (&job->walk, self->load->layout, bytes + at, n, place + at);
      see_marked (self, job, queue, n_marks);
    }
}

static void
read_plain (ThTdWorker      *self,
            ThTdJob         *job,
            const ThTdQueue *queue)
{
  const ThTdStripe *stripe = job->stripe;
  gssize n;

  if (!th_td_reserve (&self->raw, &self->raw_capacity, stripe->size))
    {
      th_recording_add_problem (self->load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
      return;
    }

  n = read_or_note (self->load, queue->cpu->offset + stripe->place, self->raw, stripe->size);
  walk_pages (self, job, queue, self->raw, MAX (n, 0), stripe->place);
  th_recording_add_progress (self->load->recording, stripe->size);
}

/* Locates the problem at the time of the row before @row, or of the first row. */
static void
place_problem (const ThTdLoad  *load,
               const ThTdQueue *queue,
               const ThTdWalk  *walk,
               guint32          row,
               ThProblemKind    kind,
               gint64           offset)
{
  if (walk->n > 0)
    th_recording_place_problem (load->recording, kind, queue->out,
                                th_td_clock_convert (&load->file->clock, queue->cpu->number,
                                                     walk->stamps[row > 0 ? row - 1 : 0]),
                                offset);
}

/* Unreadable pages count as an unknown number of lost events.  @n: the count to add to the
 * problem. */
static void
lose_chunk (ThTdWorker      *self,
            ThTdJob         *job,
            const ThTdQueue *queue,
            const ThTdChunk *chunk,
            ThProblemKind    kind,
            guint            n)
{
  ThTdLost lost = { job->walk.n, -1 };

  job->keep = TRUE;
  g_array_append_val (job->walk.lost, lost);
  th_recording_add_problem (self->load->recording, kind, n, chunk->offset,
                            kind == TH_PROBLEM_READ ? g_strerror (errno) : NULL);
  place_problem (self->load, queue, &job->walk, job->walk.n, kind, (gint64) chunk->offset);
}

static void
read_chunk (ThTdWorker      *self,
            ThTdJob         *job,
            const ThTdQueue *queue,
            const ThTdChunk *chunk)
{
  ThTdLoad *load = self->load;
  gssize size, n;

  th_recording_add_progress (load->recording, chunk->packed);
  if (chunk == queue->cpu->chunks && queue->head != NULL)
    walk_pages (self, job, queue, queue->head, chunk->raw, chunk->place);
  else if (chunk == self->ahead_chunk)
    walk_pages (self, job, queue, self->ahead, self->ahead_size, chunk->place);
  else if (!th_td_reserve (&self->raw, &self->raw_capacity, chunk->raw) ||
      !th_td_reserve (&self->packed, &self->packed_capacity, chunk->packed))
    lose_chunk (self, job, queue, chunk, TH_PROBLEM_MEMORY, 1);
  else if ((n = read_or_note (load, chunk->offset, self->packed, chunk->packed)) <
           (gssize) chunk->packed)
    lose_chunk (self, job, queue, chunk, n < 0 ? TH_PROBLEM_READ : TH_PROBLEM_CHANGED, 0);
  else if ((size = th_td_unpacker_run (self->unpacker, self->packed, chunk->packed, self->raw,
                                       chunk->raw)) < 0)
    lose_chunk (self, job, queue, chunk, TH_PROBLEM_BAD_CHUNK, 1);
  else
    walk_pages (self, job, queue, self->raw, size, chunk->place);
}

/* Unpacks the chunk after a stripe and keeps it, since the worker is likely to take the stripe that
 * begins with it. */
static gboolean
unpack_ahead (ThTdWorker      *self,
              const ThTdChunk *chunk)
{
  self->ahead_chunk = NULL;
  if (chunk->raw > MAX_HEAD || !th_td_reserve (&self->ahead, &self->ahead_capacity, chunk->raw))
    return FALSE;

  self->ahead_size = th_td_unpacker_run (self->unpacker, self->packed, chunk->packed, self->ahead,
                                         chunk->raw);
  if (self->ahead_size >= 0)
    self->ahead_chunk = chunk;
  return self->ahead_size >= 0;
}

/* Reads the first @size bytes of a chunk into @head. */
static gboolean
peek_chunk (ThTdWorker      *self,
            const ThTdChunk *chunk,
            guint8          *head,
            gsize            size)
{
  if (!th_td_reserve (&self->packed, &self->packed_capacity, chunk->packed) ||
      th_bytes_read (self->load->file->base.bytes, chunk->offset, self->packed,
                     chunk->packed) != chunk->packed)
    return FALSE;
  if (!unpack_ahead (self, chunk) || (gsize) self->ahead_size < size)
    return th_td_unpacker_peek (self->unpacker, self->packed, chunk->packed, head, size);

  memcpy (head, self->ahead, size);
  return TRUE;
}

/* Reads the stamp of the page at @place, which earlier pages must not exceed; FALSE if the
 * page is unreadable or has no events. */
static gboolean
peek_stamp (ThTdWorker      *self,
            const ThTdQueue *queue,
            guint64          place,
            guint32          chunk,
            guint64         *stamp)
{
  ThBytes *bytes = self->load->file->base.bytes;
  const ThTdCpu *cpu = queue->cpu;
  guint8 head[16];
  gsize size = 8 + self->load->layout->commit_size;

  if (cpu->chunks == NULL)
    {
      if (place >= cpu->size || cpu->size - place < size ||
          th_bytes_read (bytes, cpu->offset + place, head, size) != (gssize) size)
        return FALSE;
    }
  else if (chunk >= cpu->n_chunks || !peek_chunk (self, &cpu->chunks[chunk], head, size))
    return FALSE;

  *stamp = th_bytes_u64 (head, self->load->layout->big_endian);
  return th_td_page_has_data (self->load->layout, head);
}

/* Keeps the unpacked first chunk for the load if it has the usual size: in a small file it
 * is most of the data. */
static gboolean
unpack_head (ThTdWorker *self,
             ThTdQueue  *queue)
{
  const ThTdChunk *chunk = queue->cpu->chunks;

  if (chunk == NULL || chunk->raw > MAX_HEAD || self->load->heads_size + chunk->raw > MAX_HEADS ||
      !th_td_reserve (&self->packed, &self->packed_capacity, chunk->packed) ||
      th_bytes_read (self->load->file->base.bytes, chunk->offset, self->packed,
                     chunk->packed) != chunk->packed ||
      (queue->head = g_try_malloc (chunk->raw)) == NULL)
    return FALSE;
  if (th_td_unpacker_run (self->unpacker, self->packed, chunk->packed, queue->head,
                          chunk->raw) == (gssize) chunk->raw)
    {
      self->load->heads_size += chunk->raw;
      return TRUE;
    }

  g_clear_pointer (&queue->head, g_free);
  return FALSE;
}

gboolean
th_td_worker_peek_first_stamp (ThTdWorker *self,
                               ThTdQueue  *queue,
                               guint64    *stamp)
{
  if (!unpack_head (self, queue))
    return peek_stamp (self, queue, 0, 0, stamp);

  *stamp = th_bytes_u64 (queue->head, self->load->layout->big_endian);
  return th_td_page_has_data (self->load->layout, queue->head);
}

static void
check_times (ThTdWorker      *self,
             ThTdJob         *job,
             const ThTdQueue *queue)
{
  ThTdLoad *load = self->load;
  const ThTdStripe *stripe = job->stripe;
  guint64 next = 0;
  gboolean has_next = peek_stamp (self, queue, stripe->place + stripe->size,
                                  stripe->chunk + stripe->n_chunks, &next);
  guint32 n = th_td_walk_check_times (&job->walk, has_next ? &next : NULL,
                                      load->has_reference ? &load->reference : NULL);

  if (n == 0)
    return;

  job->walk.ascends = FALSE;
  job->keep = TRUE;
  th_recording_add_problem (load->recording, TH_PROBLEM_BAD_TIME, n, -1, NULL);
  place_problem (load, queue, &job->walk, 0, TH_PROBLEM_BAD_TIME, -1);
}

static void
note_unknown (ThTdLoad        *load,
              const ThTdQueue *queue,
              const ThTdJob   *job)
{
  if (job->n_unknown == 0)
    return;

  th_recording_add_problem (load->recording, TH_PROBLEM_UNKNOWN_TYPE, job->n_unknown, -1, NULL);
  th_recording_place_problem (load->recording, TH_PROBLEM_UNKNOWN_TYPE, queue->out,
                              (gint64) job->walk.stamps[job->first_unknown], -1);
}

/* Returns the first row after @place. */
static guint32
row_after (const ThTdWalk *walk,
           guint64         place)
{
  guint32 low = 0, high = walk->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (walk->places[middle] <= place)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
note_bad (ThTdLoad        *load,
          const ThTdQueue *queue,
          ThTdWalk        *walk)
{
  gint64 offset = queue->cpu->chunks == NULL ? (gint64) (queue->cpu->offset + walk->first_bad) : -1;
  const struct { ThProblemKind kind; guint32 n; } bad[] = {
    { TH_PROBLEM_BAD_PAGE, walk->n_bad_pages }, { TH_PROBLEM_BAD_RECORD, walk->n_bad_records },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (bad[i].n > 0)
      {
        th_recording_add_problem (load->recording, bad[i].kind, bad[i].n, offset, NULL);
        place_problem (load, queue, walk, row_after (walk, walk->first_bad), bad[i].kind,
                       offset);
      }
}

void
th_td_worker_decode (ThTdWorker *self,
                     ThTdJob    *job)
{
  ThTdLoad *load = self->load;
  ThTdQueue *queue = &g_array_index (load->queues, ThTdQueue, job->stripe->queue);

  if (self->names == NULL)
    self->names = g_new0 (ThTdNameEntry, TH_TD_N_NAMES);
  self->stamp++;
  g_array_set_size (self->seen, 0);
  job->n_unknown = 0;
  job->keep = FALSE;
  if (!th_td_walk_reset (&job->walk, job->stripe->size))
    {
      th_recording_add_problem (load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
      return;
    }

  if (queue->cpu->chunks == NULL)
    read_plain (self, job, queue);
  for (guint32 i = 0; i < job->stripe->n_chunks; i++)
    read_chunk (self, job, queue, &queue->cpu->chunks[job->stripe->chunk + i]);
  if (job->stripe->index == 0)
    g_clear_pointer (&queue->head, g_free);

  th_tasks_see_names (th_recording_get_tasks (load->recording),
                      (const ThNameSighting *) self->seen->data, self->seen->len);
  check_times (self, job, queue);
  note_bad (load, queue, &job->walk);
  job->keep |= job->walk.n_bad_pages > 0 || job->walk.n_bad_records > 0;
  th_td_walk_stamps_to_times (&job->walk, &load->file->clock, queue->cpu->number);
  note_unknown (load, queue, job);
  th_td_walk_pids_to_changes (&job->walk, &self->tasks);
}
