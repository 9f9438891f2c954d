/* th-txt-load.c - the second pass: lines into columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-loader.h"
#include "th-source.h"
#include "th-txt-file.h"
#include "th-txt-line.h"
#include "th-txt-lines.h"
#include "th-txt-load.h"
#include "th-txt-names.h"
#include "th-txt-reader.h"
#include "th-txt-scan.h"
#include "th-txt-token.h"
#include "th-txt-types.h"

#define BATCH 1024
#define CACHE_SIZE 4096 /* a power of two */
#define MAX_DEPTH 512
#define LINES_PER_LOOK 4096
/* A CPU without new lines is assumed to have none up to this long ago. */
#define MAX_BEHIND (G_USEC_PER_SEC * 1000)

typedef struct
{
  gint64  time;
  guint64 place;
  guint32 task;
  guint32 next_task; /* TH_TASK_NONE unless it is a switch */
  gint64  lost;      /* events lost before this one */
  guint16 type;
} Row;

/* The queue of one CPU. */
typedef struct
{
  ThCpu          *out;
  const ThTxtCpu *cpu;
  Row            *rows; /* not appended to the columns yet */
  guint           n_rows, room;
  gint64          lost;
  gboolean        full;

  gint64          now;
  gboolean        is_timed; /* an event had a time */

  /* function_graph */
  gint32          pid;
  guint           depth;
  gint64         *began; /* begin of the open calls, MAX_DEPTH */
} Queue;

typedef struct
{
  gint32  pid;
  guint32 task; /* task + 1; 0: free */
  char    name[16];
  guint   n_name;
  char    seen[16]; /* the name in sched events */
  guint   n_seen;
} TaskEntry;

typedef struct
{
  ThTxtFile   *file;
  ThRecording *recording;
  ThTasks     *tasks;
  Queue       **queues;
  guint        n_queues;
  gsize        memory_limit;
  gboolean     stopped;
  guint64      n_lines;  /* including the current one */
  TaskEntry    cache[CACHE_SIZE];
} Load;

/* --- columns ----------------------------------------------------------- */

typedef struct
{
  gint64   time[BATCH];
  guint64  place[BATCH];
  guint16  type[BATCH];
  guint32  task[BATCH];
  ThSwitch switches[BATCH];
} Arrays;

static guint
gather (const Row *rows,
        guint      n,
        Arrays    *arrays)
{
  guint n_switches = 0;

  for (guint i = 0; i < n; i++)
    {
      arrays->time[i] = rows[i].time;
      arrays->place[i] = rows[i].place;
      arrays->type[i] = rows[i].type;
      arrays->task[i] = rows[i].task;
      if (rows[i].next_task != TH_TASK_NONE)
        arrays->switches[n_switches++] = (ThSwitch) { i, rows[i].next_task };
    }
  return n_switches;
}

static gboolean
append (Queue     *queue,
        const Row *rows,
        guint      n)
{
  static GPrivate scratch = G_PRIVATE_INIT (g_free);
  Arrays *arrays = g_private_get (&scratch);
  ThBatch batch = { .n = n };

  if (arrays == NULL)
    g_private_set (&scratch, arrays = g_new (Arrays, 1));
  batch.n_switches = gather (rows, n, arrays);
  batch.time = arrays->time;
  batch.place = arrays->place;
  batch.type = arrays->type;
  batch.task = arrays->task;
  batch.switches = arrays->switches;
  return th_cpu_append (queue->out, &batch) == n;
}

