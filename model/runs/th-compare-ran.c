/* th-compare-ran.c - what ran on a CPU during a span: tasks, softirqs, interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Interrupts run on top of softirqs, these on top of tasks, and nested handlers on top of
 * those that they interrupt.  Each of them is a layer: the time that the slices of a layer
 * leave free belongs to the layers below it, so every instant counts once.
 */
#include "config.h"

#include "th-compare-take-private.h"
#include "th-time.h"

/* The most slices and runs of a span that are looked at; the time after them counts as
 * unknown. */
#define MAX_LOOKED_AT 4096
/* Samples come in order of time: the next slice is searched for up to this far after the last. */
#define MAX_AHEAD 16
/* Slices with these flags may be longer than what they stand for. */
#define UNCERTAIN (TH_SLICE_NO_BEGIN | TH_SLICE_NO_END | TH_SLICE_INFERRED)

/* The slices of one depth of a track; @names: word → "softirq NET_RX"; @last: the slice
 * that was found last. */
typedef struct
{
  ThResults   *results;
  ThTrack     *track;
  ThSlices    *slices;
  guint        depth;
  guint32      last;
  GHashTable  *names;
} Layer;

/* What interrupts the tasks of a CPU.  @layers: (element-type Layer), the topmost first.
 * @last_run: the index of the run that the last lookup found. */
typedef struct
{
  GArray *layers;
  guint32 last_run;
} Stack;

struct _Ran
{
  ThRecording *recording;
  GPtrArray   *all;       /* of ThResults */
  Names       *names;
  GHashTable  *stacks;    /* number of a CPU → Stack */
  GArray      *cpus;      /* of ThCpuRuns */
  guint32     *last_runs; /* for each of @cpus, the run that the last lookup found */
  GHashTable  *last_cpus; /* task → index in @cpus, plus one, where it was found last */
};

static void
layer_clear (gpointer layer)
{
  g_hash_table_unref (((Layer *) layer)->names);
}

static void
stack_free (Stack *self)
{
  g_array_unref (self->layers);
  g_free (self);
}

Ran *
th_compare_ran_new (ThRecording *recording,
                    GPtrArray   *all)
{
  Ran *self = g_new0 (Ran, 1);

  self->recording = recording;
  self->all = all;
  self->stacks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) stack_free);
  self->names = th_compare_names_new (th_recording_get_tasks (recording));
  self->cpus = th_recording_list_runs (recording);
  self->last_runs = g_new0 (guint32, self->cpus->len);
  self->last_cpus = g_hash_table_new (NULL, NULL);
  return self;
}

void
th_compare_ran_free (Ran *self)
{
  g_hash_table_unref (self->stacks);
  g_array_unref (self->cpus);
  g_free (self->last_runs);
  th_compare_names_free (self->names);
  g_hash_table_unref (self->last_cpus);
  g_free (self);
}

const char *
th_compare_ran_name (Ran     *self,
                     guint32  task,
                     gint64   time)
{
  return th_compare_names_get (self->names, task, time);
}

/* --- places ------------------------------------------------------------------ */

RanPlace
th_compare_ran_at (Ran   *self,
                   ThRef  anchor)
{
  RanPlace place = { NULL, };

  if (th_ref_is_none (anchor))
    return place;

  place.cpu = th_recording_get_cpu (self->recording, anchor);
  place.runs = th_recording_get_runs_cpu (
    self->recording, th_recording_get_stream (self->recording, anchor.stream), place.cpu);
  if (place.runs != NULL && th_cpu_get_n_exact_runs (place.runs) == 0)
    place.runs = NULL;
  return place;
}

