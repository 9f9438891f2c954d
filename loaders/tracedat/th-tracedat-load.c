/* th-tracedat-load.c - stripes, workers and publishers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The pages of every CPU are cut into stripes.  Workers take stripes from one
 * queue, ordered so that all CPUs advance together, and decode each into
 * arrays of its own.  A finished stripe waits at its CPU until those before it
 * are in; whoever brings the next one appends all that are ready, one thread
 * per CPU at a time.  The number of stripes between queue and columns is
 * bounded.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "th-recording-private.h"
#include "th-tracedat.h"

#define DEFAULT_STRIPE (512 << 10)
#define JOBS_PER_WORKER 3
#define CACHE_SIZE 4096 /* a power of two */
#define MAX_THREADS 64

static gsize stripe_bytes = DEFAULT_STRIPE;

void
th_tracedat_set_stripe (gsize bytes)
{
  stripe_bytes = bytes != 0 ? bytes : DEFAULT_STRIPE;
}

/* A part of the pages of one CPU: bytes, or chunks. */
typedef struct
{
  guint32 lane;
  guint32 index;  /* on its lane */
  guint64 place;
  guint64 size;   /* unpacked */
  guint32 chunk;  /* the first */
  guint32 n_chunks;
  double  order;
} Stripe;

/* A stripe on its way. */
typedef struct
{
  const Stripe *stripe;
  ThTdWalk      walk;
  GArray       *switches; /* ThSwitch */
} Job;

/* One CPU of one buffer. */
typedef struct
{
  ThTdBuffer *buffer;
  ThTdCpu    *cpu;
  ThCpu      *out;
  guint32     n_stripes;
  guint32     next;      /* the stripe to be appended; under the lock */
  gboolean    busy;      /* somebody appends; under the lock */
  gboolean    full;      /* no room in the columns; the appender's */
  GQueue      ready;     /* finished jobs, in any order; under the lock */
} Lane;

typedef struct
{
  ThTdFile    *file;
  ThRecording *recording;
  ThTdLayout  *layout;
  GArray      *lanes;
  GArray      *stripes;
  gsize        memory_limit;
  guint64      reference;     /* a stamp among all the others */
  gboolean     has_reference;

  GMutex       lock;
  GCond        returned;
  guint        next;  /* in @stripes */
  guint        n_jobs_left; /* how many may still be made */
  GQueue       idle;  /* jobs without a stripe */
  gboolean     stopped;
} Load;

typedef struct
{
  gint32  pid;
  guint32 task; /* + 1; 0: free */
} TaskEntry;

typedef struct
{
  guint32 stamp; /* of the stripe it belongs to */
  gint32  pid;
  char    name[16];
} NameEntry;

typedef struct
{
  Load         *load;
  ThTdUnpacker *unpacker;
  guint8       *raw;
  gsize         raw_capacity;
  guint8       *packed;
  gsize         packed_capacity;
  guint32       stamp;
  TaskEntry     tasks[CACHE_SIZE];
  NameEntry     names[CACHE_SIZE];
} Worker;

/* --- jobs -------------------------------------------------------------- */

static Job *
job_new (void)
{
  Job *job = g_new0 (Job, 1);

  th_td_walk_init (&job->walk);
  job->switches = g_array_new (FALSE, FALSE, sizeof (ThSwitch));
  return job;
}

static void
job_free (Job *job)
{
  th_td_walk_clear (&job->walk);
  g_array_unref (job->switches);
  g_free (job);
}

/* --- reading ----------------------------------------------------------- */

static gboolean
reserve (guint8 **buffer,
         gsize   *capacity,
         gsize    size)
{
  if (size <= *capacity)
    return TRUE;

  g_free (*buffer);
  *buffer = g_try_malloc (size);
  *capacity = *buffer != NULL ? size : 0;
  return *buffer != NULL;
}

static gssize
read_or_note (Load    *load,
              guint64  offset,
              guint8  *buffer,
              gsize    size)
{
  gssize n = th_bytes_read (load->file->bytes, offset, buffer, size);

  if (n < 0)
    th_recording_add_problem (load->recording, TH_PROBLEM_READ, 1, offset, NULL);
  else if ((gsize) n < size)
    th_recording_add_problem (load->recording, TH_PROBLEM_CHANGED, 1, offset + n, NULL);
  return MAX (n, 0);
}

/* --- names and switches ------------------------------------------------ */