static int
compare_rows (const void *a,
              const void *b)
{
  const Row *left = a;
  const Row *right = b;

  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

static void
flush (Load  *load,
       Queue *queue)
{
  const Row *rows = queue->rows;
  guint n = queue->n_rows;

  for (guint i = 0, to; i < n && !queue->full; i = to)
    {
      if (rows[i].lost != 0)
        th_cpu_append_lost (queue->out, rows[i].lost);
      for (to = i + 1; to < n && to - i < BATCH && rows[to].lost == 0; )
        to++;
      queue->full = !append (queue, rows + i, to - i);
      if (queue->full)
        th_recording_add_problem (load->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
    }
  if (n > 0)
    th_cpu_publish (queue->out, rows[n - 1].time);
  queue->n_rows = 0;
}

/* Adds a row, whose members are undefined. */
static Row *
add_row (Queue *queue)
{
  if (G_UNLIKELY (queue->n_rows == queue->room))
    {
      queue->room = MAX (queue->room * 2, BATCH);
      queue->rows = g_renew (Row, queue->rows, queue->room);
    }
  return &queue->rows[queue->n_rows++];
}

/* --- tasks ------------------------------------------------------------- */

static TaskEntry *
task_entry (Load   *load,
            gint32  pid)
{
  TaskEntry *entry = &load->cache[(guint32) pid % CACHE_SIZE];

  if (G_UNLIKELY (entry->pid != pid || entry->task == 0))
    {
      memset (entry, 0, sizeof *entry);
      entry->pid = pid;
      entry->task = th_tasks_intern (load->tasks, pid) + 1;
    }
  return entry;
}

static void
see_name (Load            *load,
          const ThTxtTask *task,
          gint64           time)
{
  TaskEntry *entry = task_entry (load, task->pid);
  gsize size = MIN (task->comm.size, sizeof entry->seen);

  if (task->pid <= 0 || size == 0 ||
      (entry->n_seen == size && memcmp (entry->seen, task->comm.text, size) == 0))
    return;
  entry->n_seen = size;
  memcpy (entry->seen, task->comm.text, size);
  th_tasks_see_name (load->tasks, task->pid, time, task->comm.text, (gssize) size);
}

/* Takes the name in an event's line.  ftrace and trace-cmd print the name saved last,
 * perf the name at that time. */
static void
see_column (Load            *load,
            const ThTxtLine *line,
            TaskEntry       *entry,
            gint64           time)
{
  gsize size = MIN (line->comm.size, sizeof entry->name);

  if (line->pid <= 0 || size == 0 ||
      (entry->n_name == size && memcmp (entry->name, line->comm.text, size) == 0) ||
      (size == 5 && memcmp (line->comm.text, "<...>", 5) == 0))
    return;

  if (line->style == TH_TXT_PERF || (entry->n_name > 0 && line->style == TH_TXT_FTRACE))
    th_tasks_see_name (load->tasks, line->pid, time, line->comm.text, (gssize) size);
  if (line->style != TH_TXT_PERF && entry->n_name == 0)
    {
      g_autofree char *name = g_utf8_make_valid (line->comm.text, (gssize) size);

      th_tasks_set_saved (load->tasks, line->pid, name);
    }
  entry->n_name = size;
  memcpy (entry->name, line->comm.text, size);
  if (line->tgid >= 0)
    th_tasks_set_tgid (load->tasks, line->pid, line->tgid);
}

/* --- function_graph ---------------------------------------------------- */

/* Without times, a call begins where the last one on this CPU ended. */
static gint64
graph_time (Queue           *queue,
            const ThTxtLine *line)
{
  gboolean is_exit = line->name.size == 14 && memcmp (line->name.text, "funcgraph_exit", 14) == 0;
  gboolean is_call = line->name.size > 0 && line->info.size > 0 &&
                     line->info.text[line->info.size - 1] == '{';
  gint64 began = queue->now;

  if (queue->began == NULL)
    queue->began = g_new0 (gint64, MAX_DEPTH);
  if (is_exit)
    {
      queue->depth -= queue->depth > 0;
      if (line->duration >= 0 && queue->depth < MAX_DEPTH)
        queue->now = MAX (queue->now, queue->began[queue->depth] + line->duration);
      return queue->now;
    }
  if (is_call)
    {
      if (queue->depth < MAX_DEPTH)
        queue->began[queue->depth] = queue->now;
      queue->depth += queue->depth < G_MAXINT;
    }
  else if (line->duration > 0 && queue->now < G_MAXINT64 / 2)
    queue->now += line->duration;
  return began;
}

/* --- lines ------------------------------------------------------------- */

/* Adds a problem of the current line. */
static void
add_problem (Load          *load,
             ThProblemKind  kind,
             guint64        place)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, load->n_lines);
  /* Translators: %s is the number of a line in a file */
  g_autofree char *detail = g_strdup_printf (_("line %s"), number);

  th_recording_add_problem (load->recording, kind, 1, (gint64) place, detail);
}

/* A time that does not fit is replaced by that of the event before, or on the first line
 * of a CPU by that of the very first event. */
