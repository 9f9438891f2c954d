/* th-perfdata-load.c - the load of a perf.data: one walk over its records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-loader.h"
#include "th-perfdata-again.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-features.h"
#include "th-perfdata-file.h"
#include "th-perfdata-layouts.h"
#include "th-perfdata-load.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-names.h"
#include "th-perfdata-queues.h"
#include "th-perfdata-reader.h"
#include "th-perfdata-record.h"
#include "th-perfdata-sample.h"
#include "th-perfdata-sideband.h"
#include "th-perfdata-symbols.h"
#include "th-perfdata-tasks.h"
#include "th-perfdata-walk.h"
#include "th-source.h"

#define CHECK_EVERY 4096
/* PERF_RECORD_MISC_…, each for some record types */
#define MISC_MMAP_DATA (1 << 13)
#define MISC_MMAP_BUILD_ID (1 << 14)
#define MISC_SWITCH_OUT (1 << 13)
#define MMAP_NAME 40
#define MMAP2_NAME 72
/* If the header has no times, a time that is more than 13 days from the first sample is
 * invalid. */
#define MAX_APART ((gint64) 1 << 50)
#define SLACK ((gint64) 60 * G_USEC_PER_SEC * 1000)

typedef struct
{
  ThPfFile  *file;
  ThPfTasks  tasks;
  ThPfQueues queues;
  ThPfNames  names;
  ThPfLayouts layouts;
  gint64     earliest, latest; /* the range of plausible times */
  guint32    n_cpus;
  gboolean   started;
  gboolean   lacks_symbols; /* they must be read before the next sample */
  gboolean   has_aux;
  gboolean   outgrown; /* the file must be reopened with more CPUs */
  guint32    n_records;
  guint64    n_bad_times;
} Load;

/* --- tasks and times --------------------------------------------------- */

static void
see_thread (Load   *self,
            gint32  pid,
            gint32  tid)
{
  if (tid > 0 && pid > 0)
    th_tasks_set_tgid (self->tasks.tasks, tid, pid);
}

/* Returns the task of a sample; adds it to the task table if it is new. */
static guint32
sample_task (Load         *self,
             const guint8 *at,
             gboolean      big_endian)
{
  gint32 tid = (gint32) th_bytes_u32 (at + 4, big_endian);
  guint32 task = th_pf_tasks_recall (&self->tasks, tid);

  if (G_LIKELY (task != TH_TASK_NONE))
    return task;

  see_thread (self, (gint32) th_bytes_u32 (at, big_endian), tid);
  return th_pf_tasks_intern (&self->tasks, tid);
}

/* Sets the range of plausible times, from perf's header or else from the first sample. */
static void
start (Load   *self,
       gint64  time)
{
  const ThPfFile *file = self->file;
  gboolean noted = file->first > 0 && file->last >= file->first && file->last < G_MAXINT64 / 4;
  gint64 slack = noted ? (file->last - file->first) / 2 + SLACK : 0;

  self->started = TRUE;
  self->earliest = MAX (noted ? file->first - slack : time - MAX_APART, 0);
  self->latest = noted ? file->last + slack : MIN (time, G_MAXINT64 / 2) + MAX_APART;
  /* perf writes its synthesized records, of time 0, first and in order.  Real ones must wait:
   * the buffer of another CPU, later in the file, may have earlier names and forks. */
  th_pf_names_apply (&self->names, 0);
}

static gboolean
doubt (Load   *self,
       gint64  time)
{
  if (!self->started && time >= 0)
    start (self, time);
  if (time >= self->earliest && time <= self->latest)
    return TRUE;

  self->n_bad_times++;
  return FALSE;
}

/* Before start() the range is empty, so this always calls doubt(). */
static inline gboolean
believe (Load   *self,
         gint64  time)
{
  return G_LIKELY (time >= self->earliest && time <= self->latest) ||
         doubt (self, time);
}

/* Returns the queue of @cpu, or the last one, for samples without a CPU, if there is one; or
 * NULL. */