static guint32
task_of (Worker *self,
         gint32  pid)
{
  TaskEntry *entry = &self->tasks[(guint32) pid % CACHE_SIZE];

  if (G_UNLIKELY (entry->pid != pid || entry->task == 0))
    *entry = (TaskEntry) { pid, th_tasks_intern (th_recording_get_tasks (self->load->recording), pid) + 1 };
  return entry->task - 1;
}

/* Tells the task table what it cannot know from this stripe yet. */
static void
see_name (Worker       *self,
          gint32        pid,
          gint64        time,
          const guint8 *name)
{
  NameEntry *entry = &self->names[(guint32) pid % CACHE_SIZE];

  if (pid <= 0 || (entry->stamp == self->stamp && entry->pid == pid && memcmp (entry->name, name, sizeof entry->name) == 0))
    return;

  entry->stamp = self->stamp;
  entry->pid = pid;
  memcpy (entry->name, name, sizeof entry->name);
  th_tasks_see_name (th_recording_get_tasks (self->load->recording), pid, time, (const char *) name,
                     strnlen ((const char *) name, sizeof entry->name));
}

static void
see_record (Worker            *self,
            Job               *job,
            const Lane        *lane,
            guint32            row,
            const ThTdSpecial *special,
            const guint8      *record,
            gsize              size)
{
  gboolean big_endian = self->load->layout->big_endian;
  gint64 time = th_td_clock_convert (&self->load->file->clock, lane->cpu->number, job->walk.stamps[row]);

  for (guint i = 0; i < special->n_names; i++)
    {
      const ThTdName *name = &special->names[i];
      gint32 pid;

      if (name->pid + 4u > size || name->name + name->name_size > size)
        return;

      pid = (gint32) th_td_u32 (record + name->pid, big_endian);
      see_name (self, pid, time, record + name->name);
      if (special->is_switch && i == 1)
        {
          ThSwitch change = { row, task_of (self, pid) };

          g_array_append_val (job->switches, change);
        }
    }
}

/* The rows that the walk marked since @from, while their bytes are at hand. */
static void
see_marked (Worker       *self,
            Job          *job,
            const Lane   *lane,
            guint         from,
            const guint8 *bytes,
            gsize         size,
            guint64       place)
{
  const ThTdLayout *layout = self->load->layout;
  gsize page_size = lane->buffer->page_size;

  for (guint i = from; i < job->walk.marked->len; i++)
    {
      guint32 row = g_array_index (job->walk.marked, guint32, i);
      gsize offset = job->walk.places[row] - place;
      gsize page = offset - offset % page_size;
      const guint8 *record;
      gsize record_size;

      if (th_td_page_record (bytes + page, MIN (page_size, size - page), offset - page, layout->big_endian, &record, &record_size))
        see_record (self, job, lane, row, &layout->special[layout->specials[job->walk.ids[row]] - 1], record, record_size);
    }
}

/* --- decoding ---------------------------------------------------------- */

static void
walk_pages (Worker       *self,
            Job          *job,
            const Lane   *lane,
            const guint8 *bytes,
            gsize         size,
            guint64       place)
{
  gsize page_size = lane->buffer->page_size;
  guint n_marked = job->walk.marked->len;

  for (gsize at = 0; at < size; at += page_size)
    th_td_walk_page (&job->walk, self->load->layout, bytes + at, MIN (page_size, size - at), place + at);
  see_marked (self, job, lane, n_marked, bytes, size, place);
}