static gint64
huge_time (Load    *load,
           Queue   *queue,
           guint64  place)
{
  if (!queue->is_timed)
    queue->now = load->file->first;
  add_problem (load, TH_PROBLEM_HUGE_TIME, place);
  th_recording_place_problem (load->recording, TH_PROBLEM_HUGE_TIME, queue->out, queue->now,
                              (gint64) place);

  return queue->now;
}

static gint64
row_time (Load            *load,
          Queue           *queue,
          const ThTxtLine *line,
          guint64          place)
{
  if (line->unit == TH_TXT_TIME_HUGE)
    return huge_time (load, queue, place);
  if (line->unit != TH_TXT_TIME_NONE)
    {
      queue->now = line->time;
      queue->is_timed = TRUE;
    }
  else if (line->style == TH_TXT_GRAPH)
    return graph_time (queue, line);
  return queue->now;
}

/* The next time, the whole text is scanned. */
static void
outgrow (Load *load)
{
  load->stopped = TRUE;
  th_bytes_set_may_outgrow (load->file->base.bytes, FALSE);
  th_recording_set_outgrown (load->recording);
}

static void
load_event (Load            *load,
            Queue           *queue,
            const ThTxtLine *line,
            const ThTxtType *type,
            guint64          place)
{
  /* -1 for an unknown task; idle would be wrong. */
  gint32 pid = line->pid >= 0 ? line->pid : queue->pid;
  TaskEntry *entry = task_entry (load, pid);
  guint32 task = entry->task - 1, next_task = TH_TASK_NONE;
  gint64 time = row_time (load, queue, line, place);
  ThTxtTask prev, next;
  Row *row;

  if (!load->file->whole && time < th_cpu_get_complete (queue->out))
    {
      outgrow (load);
      return;
    }
  see_column (load, line, entry, time);
  if (type != NULL && type->is_switch && th_txt_switch_tasks (line->info, &prev, &next))
    {
      see_name (load, &prev, time);
      see_name (load, &next, time);
      /* Without the task columns of perf, only this line names the task that ran. */
      if (line->style == TH_TXT_PERF && line->pid < 0)
        task = task_entry (load, prev.pid)->task - 1;
      next_task = task_entry (load, next.pid)->task - 1;
    }
  else if (type != NULL && type->has_names && th_txt_woken_task (line->info, &next))
    see_name (load, &next, time);

  row = add_row (queue);
  row->time = time;
  row->place = place;
  row->task = task;
  row->next_task = next_task;
  row->lost = queue->lost;
  row->type = type != NULL ? type->type : TH_TYPE_OTHER;
  queue->lost = 0;
  if (!queue->cpu->descends && queue->n_rows == BATCH)
    flush (load, queue);
}

static void
load_line (Load      *load,
           ThTxtPart  text,
           guint64    place,
           gboolean   whole)
{
  ThTxtType *type = NULL;
  ThTxtLine line;
  guint index;
  Queue *queue;

  th_txt_parse_line (text.text, text.size, &line);
  if (load->file->whole || place < load->file->scanned)
    type = line.kind == TH_TXT_EVENT ? th_txt_types_find (load->file->types, &line) : NULL;
  else if (!th_txt_file_go_on (load->file, &line, text, place, whole, &type))
    {
      outgrow (load);
      return;
    }
  if (line.kind == TH_TXT_BINARY)
    add_problem (load, TH_PROBLEM_BAD_LINE, place);
  index = load->file->cpu_index[line.cpu];
  if (index == 0)
    return; /* or the file has changed since the scan */

  queue = load->queues[index - 1];
  if (line.kind == TH_TXT_EVENT)
    load_event (load, queue, &line, type, place);
  else if (line.kind == TH_TXT_LOST)
    queue->lost = line.lost < 0 || queue->lost < 0 ? -1 : queue->lost + line.lost;
  else if (line.kind == TH_TXT_SWITCH)
    {
      ThTxtLine other = { .style = TH_TXT_GRAPH, .pid = line.next_pid, .comm = line.next_comm,
                          .tgid = -1 };

      see_column (load, &line, task_entry (load, line.pid), queue->now);
      see_column (load, &other, task_entry (load, line.next_pid), queue->now);
      queue->pid = line.next_pid;
      queue->depth = 0;
    }
}