static ThPfQueue *
queue_of (Load    *self,
          guint32  cpu)
{
  if (G_LIKELY (cpu < self->file->n_cpus))
    return &self->queues.queues[cpu];
  if (self->file->may_outgrow && cpu < TH_PF_MAX_CPUS)
    {
      self->outgrown = TRUE;
      th_recording_set_outgrown (self->file->base.recording);
    }
  return self->file->without_cpu ? &self->queues.queues[self->queues.n_queues - 1] : NULL;
}

static gint64
newest (const Load *self)
{
  return MAX (self->queues.newest, 0);
}

/* Where a record is and how long, in one number (th-perfdata-places.h). */
static inline guint64
extent_of (guint64 place,
           guint32 size)
{
  return place | (guint64) size << TH_PF_SIZE_SHIFT;
}

/* Notes a record without a known type or CPU. */
static void
note_bad (Load    *self,
          guint64  extent)
{
  guint64 place = extent & TH_PF_OFFSET_MASK;

  th_recording_add_problem (self->file->base.recording, TH_PROBLEM_BAD_RECORD, 1,
                            place < TH_PF_SPOOLED ? (gint64) place : -1, NULL);
}

/* --- samples ----------------------------------------------------------- */

/* Usually names are from COMM records; uses that of a switch if there is none. */
static void
name_task (Load       *self,
           gint32      tid,
           guint32     task,
           const char *comm)
{
  g_autofree char *name = NULL, *valid = NULL;

  if (strcmp (th_tasks_get_saved (self->tasks.tasks, task), "<...>") != 0)
    return;

  name = g_strndup (comm, 15);
  valid = g_utf8_make_valid (name, -1);
  th_tasks_set_saved (self->tasks.tasks, tid, valid);
}

/* Returns the task that a sample of sched_switch switches to, or TH_TASK_NONE. */
static guint32
see_switch (Load           *self,
            const ThPfAttr *attr,
            const guint8   *record,
            guint32         size)
{
  ThPfSample sample = { attr, record, size, self->file->big_endian };
  guint32 offset, raw, task;
  gboolean *named;
  gint32 next;

  if (!th_pf_sample_raw (&sample, &offset, &raw) || attr->next_pid + 4u > raw ||
      attr->next_pid > raw ||
      attr->next_comm > raw || raw - attr->next_comm < 16)
    return TH_TASK_NONE;

  next = (gint32) th_bytes_u32 (record + offset + attr->next_pid, sample.big_endian);
  task = th_pf_tasks_intern (&self->tasks, next);
  named = &self->tasks.named[(guint32) next % TH_PF_TASK_ENTRIES];
  if (!*named && next > 0)
    name_task (self, next, task, (const char *) record + offset + attr->next_comm);
  *named = TRUE;
  return task;
}

/* Takes any sample. */
static void
take_any_sample (Load         *self,
                 const guint8 *record,
                 guint32       size,
                 guint64       extent)
{
  gboolean big_endian = self->file->big_endian;
  const ThPfLayout *layout = th_pf_layouts_find (&self->layouts, record, size, big_endian);
  ThPfRow row = { .place = extent, .task = TH_TASK_IDLE, .next = TH_TASK_NONE };
  ThPfLayout made;
  ThPfQueue *queue = NULL;

  if (G_UNLIKELY (layout == NULL))
    layout = th_pf_layouts_make (self->file, record, size, &made);
  if (G_LIKELY (layout != NULL))
    queue = queue_of (self, layout->cpu != TH_PF_ABSENT
                      ? th_bytes_u32 (record + layout->cpu, big_endian) : G_MAXUINT32);
  if (G_UNLIKELY (queue == NULL))
    {
      note_bad (self, extent);
      return;
    }

  row.type = layout->event_type;
  row.time = layout->time != TH_PF_ABSENT
             ? (gint64) th_bytes_u64 (record + layout->time, big_endian) : newest (self);
  if (!believe (self, row.time))
    return;
  if (layout->tid != TH_PF_ABSENT)
    row.task = sample_task (self, record + layout->tid, big_endian);
  if (layout->is_switch)
    row.next = see_switch (self, layout->attr, record, size);
  th_pf_queues_add (&self->queues, queue, &row);
}