static void
read_plain (Worker     *self,
            Job        *job,
            const Lane *lane)
{
  const Stripe *stripe = job->stripe;
  gsize n;

  if (!reserve (&self->raw, &self->raw_capacity, stripe->size))
    {
      th_recording_add_problem (self->load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
      return;
    }

  n = read_or_note (self->load, lane->cpu->offset + stripe->place, self->raw, stripe->size);
  walk_pages (self, job, lane, self->raw, n, stripe->place);
  th_recording_add_progress (self->load->recording, stripe->size);
}

/* Pages that cannot be had are events lost, of unknown number. */
static void
lose_chunk (Worker          *self,
            Job             *job,
            const ThTdChunk *chunk,
            ThProblemKind    kind)
{
  ThTdLost lost = { job->walk.n, -1 };

  g_array_append_val (job->walk.lost, lost);
  th_recording_add_problem (self->load->recording, kind, 1, chunk->offset, NULL);
}

static void
read_chunk (Worker          *self,
            Job             *job,
            const Lane      *lane,
            const ThTdChunk *chunk)
{
  Load *load = self->load;
  gssize size;

  th_recording_add_progress (load->recording, chunk->packed);
  if (!reserve (&self->raw, &self->raw_capacity, chunk->raw) ||
      !reserve (&self->packed, &self->packed_capacity, chunk->packed))
    lose_chunk (self, job, chunk, TH_PROBLEM_MEMORY);
  else if (read_or_note (load, chunk->offset, self->packed, chunk->packed) < (gssize) chunk->packed)
    lose_chunk (self, job, chunk, TH_PROBLEM_READ);
  else if ((size = th_td_unpacker_run (self->unpacker, self->packed, chunk->packed, self->raw, chunk->raw)) < 0)
    lose_chunk (self, job, chunk, TH_PROBLEM_BAD_CHUNK);
  else
    walk_pages (self, job, lane, self->raw, size, chunk->place);
}

/* The stamp of the page at @place, if it holds anything: what the pages before
 * must not pass. */
static gboolean
peek_stamp (Worker     *self,
            const Lane *lane,
            guint64     place,
            guint32     chunk,
            guint64    *stamp)
{
  ThBytes *bytes = self->load->file->bytes;
  const ThTdCpu *cpu = lane->cpu;
  guint8 head[16];
  gsize size = 8 + self->load->layout->commit_size;

  if (cpu->chunks == NULL)
    {
      if (place >= cpu->size || cpu->size - place < size ||
          th_bytes_read (bytes, cpu->offset + place, head, size) != (gssize) size)
        return FALSE;
    }
  else if (chunk >= cpu->n_chunks || !reserve (&self->packed, &self->packed_capacity, cpu->chunks[chunk].packed) ||
           th_bytes_read (bytes, cpu->chunks[chunk].offset, self->packed, cpu->chunks[chunk].packed) !=
               cpu->chunks[chunk].packed ||
           !th_td_unpacker_peek (self->unpacker, self->packed, cpu->chunks[chunk].packed, head, size))
    return FALSE;

  *stamp = th_td_u64 (head, self->load->layout->big_endian);
  return th_td_page_has_data (self->load->layout, head);
}

static void
check_times (Worker     *self,
             Job        *job,
             const Lane *lane)
{
  Load *load = self->load;
  const Stripe *stripe = job->stripe;
  guint64 next = 0;
  gboolean has_next = peek_stamp (self, lane, stripe->place + stripe->size, stripe->chunk + stripe->n_chunks, &next);
  guint32 n = th_td_walk_check_times (&job->walk, has_next ? &next : NULL, load->has_reference ? &load->reference : NULL);

  if (n > 0)
    th_recording_add_problem (load->recording, TH_PROBLEM_BAD_TIME, n, -1, NULL);
}

/* A type that the file does not describe gets a name by its number.  Workers
 * may find the same at once: interning gives both the same number. */
static guint16
unknown_type (Load    *load,
              guint16  id)
{
  guint16 *known = &load->layout->unknown[id];
  guint16 type = __atomic_load_n (known, __ATOMIC_RELAXED);

  if (type == TH_TD_NO_TYPE)
    {
      g_autofree char *name = g_strdup_printf ("%u", id);

      type = MIN (th_recording_intern_type (load->recording, "unknown", name), TH_TYPE_OTHER);
      __atomic_store_n (known, type, __ATOMIC_RELAXED);
    }
  return type;
}

static void
ids_to_types (Load     *load,
              ThTdWalk *walk)
{
  const guint16 *types = load->layout->types;
  guint32 n_unknown = 0;

  for (guint32 i = 0; i < walk->n; i++)
    {
      guint16 id = walk->ids[i];

      walk->ids[i] = types[id];
      if (G_UNLIKELY (walk->ids[i] == TH_TD_NO_TYPE))
        {
          walk->ids[i] = unknown_type (load, id);
          n_unknown++;
        }
    }
  if (n_unknown > 0)
    th_recording_add_problem (load->recording, TH_PROBLEM_UNKNOWN_TYPE, n_unknown, -1, NULL);
}

static void
pids_to_tasks (Worker   *self,
               ThTdWalk *walk)
{
  gint32 pid = -1;
  guint32 task = 0;

  for (guint32 i = 0; i < walk->n; i++)
    {
      if (walk->pids[i] != pid || i == 0)
        {
          pid = walk->pids[i];
          task = task_of (self, pid);
        }
      walk->pids[i] = (gint32) task;
    }
}

static void
stamps_to_times (Load       *load,
                 ThTdWalk   *walk,
                 const Lane *lane)
{
  const ThTdClock *clock = &load->file->clock;
  guint cpu = lane->cpu->number;

  if (th_td_clock_is_plain (clock, cpu))
    {
      guint64 offset = (guint64) clock->offset;

      for (guint32 i = 0; offset != 0 && i < walk->n; i++)
        walk->stamps[i] += offset;
      return;
    }

  for (guint32 i = 0; i < walk->n; i++)
    walk->stamps[i] = (guint64) th_td_clock_convert (clock, cpu, walk->stamps[i]);
}

static void
note_bad (Load       *load,
          const Lane *lane,
          ThTdWalk   *walk)
{
  gint64 offset = lane->cpu->chunks == NULL ? (gint64) (lane->cpu->offset + walk->first_bad) : -1;

  if (walk->n_bad_pages > 0)
    th_recording_add_problem (load->recording, TH_PROBLEM_BAD_PAGE, walk->n_bad_pages, offset, NULL);
  if (walk->n_bad_records > 0)
    th_recording_add_problem (load->recording, TH_PROBLEM_BAD_RECORD, walk->n_bad_records, offset, NULL);
}

/* After this the arrays of the walk hold times, types and tasks. */
static void
decode (Worker *self,
        Job    *job)
{
  Load *load = self->load;
  const Lane *lane = &g_array_index (load->lanes, Lane, job->stripe->lane);

  self->stamp++;
  g_array_set_size (job->switches, 0);
  if (!th_td_walk_reset (&job->walk, job->stripe->size))
    {
      th_recording_add_problem (load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
      return;
    }

  if (lane->cpu->chunks == NULL)
    read_plain (self, job, lane);
  for (guint32 i = 0; i < job->stripe->n_chunks; i++)
    read_chunk (self, job, lane, &lane->cpu->chunks[job->stripe->chunk + i]);

  note_bad (load, lane, &job->walk);
  check_times (self, job, lane);
  stamps_to_times (load, &job->walk, lane);
  ids_to_types (load, &job->walk);
  pids_to_tasks (self, &job->walk);
}

/* --- publishing -------------------------------------------------------- */

/* The events so far stay; said once. */
static void
stop_at_memory_limit (Load *load)
{
  gboolean first;

  g_mutex_lock (&load->lock);
  first = !load->stopped;
  load->stopped = TRUE;
  g_cond_broadcast (&load->returned);
  g_mutex_unlock (&load->lock);
  if (first)
    th_recording_add_problem (load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
}

/* The events [@from, @to) of the job; switches are counted on by @n_switches. */
static gboolean
append_rows (Lane    *lane,
             Job     *job,
             guint32  from,
             guint32  to,
             guint   *n_switches)
{
  ThSwitch *all = (ThSwitch *) (gpointer) job->switches->data;
  guint first = *n_switches;
  ThBatch batch = {
    .n = to - from,
    .time = (const gint64 *) job->walk.stamps + from,
    .place = job->walk.places + from,
    .type = job->walk.ids + from,
    .task = (const guint32 *) job->walk.pids + from,
  };

  while (*n_switches < job->switches->len && all[*n_switches].index < to)
    all[(*n_switches)++].index -= from;
  batch.switches = all + first;
  batch.n_switches = *n_switches - first;
  return th_cpu_append (lane->out, &batch) == batch.n;
}

static void
append_job (Load *load,
            Lane *lane,
            Job  *job)
{
  const ThTdWalk *walk = &job->walk;
  guint32 row = 0;
  guint n_switches = 0;
  gboolean room = !lane->full;

  for (guint i = 0; i < walk->lost->len && room; i++)
    {
      const ThTdLost *lost = &g_array_index (walk->lost, ThTdLost, i);

      if (lost->row > row)
        room = append_rows (lane, job, row, lost->row, &n_switches);
      row = lost->row;
      if (room)
        th_cpu_append_lost (lane->out, lost->count);
    }
  if (room && walk->n > row)
    room = append_rows (lane, job, row, walk->n, &n_switches);
  if (!room && !lane->full)
    th_recording_add_problem (load->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
  lane->full = !room;
}

static void
publish_job (Load *load,
             Lane *lane,
             Job  *job)
{
  append_job (load, lane, job);
  if (job->stripe->index + 1 == lane->n_stripes)
    th_cpu_publish (lane->out, G_MAXINT64);
  else
    th_cpu_publish (lane->out, job->walk.n > 0 ? (gint64) job->walk.stamps[job->walk.n - 1] : th_cpu_get_complete (lane->out));

  if (load->memory_limit != 0 && th_recording_get_memory (load->recording) > load->memory_limit)
    stop_at_memory_limit (load);
}

static Job *
take_ready (Lane *lane)
{
  for (GList *l = lane->ready.head; l != NULL; l = l->next)
    {
      Job *job = l->data;

      if (job->stripe->index == lane->next)
        {
          g_queue_delete_link (&lane->ready, l);
          lane->next++;
          return job;
        }
    }
  return NULL;
}

static void
bring (Load *load,
       Job  *job)
{
  Lane *lane = &g_array_index (load->lanes, Lane, job->stripe->lane);

  g_mutex_lock (&load->lock);
  g_queue_push_tail (&lane->ready, job);
  while (!lane->busy && (job = take_ready (lane)) != NULL)
    {
      lane->busy = TRUE;
      g_mutex_unlock (&load->lock);
      publish_job (load, lane, job);
      g_mutex_lock (&load->lock);
      lane->busy = FALSE;
      g_queue_push_tail (&load->idle, job);
      g_cond_broadcast (&load->returned);
    }
  g_mutex_unlock (&load->lock);
}

/* --- workers ----------------------------------------------------------- */

/* A job with the next stripe, or NULL at the end.  Waits while too many are
 * on their way: the earliest of them is always with some worker. */
static Job *
next_job (Load *load)
{
  Job *job = NULL;

  if (th_recording_is_cancelled (load->recording))
    return NULL;

  g_mutex_lock (&load->lock);
  while (!load->stopped && load->next < load->stripes->len && g_queue_is_empty (&load->idle) && load->n_jobs_left == 0)
    g_cond_wait (&load->returned, &load->lock);
  if (!load->stopped && load->next < load->stripes->len)
    {
      job = g_queue_pop_head (&load->idle);
      if (job == NULL)
        {
          job = job_new ();
          load->n_jobs_left--;
        }
      job->stripe = &g_array_index (load->stripes, Stripe, load->next++);
    }
  g_mutex_unlock (&load->lock);
  return job;
}

static Worker *
worker_new (Load *load)
{
  Worker *self = g_new0 (Worker, 1);

  self->load = load;
  self->unpacker = th_td_unpacker_new (load->file->compression);
  return self;
}

static void
worker_free (Worker *self)
{
  th_td_unpacker_free (self->unpacker);
  g_free (self->raw);
  g_free (self->packed);
  g_free (self);
}

static gpointer
work (gpointer data)
{
  Load *load = data;
  Worker *self = worker_new (load);
  Job *job;

  while ((job = next_job (load)) != NULL)
    {
      decode (self, job);
      bring (load, job);
    }

  worker_free (self);
  return NULL;
}

/* --- cutting into stripes ---------------------------------------------- */

static void
add_stripe (Load   *load,
            Lane   *lane,
            Stripe  stripe)
{
  stripe.lane = load->lanes->len;
  stripe.index = lane->n_stripes++;
  stripe.order = (double) stripe.place / MAX (lane->cpu->raw_size, 1);
  g_array_append_val (load->stripes, stripe);
}

static void
cut_plain (Load *load,
           Lane *lane)
{
  guint page_size = lane->buffer->page_size;
  guint64 step = MAX (stripe_bytes / page_size, 1) * page_size;

  lane->cpu->raw_size = lane->cpu->size;
  for (guint64 at = 0; at < lane->cpu->size; at += step)
    add_stripe (load, lane, (Stripe) { .place = at, .size = MIN (step, lane->cpu->size - at) });
}

static void
cut_chunks (Load *load,
            Lane *lane)
{
  const ThTdCpu *cpu = lane->cpu;

  for (guint i = 0; i < cpu->n_chunks;)
    {
      Stripe stripe = { .place = cpu->chunks[i].place, .chunk = i };

      do
        {
          stripe.size += cpu->chunks[i].raw;
          stripe.n_chunks++;
          i++;
        }
      while (i < cpu->n_chunks && stripe.size + cpu->chunks[i].raw <= stripe_bytes);
      add_stripe (load, lane, stripe);
    }
}

static void
add_lane (Load *load,
          guint buffer,
          guint cpu)
{
  Lane lane = { 0 };

  lane.buffer = th_td_file_buffer (load->file, buffer);
  lane.cpu = th_td_buffer_cpu (lane.buffer, cpu);
  lane.out = th_stream_get_cpu (th_recording_get_stream (load->recording, buffer), cpu);
  g_queue_init (&lane.ready);
  if (lane.cpu->size == 0)
    lane.cpu->raw_size = 0;
  else if (lane.buffer->compressed)
    {
      th_td_file_find_chunks (load->file, lane.buffer, lane.cpu);
      cut_chunks (load, &lane);
    }
  else
    cut_plain (load, &lane);

  if (lane.n_stripes == 0)
    th_cpu_publish (lane.out, G_MAXINT64);
  g_array_append_val (load->lanes, lane);
}

static gint
compare_stripes (gconstpointer a,
                 gconstpointer b)
{
  const Stripe *x = a, *y = b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  if (x->lane != y->lane)
    return x->lane < y->lane ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

static void
cut (Load *load)
{
  guint64 total = 0;

  for (guint i = 0; i < load->file->buffers->len; i++)
    {
      ThTdBuffer *buffer = th_td_file_buffer (load->file, i);

      for (guint j = 0; j < buffer->cpus->len && !th_recording_is_cancelled (load->recording); j++)
        {
          add_lane (load, i, j);
          total += th_td_buffer_cpu (buffer, j)->size;
        }
    }
  g_array_sort (load->stripes, compare_stripes);
  th_recording_set_progress (load->recording, 0, total);
}

static gint
compare_stamps (gconstpointer a,
                gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The middle one of all CPUs' first stamps: a few wrong ones do no harm. */
static void
find_reference (Load *load)
{
  g_autoptr(GArray) stamps = g_array_new (FALSE, FALSE, sizeof (guint64));
  Worker *worker = worker_new (load);

  for (guint i = 0; i < load->lanes->len; i++)
    {
      const Lane *lane = &g_array_index (load->lanes, Lane, i);
      guint64 stamp;

      if (lane->n_stripes > 0 && peek_stamp (worker, lane, 0, 0, &stamp))
        g_array_append_val (stamps, stamp);
    }
  worker_free (worker);

  g_array_sort (stamps, compare_stamps);
  load->has_reference = stamps->len > 0;
  if (load->has_reference)
    load->reference = g_array_index (stamps, guint64, stamps->len / 2);
}

/* --- the whole load ---------------------------------------------------- */

static void
run_workers (Load *load)
{
  GThread *threads[MAX_THREADS];
  guint n = CLAMP (th_loader_get_n_threads (), 1, MAX_THREADS);

  n = MIN (n, MAX (load->stripes->len, 1));
  load->n_jobs_left = n * JOBS_PER_WORKER;
  /* The calling thread is one of them; the others are help that may fail to come. */
  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_try_new ("th-load", work, load, NULL);
  work (load);
  for (guint i = 1; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}

/* What was decoded but never came in: after a stop. */
static void
load_clear (Load *load)
{
  for (guint i = 0; i < load->lanes->len; i++)
    g_queue_clear_full (&g_array_index (load->lanes, Lane, i).ready, (GDestroyNotify) job_free);
  g_queue_clear_full (&load->idle, (GDestroyNotify) job_free);
  g_array_unref (load->lanes);
  g_array_unref (load->stripes);
  th_td_layout_free (load->layout);
  g_mutex_clear (&load->lock);
  g_cond_clear (&load->returned);
}

static gsize
quarter_of_memory (void)
{
  glong pages = sysconf (_SC_PHYS_PAGES);
  glong size = sysconf (_SC_PAGESIZE);

  return pages > 0 && size > 0 ? (gsize) pages / 4 * (gsize) size : 0;
}

void
th_tracedat_load (ThRecording *recording)
{
  gpointer source = NULL;
  Load load = { .recording = recording };

  g_return_if_fail (th_recording_peek_source (recording, &source) == &th_tracedat_source);

  load.file = source;
  load.layout = th_td_layout_new (load.file);
  load.lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  load.stripes = g_array_new (FALSE, FALSE, sizeof (Stripe));
  load.memory_limit = quarter_of_memory ();
  g_mutex_init (&load.lock);
  g_cond_init (&load.returned);
  g_queue_init (&load.idle);

  cut (&load);
  find_reference (&load);
  run_workers (&load);
  load_clear (&load);
  if (!th_bytes_is_intact (load.file->bytes))
    th_recording_add_problem (recording, TH_PROBLEM_CHANGED, 1, -1, NULL);
  th_recording_finish (recording);
}