static void
look_around (Load *load)
{
  if (th_recording_is_cancelled (load->recording))
    load->stopped = TRUE;
  else if (th_recording_get_memory (load->recording) > load->memory_limit)
    {
      load->stopped = TRUE;
      th_recording_add_problem (load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
    }
}

/* Publishes everything so far.  The kernel prints CPUs in turns, so no CPU is far behind
 * the newest line. */
static void
show (Load *load)
{
  gint64 until = load->file->newest - MAX_BEHIND;

  for (guint i = 0; i < load->n_queues; i++)
    {
      Queue *queue = load->queues[i];

      if (queue->cpu->descends)
        continue;
      flush (load, queue);
      if (!load->file->unordered && until > th_cpu_get_complete (queue->out))
        th_cpu_publish (queue->out, until);
    }
}

/* Reads the next line; FALSE at the end. */
static gboolean
next_line (Load       *load,
           ThTxtLines *lines,
           ThTxtPart  *text,
           guint64    *place,
           gboolean   *whole)
{
  while (!load->stopped)
    {
      if (th_txt_lines_next (lines, text, place, whole))
        return load->file->whole || *place < load->file->scanned ||
               !th_bytes_is_stopped (load->file->base.bytes);
      if (!lines->starved)
        return FALSE;
      show (load);
      look_around (load);
      th_txt_lines_wait (lines);
    }
  return FALSE;
}

static void
read_lines (Load *load)
{
  ThBytes *bytes = load->file->base.bytes;
  ThTxtLines lines;
  ThTxtPart text;
  guint64 place;
  gboolean whole;

  th_txt_lines_init (&lines, bytes);
  for (guint64 n = 1; next_line (load, &lines, &text, &place, &whole); n++)
    {
      load->n_lines = n;
      load_line (load, text, place, whole);
      if (n % LINES_PER_LOOK != 0)
        continue;
      th_recording_set_progress (load->recording, place, th_bytes_guess_total (bytes));
      look_around (load);
    }
  th_txt_lines_clear (&lines);
  if (!load->file->whole && !load->stopped && !th_bytes_is_stopped (bytes) &&
      !th_txt_file_end (load->file))
    outgrow (load);
}

/* --- the whole load ---------------------------------------------------- */

static Queue *
queue_new (ThStream       *stream,
           guint           index,
           const ThTxtCpu *cpu)
{
  Queue *queue = g_new0 (Queue, 1);

  queue->out = th_stream_get_cpu (stream, index);
  queue->cpu = cpu;
  queue->pid = cpu->first_pid;
  return queue;
}

static void
queue_end (Load  *load,
           Queue *queue)
{
  if (queue->cpu->descends && queue->n_rows > 1)
    qsort (queue->rows, queue->n_rows, sizeof (Row), compare_rows);
  flush (load, queue);
  if (queue->lost != 0)
    th_cpu_append_lost (queue->out, queue->lost);
  th_cpu_publish (queue->out, G_MAXINT64);
  g_free (queue->rows);
  g_free (queue->began);
  g_free (queue);
}

void
th_txt_load (ThRecording *recording)
{
  g_autofree Load *load = g_new0 (Load, 1);
  ThStream *stream = th_recording_get_stream (recording, th_recording_get_first_stream (recording));
  gpointer source = NULL;

  g_return_if_fail (th_recording_peek_source (recording, &source) == &th_txt_source);

  load->file = source;
  load->recording = recording;
  load->tasks = th_recording_get_tasks (recording);
  if (load->file->has_styles[TH_TXT_PERF])
    th_tasks_set_timed (load->tasks);
  load->memory_limit = th_loader_get_memory_limit (load->file->base.bytes);
  load->n_queues = load->file->cpus->len;
  load->queues = g_new (Queue *, load->n_queues);
  for (guint i = 0; i < load->n_queues; i++)
    load->queues[i] = queue_new (stream, i, &g_array_index (load->file->cpus, ThTxtCpu, i));

  read_lines (load);
  for (guint i = 0; i < load->n_queues; i++)
    queue_end (load, load->queues[i]);
  g_free (load->queues);
  th_tasks_finalize (load->tasks);
  th_loader_note_bytes (recording, load->file->base.bytes);
  th_recording_finish (recording);
}