/* Does the same for nearly all samples: those with a known id, CPU and task, and a plausible time.
 * Inlined, so that it is compiled for each byte order. */
G_ALWAYS_INLINE static inline void
take_sample (Load         *self,
             const guint8 *record,
             guint32       size,
             guint64       extent,
             gboolean      big_endian)
{
  const ThPfLayout *layout = th_pf_layouts_find (&self->layouts, record, size, big_endian);
  ThPfRow row = { .place = extent, .next = TH_TASK_NONE };
  guint32 cpu;

  if (G_LIKELY (layout != NULL && layout->is_usual))
    {
      cpu = th_bytes_u32 (record + layout->cpu, big_endian);
      row.type = layout->event_type;
      row.time = (gint64) th_bytes_u64 (record + layout->time, big_endian);
      row.task = th_pf_tasks_recall (&self->tasks,
                                     (gint32) th_bytes_u32 (record + layout->tid + 4, big_endian));
      if (G_LIKELY (cpu < self->n_cpus && row.task != TH_TASK_NONE &&
                    row.time >= self->earliest && row.time <= self->latest))
        {
          if (layout->is_switch)
            row.next = see_switch (self, layout->attr, record, size);
          th_pf_queues_add (&self->queues, &self->queues.queues[cpu], &row);
          return;
        }
    }
  take_any_sample (self, record, size, extent);
}

/* --- other records ----------------------------------------------------- */

static ThPfTrail
trail_of (Load         *self,
          const guint8 *record,
          guint32       size)
{
  ThPfTrail trail = th_pf_trail_read (self->file, record, size);

  if (!trail.has_time)
    trail.time = newest (self);
  return trail;
}

/* Returns the task that is switched to, or TH_TASK_NONE.  It is known only in system-wide
 * recordings.  They have two records per switch; only the first one, switching out, is used. */
static guint32
switched_to (Load         *self,
             const guint8 *record,
             guint32       size)
{
  gboolean out = (th_bytes_u16 (record + 4, self->file->big_endian) & MISC_SWITCH_OUT) != 0;
  ThPfSideband sideband;

  if (!out ||
      th_pf_sideband_fill (self->file, record, size,
                           &sideband) <= G_STRUCT_OFFSET (ThPfSideband, tid) || sideband.tid < 0)
    return TH_TASK_NONE;
  return th_pf_tasks_intern (&self->tasks, sideband.tid);
}

static void
take_note (Load         *self,
           const guint8 *record,
           guint32       type,
           guint32       size,
           guint64       place)
{
  ThPfTrail trail = trail_of (self, record, size);
  ThPfRow row = { .place = extent_of (place, size) | (trail.has_time ? 0 : TH_PF_ONCE),
                  .time = trail.time, .task = TH_TASK_IDLE, .next = TH_TASK_NONE };
  ThPfQueue *queue = queue_of (self, trail.cpu);

  /* perf synthesizes records of time 0 for the state before the recording. */
  if (trail.time == 0 || !believe (self, trail.time))
    return;
  if (queue == NULL)
    {
      note_bad (self, row.place);
      return;
    }

  row.type = th_pf_sideband_type (self->file, record);
  if (trail.tid >= 0)
    row.task = th_pf_tasks_intern (&self->tasks, trail.tid);
  if (type == TH_PF_SWITCH_CPU_WIDE && trail.cpu < self->file->n_cpus)
    row.next = switched_to (self, record, size);
  th_pf_queues_add (&self->queues, queue, &row);
}

static void
take_lost (Load         *self,
           const guint8 *record,
           guint32       size,
           gint64        count)
{
  ThPfTrail trail = trail_of (self, record, size);
  gint64 time = trail.time;
  ThPfQueue *queue = queue_of (self, trail.cpu);

  if (count == 0 || self->queues.n_queues == 0)
    return;
  if (queue == NULL)
    queue = &self->queues.queues[0];

  if (!self->started || time < self->earliest || time > self->latest)
    time = newest (self);
  th_pf_queues_add_loss (&self->queues, queue, time, count);
}