static gboolean
starts_on (Ran     *self,
           guint    index,
           guint32  task,
           gint64   time)
{
  ThCpu *runs = g_array_index (self->cpus, ThCpuRuns, index).runs;
  guint32 found = th_cpu_get_n_exact_runs (runs) > 0
                  ? th_cpu_find_run_near (runs, time, self->last_runs[index]) : G_MAXUINT32;
  ThRun run;

  if (found == G_MAXUINT32)
    return FALSE;

  self->last_runs[index] = found;
  run = th_cpu_get_run (runs, found);
  return run.task == task && run.begin == time;
}

RanPlace
th_compare_ran_start (Ran     *self,
                      guint32  task,
                      gint64   time)
{
  gpointer key = GUINT_TO_POINTER (task);
  guint last = GPOINTER_TO_UINT (g_hash_table_lookup (self->last_cpus, key));

  /* Most tasks stay on their CPU. */
  for (guint i = 0; i < self->cpus->len; i++)
    {
      guint index = (i + MAX (last, 1) - 1) % self->cpus->len;
      const ThCpuRuns *cpu = &g_array_index (self->cpus, ThCpuRuns, index);

      if (!starts_on (self, index, task, time))
        continue;
      g_hash_table_insert (self->last_cpus, key, GUINT_TO_POINTER (index + 1));
      return (RanPlace) { cpu->cpu, cpu->runs };
    }
  return (RanPlace) { NULL, };
}

gboolean
th_compare_ran_stays (Ran    *self,
                      ThRef   anchor,
                      gint64  length)
{
  ThCpu *runs = th_compare_ran_at (self, anchor).runs;
  gint64 time;
  guint32 run;

  if (runs == NULL)
    return FALSE;

  time = th_recording_get_time (self->recording, anchor);
  run = th_cpu_find_run (runs, time);
  return run != G_MAXUINT32 && th_cpu_get_run (runs, run).end >= th_time_add (time, length);
}

/* --- layers ------------------------------------------------------------------- */

static int
compare_layers (gconstpointer a,
                gconstpointer b)
{
  const Layer *first = a, *second = b;
  guint takes_a = th_track_get_info (first->track)->takes_cpu;
  guint takes_b = th_track_get_info (second->track)->takes_cpu;

  if (takes_a != takes_b)
    return takes_a > takes_b ? -1 : 1;
  return (int) second->depth - (int) first->depth;
}

/* Appends the layers of the tracks of CPU @number that take it from tasks. */
static void
add_layers (ThResults *results,
            guint      number,
            GArray    *layers)
{
  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    {
      ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);

      if (info->kind != TH_TRACK_SLICES || info->takes_cpu == TH_TAKES_NONE ||
          info->attach != TH_ATTACH_CPU || info->key != number)
        continue;
      for (guint depth = 0; depth < th_slices_get_depth (th_track_get_slices (track)); depth++)
        {
          Layer layer = { results, track, th_track_get_slices (track), depth, 0,
                          g_hash_table_new_full (NULL, NULL, NULL, g_free) };

          g_array_append_val (layers, layer);
        }
    }
}

static Stack *
get_stack (Ran   *self,
           guint  number)
{
  Stack *stack = g_hash_table_lookup (self->stacks, GUINT_TO_POINTER (number));

  if (stack != NULL)
    return stack;

  stack = g_new0 (Stack, 1);
  stack->layers = g_array_new (FALSE, FALSE, sizeof (Layer));
  g_array_set_clear_func (stack->layers, layer_clear);
  for (guint i = 0; i < self->all->len; i++)
    add_layers (g_ptr_array_index (self->all, i), number, stack->layers);
  g_array_sort (stack->layers, compare_layers);
  g_hash_table_insert (self->stacks, GUINT_TO_POINTER (number), stack);
  return stack;
}

/* "softirq NET_RX": the id of the track, which says what its slices are, and their name. */
static const char *
name_slice (const Layer   *layer,
            const ThSlice *slice)
{
  gpointer word = GUINT_TO_POINTER (slice->name);
  char *name = g_hash_table_lookup (layer->names, word);

  if (name == NULL)
    {
      name = g_strdup_printf ("%s %s", th_track_get_info (layer->track)->id,
                              th_results_get_word (layer->results, slice->name));
      g_hash_table_insert (layer->names, word, name);
    }
  return name;
}