static void
take_comm (Load         *self,
           const guint8 *record,
           guint32       size)
{
  ThPfTrail trail = trail_of (self, record, size);
  gint32 pid, tid;

  if (size < 16 + trail.size)
    return;

  pid = (gint32) th_bytes_u32 (record + 8, self->file->big_endian);
  tid = (gint32) th_bytes_u32 (record + 12, self->file->big_endian);
  see_thread (self, pid, tid);
  th_pf_names_comm (&self->names, MAX (trail.time, 0), tid, record + 16, size - 16 - trail.size);
}

static void
take_fork (Load         *self,
           const guint8 *record,
           guint32       size)
{
  gboolean big_endian = self->file->big_endian;
  gint32 tid, parent;

  if (size < 32)
    return;

  tid = (gint32) th_bytes_u32 (record + 16, big_endian);
  parent = (gint32) th_bytes_u32 (record + 20, big_endian);
  see_thread (self, (gint32) th_bytes_u32 (record + 8, big_endian), tid);
  th_pf_maps_fork (self->file->maps, MAX ((gint64) th_bytes_u64 (record + 24, big_endian), 0),
                   (gint32) th_bytes_u32 (record + 8, big_endian),
                   (gint32) th_bytes_u32 (record + 12, big_endian));
  th_pf_names_fork (&self->names, MAX ((gint64) th_bytes_u64 (record + 24, big_endian), 0), tid,
                    parent);
}

/* Notes the address of the kernel.  The record of its mapping has the address of a symbol as
 * its offset, and the name of that symbol after "[kernel.kallsyms]". */
static void
take_kernel_place (ThPfFile     *file,
                   const guint8 *record,
                   const guint8 *name,
                   gsize         size)
{
  static const char *const references[] = { "_text", "_stext" };
  static const char kernel[] = "[kernel.kallsyms]";
  const gsize length = sizeof kernel - 1;

  if (size <= length || memcmp (name, kernel, length) != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    if (size - length > strlen (references[i]) &&
        strcmp ((const char *) name + length, references[i]) == 0)
      {
        file->kernel_address = th_bytes_u64 (record + 32, file->big_endian);
        file->kernel_reference = references[i];
      }
}

static void
take_mmap (Load         *self,
           const guint8 *record,
           guint32       size,
           guint32       name)
{
  gboolean big_endian = self->file->big_endian;
  guint misc = th_bytes_u16 (record + 4, big_endian);
  ThPfTrail trail = trail_of (self, record, size);
  ThPfMapped mapped = { .time = MAX (trail.time, 0) };

  if (size <= name + trail.size || misc & MISC_MMAP_DATA)
    return;

  mapped.pid = (gint32) th_bytes_u32 (record + 8, big_endian);
  mapped.start = th_bytes_u64 (record + 16, big_endian);
  mapped.size = th_bytes_u64 (record + 24, big_endian);
  mapped.offset = th_bytes_u64 (record + 32, big_endian);
  mapped.name = record + name;
  mapped.name_size = strnlen ((const char *) record + name, size - trail.size - name);
  if (mapped.pid != -1)
    {
      if (name == MMAP2_NAME && misc & MISC_MMAP_BUILD_ID)
        {
          mapped.build_id = record + 44;
          mapped.build_id_size = MIN (record[40], TH_PF_MAX_BUILD_ID);
        }
      else if (name == MMAP2_NAME)
        mapped.inode = (ThElfInode) { th_bytes_u32 (record + 40, big_endian),
                                      th_bytes_u32 (record + 44, big_endian),
                                      th_bytes_u64 (record + 48, big_endian),
                                      th_bytes_u64 (record + 56, big_endian) };
      th_pf_maps_add (self->file->maps, &mapped);
      return;
    }

  if (mapped.name_size < size - trail.size - name)
    take_kernel_place (self->file, record, mapped.name, mapped.name_size + 1);
  th_pf_modules_add (self->file->modules, mapped.start, mapped.size, mapped.name, mapped.name_size);
  th_pf_symbols_add (self->file->symbols, mapped.start, mapped.size, mapped.name, mapped.name_size);
}

/* Reads the symbols of the kernel, for which its mapping and its build id must be known.  The
 * mapping is before the samples, but in a pipe, the build id may be anywhere. */
static void
read_symbols (Load *self)
{
  ThPfFile *file = self->file;
  guint8 id[TH_PF_MAX_BUILD_ID];
  gsize size;

  if (file->pipe && !th_pf_maps_get_build_id (file->maps, "[kernel.kallsyms]", id, &size))
    return;
  th_formats_get_symbols (file->base.formats);
  g_atomic_int_set (&file->may_read_symbols, TRUE);
  self->lacks_symbols = FALSE;
}

static gint64
lost_count (Load         *self,
            const guint8 *record,
            guint32       size,
            guint32       at)
{
  return size >= at + 8
         ? (gint64) MIN (th_bytes_u64 (record + at, self->file->big_endian),
                         (guint64) G_MAXINT32 << 8) : 0;
}

static void
take_other (Load         *self,
            const guint8 *record,
            guint32       type,
            guint32       size)
{
  gboolean big_endian = self->file->big_endian;

  switch (type)
    {
    case TH_PF_FINISHED_ROUND:
      th_pf_queues_round (&self->queues);
      break;
    case TH_PF_COMM:
      take_comm (self, record, size);
      break;
    case TH_PF_FORK:
      take_fork (self, record, size);
      break;
    case TH_PF_LOST:
      take_lost (self, record, size, lost_count (self, record, size, 16));
      break;
    case TH_PF_LOST_SAMPLES:
      take_lost (self, record, size, lost_count (self, record, size, 8));
      break;
    case TH_PF_THROTTLE:
      take_lost (self, record, size, -1);
      break;
    case TH_PF_MMAP:
      take_mmap (self, record, size, MMAP_NAME);
      break;
    case TH_PF_MMAP2:
      take_mmap (self, record, size, MMAP2_NAME);
      break;
    case TH_PF_BUILD_ID:
      th_pf_file_take_build_id (self->file, record, size);
      break;
    case TH_PF_KSYMBOL:
      if (size > 24)
        th_pf_symbols_add (self->file->symbols, th_bytes_u64 (record + 8, big_endian),
                           th_bytes_u32 (record + 16, big_endian), record + 24,
                               size - 24);
      break;
    case TH_PF_AUX:
    case TH_PF_AUXTRACE:
      self->has_aux = TRUE;
      break;
    default:
      break;
    }
}

/* Counts records; FALSE if the walk should end. */
static inline gboolean
go_on (Load    *self,
       guint32  n)
{
  guint32 before = self->n_records;

  self->n_records += n;
  return G_LIKELY (!self->outgrown) &&
         (before / CHECK_EVERY == self->n_records / CHECK_EVERY ||
          (!self->queues.stopped && !th_recording_is_cancelled (self->file->base.recording)));
}

static gboolean
take_record (gpointer      data,
             const guint8 *record,
             guint32       size,
             guint64       place)
{
  Load *self = data;
  guint32 type;

  if (G_UNLIKELY (record == NULL))
    {
      /* Publish what is complete before waiting. */
      th_pf_queues_show (&self->queues);
      return !self->queues.stopped;
    }

  type = th_pf_record_type (record, self->file->big_endian);
  take_other (self, record, type, size);
  if (th_pf_is_sideband (type, self->file->sideband))
    take_note (self, record, type, size, place);
  return go_on (self, 1);
}

G_ALWAYS_INLINE static inline gsize
take_samples_in_order (Load         *self,
                       const guint8 *records,
                       gsize         n,
                       guint64       place,
                       gboolean      big_endian)
{
  guint32 n_taken = 0;
  gsize at = 0;

  if (G_UNLIKELY (self->lacks_symbols) && n >= TH_PF_HEADER &&
      th_pf_record_type (records, big_endian) == TH_PF_SAMPLE)
    read_symbols (self);
  for (; n - at >= TH_PF_HEADER; n_taken++)
    {
      const guint8 *record = records + at;
      guint32 size = th_pf_record_size (record, big_endian);

      if (th_pf_record_type (record, big_endian) != TH_PF_SAMPLE || size < TH_PF_HEADER ||
          size > n - at)
        break;
      take_sample (self, record, size, extent_of (place + at, size), big_endian);
      at += size;
    }
  return go_on (self, n_taken) ? at : TH_PF_STOP;
}

static gsize
take_samples (gpointer      data,
              const guint8 *records,
              gsize         n,
              guint64       place)
{
  Load *self = data;

  return self->file->big_endian ? take_samples_in_order (self, records, n, place, TRUE)
                                : take_samples_in_order (self, records, n, place, FALSE);
}

/* --- the whole load ---------------------------------------------------- */

static void
note_problems (Load *self)
{
  ThRecording *recording = self->file->base.recording;

  if (self->n_bad_times > 0)
    th_recording_add_problem (recording, TH_PROBLEM_BAD_TIME, self->n_bad_times, -1, NULL);
  if (self->has_aux)
    th_recording_set_fact (recording, "not shown", _("This recording has AUX data of the "
                                                     "processor, which is not shown."));
  th_loader_note_bytes (recording, self->file->base.bytes);
}

/* If columns can be decoded again, the size of the cache is what the user wants to spend on them,
 * so the rest of the recording has the usual limit. */
static void
init_queues (Load *self)
{
  ThPfFile *file = self->file;

  th_pf_queues_init (&self->queues, file->base.recording,
                     th_pf_again_is_possible (file)
                     ? th_loader_get_usual_memory_limit (file->base.bytes)
                     : th_loader_get_memory_limit (file->base.bytes));
  for (guint i = 0; i < self->queues.n_queues; i++)
    self->queues.queues[i].places = th_pf_again_get_places (file, i);
}

/* If the recording was made on a machine of this name, binaries at their recorded paths may be
 * used, unless they were written after it ended. */
static void
note_host (const ThPfFile *file)
{
  const char *host = th_recording_get_fact (file->base.recording, "host");
  ThBytes *bytes = file->base.bytes;

  if (g_strcmp0 (host, g_get_host_name ()) == 0)
    th_pf_maps_set_here (file->maps, th_bytes_is_growing (bytes) ? G_MAXINT64
                                                                 : th_bytes_get_time (bytes));
}

void
th_perfdata_load (ThRecording *recording)
{
  gpointer source = NULL;
  Load *self;
  ThPfFile *file;
  guint64 end;

  g_return_if_fail (th_recording_peek_source (recording, &source) == &th_perfdata_source);

  file = source;
  self = g_new0 (Load, 1);
  self->file = file;
  self->n_cpus = file->n_cpus;
  self->tasks.tasks = th_recording_get_tasks (recording);
  th_tasks_set_timed (self->tasks.tasks);
  self->earliest = G_MAXINT64;
  self->lacks_symbols = th_load_options_get_early_symbols ();
  init_queues (self);
  th_pf_names_init (&self->names, self->tasks.tasks);
  th_pf_layouts_init (&self->layouts, file);
  note_host (file);

  end = file->data.offset + file->data.size;
  if (end != TH_PF_UNTIL_END)
    end = MIN (end, TH_PF_MAX_OFFSET);
  th_pf_walk (file, file->data.offset, end, TRUE, take_record, take_samples, self);
  th_pf_names_apply (&self->names, G_MAXINT64);
  th_tasks_finalize (self->tasks.tasks);
  th_pf_queues_finish (&self->queues);
  if (self->lacks_symbols)
    th_formats_get_symbols (file->base.formats);
  g_atomic_int_set (&file->may_read_symbols, TRUE);
  note_problems (self);
  note_host (file);

  th_pf_layouts_clear (&self->layouts);
  th_pf_names_clear (&self->names);
  th_pf_queues_clear (&self->queues);
  g_free (self);
  th_recording_finish (recording);
}