/* --- spans ---------------------------------------------------------------------- */

typedef struct
{
  Names   *names;
  ThCpu   *runs;     /* or NULL */
  guint32 *last_run; /* of the Stack, if there are runs */
  Layer   *layers;
  guint    n_layers;
  guint    n_left;   /* slices and runs that may still be looked at */
  RanFunc  func;
  gpointer data;
} Walk;

/* The last slice that begins at or before @time, or the first of all; sets @layer's last. */
static guint32
find_slice (Layer  *layer,
            gint64  time)
{
  guint32 n = th_slices_get_n (layer->slices, layer->depth), found = layer->last;
  guint32 end = MIN (n, found + MAX_AHEAD);

  if (found < n && th_slices_get (layer->slices, layer->depth, found)->begin <= time)
    for (; found + 1 < end; found++)
      if (th_slices_get (layer->slices, layer->depth, found + 1)->begin > time)
        return layer->last = found;

  found = th_slices_find (layer->slices, layer->depth, time);
  return layer->last = found == G_MAXUINT32 ? 0 : found;
}

static void
walk_runs (Walk   *self,
           gint64  from,
           gint64  to)
{
  guint32 run = self->runs != NULL ? th_cpu_find_run_near (self->runs, from, *self->last_run)
                                   : G_MAXUINT32;
  guint32 n = self->runs != NULL ? th_cpu_get_n_runs (self->runs) : 0;
  gint64 unknown = th_time_between (from, to);

  if (run != G_MAXUINT32)
    *self->last_run = run;
  for (run = run == G_MAXUINT32 ? 0 : run; run < n && self->n_left > 0; run++, self->n_left--)
    {
      ThRun one = th_cpu_get_run (self->runs, run);
      gint64 length = th_time_between (MAX (one.begin, from), MIN (one.end, to));

      if (one.begin >= to)
        break;
      if (length <= 0)
        continue;
      self->func (th_compare_names_get (self->names, one.task, one.begin), length, self->data);
      unknown = th_time_between (length, unknown);
    }
  if (unknown != 0)
    self->func ("…", unknown, self->data);
}

static void
walk_layer (Walk   *self,
            guint   number,
            gint64  from,
            gint64  to)
{
  Layer *layer = &self->layers[number];
  guint32 n;

  if (from >= to)
    return;
  if (number == self->n_layers)
    {
      walk_runs (self, from, to);
      return;
    }

  n = th_slices_get_n (layer->slices, layer->depth);
  for (guint32 i = find_slice (layer, from); i < n && self->n_left > 0; i++, self->n_left--)
    {
      const ThSlice *slice = th_slices_get (layer->slices, layer->depth, i);
      gint64 begin = MAX (slice->begin, from), end = MIN (slice->end, to);

      if (slice->begin >= to)
        break;
      if (end <= begin || (slice->flags & UNCERTAIN) != 0)
        continue;
      walk_layer (self, number + 1, from, begin);
      self->func (name_slice (layer, slice), th_time_between (begin, end), self->data);
      from = end;
    }
  walk_layer (self, number + 1, from, to);
}

void
th_compare_ran_walk (Ran            *self,
                     const RanPlace *place,
                     gint64          from,
                     gint64          to,
                     RanFunc         func,
                     gpointer        data)
{
  Walk walk = { self->names, place->runs, .n_left = MAX_LOOKED_AT, .func = func, .data = data };

  if (place->cpu != NULL)
    {
      Stack *stack = get_stack (self, th_cpu_get_number (place->cpu));

      walk.last_run = &stack->last_run;
      walk.layers = (Layer *) (gpointer) stack->layers->data;
      walk.n_layers = stack->layers->len;
    }
  walk_layer (&walk, 0, from, to);
}
