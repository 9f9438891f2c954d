/* th-recording.c - a recording and its streams
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-recording.h"
#include "th-recording-private.h"

struct _ThStream
{
  ThRecording *recording;  /* Weak */
  guint        index;
  char        *name;
  ThClock      clock;
  ThPlaceWidth width;
  GPtrArray   *cpus;       /* of ThCpu */
};

typedef struct
{
  char               *system;
  char               *name;
  char               *full;    /* system:name */
  const ThFieldTable *fields;  /* once asked for */
} Type;

typedef struct
{
  char *key;
  char *value;
} Fact;

struct _ThRecording
{
  gatomicrefcount ref_count;
  char           *format;
  ThArena        *arena;
  ThTasks        *tasks;
  GPtrArray      *streams;
  const ThSource *vtable;
  gpointer        source;

  GMutex          lock;      /* of all below */
  GPtrArray      *types;     /* of Type; never shrinks */
  GHashTable     *type_index;
  GPtrArray      *facts;     /* of Fact */
  ThProblem      *problems[TH_N_PROBLEMS];

  GPtrArray      *ignore;    /* patterns; NULL without any */
  guint8         *ignored;   /* by type */

  gint            state;     /* atomic, like the rest */
  gint            cancelled;
  gint            outgrown;
  guint64         done;
  guint64         total;
};

static const ThFieldTable no_fields;

static void
stream_free (ThStream *stream)
{
  g_ptr_array_unref (stream->cpus);
  g_free ((char *) stream->clock.name);
  g_free (stream->name);
  g_free (stream);
}

static void
type_free (Type *type)
{
  g_free (type->system);
  g_free (type->name);
  g_free (type->full);
  g_free (type);
}

static void
fact_free (Fact *fact)
{
  g_free (fact->key);
  g_free (fact->value);
  g_free (fact);
}

ThRecording *
th_recording_new (const char *format)
{
  ThRecording *self = g_new0 (ThRecording, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->format = g_strdup (format);
  self->arena = th_arena_new ();
  self->tasks = th_tasks_new ();
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) stream_free);
  self->types = g_ptr_array_new_with_free_func ((GDestroyNotify) type_free);
  self->type_index = g_hash_table_new (g_str_hash, g_str_equal);
  self->facts = g_ptr_array_new_with_free_func ((GDestroyNotify) fact_free);

  return self;
}

ThRecording *
th_recording_ref (ThRecording *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
th_recording_unref (ThRecording *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->vtable != NULL && self->vtable->free != NULL)
    self->vtable->free (self->source);
  g_ptr_array_unref (self->streams);
  g_clear_pointer (&self->ignore, g_ptr_array_unref);
  g_free (self->ignored);
  g_hash_table_unref (self->type_index);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->facts);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    g_clear_pointer (&self->problems[i], th_problem_free);
  th_tasks_free (self->tasks);
  th_arena_free (self->arena);
  g_mutex_clear (&self->lock);
  g_free (self->format);
  g_free (self);
}

void
th_recording_set_source (ThRecording    *self,
                         const ThSource *vtable,
                         gpointer        source)
{
  g_return_if_fail (self->vtable == NULL);

  self->vtable = vtable;
  self->source = source;
}

const ThSource *
th_recording_peek_source (ThRecording *self,
                          gpointer    *source)
{
  *source = self->source;
  return self->vtable;
}

/* --- facts ------------------------------------------------------------- */

static Fact *
recording_find_fact (ThRecording *self,
                     const char  *key)
{
  for (guint i = 0; i < self->facts->len; i++)
    {
      Fact *fact = g_ptr_array_index (self->facts, i);

      if (strcmp (fact->key, key) == 0)
        return fact;
    }

  return NULL;
}

void
th_recording_set_fact (ThRecording *self,
                       const char  *key,
                       const char  *value)
{
  Fact *fact;

  g_mutex_lock (&self->lock);
  fact = recording_find_fact (self, key);
  if (fact == NULL)
    {
      fact = g_new0 (Fact, 1);
      fact->key = g_strdup (key);
      g_ptr_array_add (self->facts, fact);
    }
  g_free (fact->value);
  fact->value = g_utf8_make_valid (value, -1);
  g_mutex_unlock (&self->lock);
}

/* Facts are set while the header is read; what is lent stays. */
const char *
th_recording_get_fact (ThRecording *self,
                       const char  *key)
{
  const Fact *fact;

  g_mutex_lock (&self->lock);
  fact = recording_find_fact (self, key);
  g_mutex_unlock (&self->lock);

  return fact != NULL ? fact->value : NULL;
}

char **
th_recording_list_facts (ThRecording *self)
{
  g_autoptr(GStrvBuilder) keys = g_strv_builder_new ();

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->facts->len; i++)
    g_strv_builder_add (keys, ((Fact *) g_ptr_array_index (self->facts, i))->key);
  g_mutex_unlock (&self->lock);

  return g_strv_builder_end (keys);
}

/* --- streams ----------------------------------------------------------- */

ThStream *
th_recording_add_stream (ThRecording   *self,
                         const char    *name,
                         const ThClock *clock,
                         ThPlaceWidth   width)
{
  ThStream *stream;

  g_return_val_if_fail (self->streams->len < G_MAXUINT16, NULL);

  stream = g_new0 (ThStream, 1);
  stream->recording = self;
  stream->index = self->streams->len;
  stream->name = g_utf8_make_valid (name, -1);
  stream->clock = *clock;
  stream->clock.name = g_utf8_make_valid (clock->name, -1);
  stream->width = width;
  stream->cpus = g_ptr_array_new_with_free_func ((GDestroyNotify) th_cpu_free);
  g_ptr_array_add (self->streams, stream);

  return stream;
}

ThCpu *
th_stream_add_cpu (ThStream *self,
                   guint     number)
{
  ThCpu *cpu;

  g_return_val_if_fail (self->cpus->len < G_MAXUINT16, NULL);

  cpu = th_cpu_new (self->recording->arena, number, self->width);
  g_ptr_array_add (self->cpus, cpu);

  return cpu;
}

const char *
th_stream_get_name (ThStream *self)
{
  return self->name;
}

guint
th_stream_get_index (ThStream *self)
{
  return self->index;
}

const ThClock *
th_stream_get_clock (ThStream *self)
{
  return &self->clock;
}

guint
th_stream_get_n_cpus (ThStream *self)
{
  return self->cpus->len;
}

ThCpu *
th_stream_get_cpu (ThStream *self,
                   guint     index)
{
  g_return_val_if_fail (index < self->cpus->len, NULL);

  return g_ptr_array_index (self->cpus, index);
}

ThRecording *
th_stream_get_recording (ThStream *self)
{
  return self->recording;
}

guint
th_recording_get_n_streams (ThRecording *self)
{
  return self->streams->len;
}

ThStream *
th_recording_get_stream (ThRecording *self,
                         guint        index)
{
  g_return_val_if_fail (index < self->streams->len, NULL);

  return g_ptr_array_index (self->streams, index);
}

ThTasks *
th_recording_get_tasks (ThRecording *self)
{
  return self->tasks;
}

const char *
th_recording_get_format (ThRecording *self)
{
  return self->format;
}

static ThCpu *
stream_find_cpu (ThStream *stream,
                 guint     number)
{
  for (guint i = 0; i < stream->cpus->len; i++)
    if (th_cpu_get_number (g_ptr_array_index (stream->cpus, i)) == number)
      return g_ptr_array_index (stream->cpus, i);

  return NULL;
}

ThCpu *
th_recording_get_runs_cpu (ThRecording *self,
                           ThStream    *stream,
                           ThCpu       *cpu)
{
  ThCpu *best = cpu;

  if (th_cpu_get_n_exact_runs (cpu) > 0)
    return cpu;

  for (guint i = 0; i < self->streams->len; i++)
    {
      ThCpu *other = stream_find_cpu (g_ptr_array_index (self->streams, i), th_cpu_get_number (cpu));

      if (other != NULL && th_cpu_get_n_exact_runs (other) > th_cpu_get_n_exact_runs (best))
        best = other;
    }

  return best;
}

/* --- types ------------------------------------------------------------- */

static Type *
recording_type (ThRecording *self,
                guint        type)
{
  Type *found;

  g_mutex_lock (&self->lock);
  found = type < self->types->len ? g_ptr_array_index (self->types, type) : NULL;
  g_mutex_unlock (&self->lock);

  return found;
}

/* Its number is given out only afterwards, so nobody reads the byte before. */
static void
recording_ignore_type (ThRecording *self,
                       guint        number)
{
  const Type *type = g_ptr_array_index (self->types, number);

  for (guint i = 0; self->ignore != NULL && i < self->ignore->len; i++)
    if (th_type_matches (g_ptr_array_index (self->ignore, i), type->system, type->name))
      self->ignored[number] = TRUE;
}

void
th_recording_ignore (ThRecording *self,
                     const char  *pattern)
{
  if (self->ignore == NULL)
    {
      self->ignore = g_ptr_array_new_with_free_func (g_free);
      self->ignored = g_new0 (guint8, TH_TYPE_OTHER + 1);
      for (guint i = 0; i < self->streams->len; i++)
        for (guint j = 0; j < th_stream_get_n_cpus (g_ptr_array_index (self->streams, i)); j++)
          th_cpu_set_ignored (th_stream_get_cpu (g_ptr_array_index (self->streams, i), j), self->ignored);
    }

  g_ptr_array_add (self->ignore, g_strdup (pattern));
  for (guint i = 0; i < self->types->len; i++)
    recording_ignore_type (self, i);
}

gboolean
th_recording_is_type_ignored (ThRecording *self,
                              guint        type)
{
  return self->ignored != NULL && type <= TH_TYPE_OTHER && self->ignored[type];
}

guint
th_recording_intern_type (ThRecording *self,
                          const char  *system,
                          const char  *name)
{
  g_autofree char *raw = g_strconcat (system, *system != '\0' ? ":" : "", name, NULL);
  g_autofree char *full = g_utf8_make_valid (raw, -1);
  gpointer number;

  g_mutex_lock (&self->lock);
  if (!g_hash_table_lookup_extended (self->type_index, full, NULL, &number))
    {
      if (self->types->len > TH_TYPE_MAX)
        number = GUINT_TO_POINTER (TH_TYPE_OTHER);
      else
        {
          Type *type = g_new0 (Type, 1);

          type->system = g_utf8_make_valid (system, -1);
          type->name = g_utf8_make_valid (name, -1);
          type->full = g_steal_pointer (&full);
          number = GUINT_TO_POINTER (self->types->len);
          g_hash_table_insert (self->type_index, type->full, number);
          g_ptr_array_add (self->types, type);
          recording_ignore_type (self, self->types->len - 1);
        }
    }
  g_mutex_unlock (&self->lock);

  if (GPOINTER_TO_UINT (number) == TH_TYPE_OTHER)
    th_recording_add_problem (self, TH_PROBLEM_TOO_MANY_TYPES, 1, -1, name);

  return GPOINTER_TO_UINT (number);
}

guint
th_recording_get_n_types (ThRecording *self)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->types->len;
  g_mutex_unlock (&self->lock);

  return n;
}

const char *
th_recording_get_type_system (ThRecording *self,
                              guint        type)
{
  const Type *found = recording_type (self, type);

  return found != NULL ? found->system : "";
}

const char *
th_recording_get_type_name (ThRecording *self,
                            guint        type)
{
  const Type *found = recording_type (self, type);

  return found != NULL ? found->name : "other";
}

guint
th_recording_find_type (ThRecording *self,
                        const char  *name)
{
  guint type = TH_TYPE_NONE;
  gpointer number;

  g_mutex_lock (&self->lock);
  if (g_hash_table_lookup_extended (self->type_index, name, NULL, &number))
    type = GPOINTER_TO_UINT (number);
  for (guint i = 0; type == TH_TYPE_NONE && i < self->types->len; i++)
    if (strcmp (((Type *) g_ptr_array_index (self->types, i))->name, name) == 0)
      type = i;
  g_mutex_unlock (&self->lock);

  return type;
}

/* The source is asked outside our lock (it may intern types of its own); a
 * table that was asked for twice at once is the same one. */
const ThFieldTable *
th_recording_get_fields (ThRecording *self,
                         guint        type)
{
  Type *found = recording_type (self, type);
  const ThFieldTable *fields;

  if (found == NULL || self->vtable == NULL || self->vtable->fields == NULL)
    return &no_fields;

  fields = g_atomic_pointer_get (&found->fields);
  if (fields == NULL)
    {
      fields = self->vtable->fields (self->source, type);
      g_atomic_pointer_set (&found->fields, fields != NULL ? fields : &no_fields);
    }

  return fields != NULL ? fields : &no_fields;
}

const char *
th_recording_get_symbol (ThRecording *self,
                         guint64      address,
                         guint64     *offset)
{
  *offset = 0;
  if (self->vtable == NULL || self->vtable->symbol == NULL)
    return NULL;

  return self->vtable->symbol (self->source, address, offset);
}

const char *
th_recording_get_module (ThRecording *self,
                         guint64      address)
{
  return self->vtable != NULL && self->vtable->module != NULL ? self->vtable->module (self->source, address) : NULL;
}

gboolean
th_recording_has_stacks (ThRecording *self,
                         guint        type)
{
  return self->vtable != NULL && self->vtable->has_stacks != NULL && self->vtable->has_stacks (self->source, type);
}

/* --- how the load goes ------------------------------------------------- */

void
th_recording_add_problem (ThRecording   *self,
                          ThProblemKind  kind,
                          guint64        count,
                          gint64         offset,
                          const char    *detail)
{
  ThProblem *problem;

  g_return_if_fail (kind < TH_N_PROBLEMS);

  g_mutex_lock (&self->lock);
  problem = self->problems[kind];
  if (problem == NULL)
    {
      problem = g_new0 (ThProblem, 1);
      problem->kind = kind;
      problem->offset = offset;
      problem->detail = detail != NULL ? g_utf8_make_valid (detail, -1) : NULL;
      self->problems[kind] = problem;
    }
  problem->count += count;
  g_mutex_unlock (&self->lock);
}

void
th_recording_place_problem (ThRecording   *self,
                            ThProblemKind  kind,
                            const ThCpu   *cpu,
                            gint64         time)
{
  ThProblem *problem;

  g_return_if_fail (kind < TH_N_PROBLEMS && cpu != NULL);

  g_mutex_lock (&self->lock);
  problem = self->problems[kind];
  if (problem != NULL && (problem->cpu == NULL || time < problem->time))
    {
      problem->cpu = cpu;
      problem->time = time;
    }
  g_mutex_unlock (&self->lock);
}

/* Once a list is asked for: a loader may place very many. */
static void
find_stream (ThRecording *self,
             ThProblem   *problem)
{
  for (guint i = 0; i < self->streams->len && problem->cpu != NULL; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      for (guint j = 0; j < stream->cpus->len; j++)
        if (g_ptr_array_index (stream->cpus, j) == problem->cpu)
          {
            problem->stream = i;
            problem->ticks = th_stream_get_clock (stream)->ticks;
            return;
          }
    }
}

GPtrArray *
th_recording_list_problems (ThRecording *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) th_problem_free);

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    if (self->problems[i] != NULL)
      {
        ThProblem *copy = g_memdup2 (self->problems[i], sizeof (ThProblem));

        copy->detail = g_strdup (copy->detail);
        find_stream (self, copy);
        g_ptr_array_add (list, copy);
      }
  g_mutex_unlock (&self->lock);

  return list;
}

void
th_recording_set_progress (ThRecording *self,
                           guint64      done,
                           guint64      total)
{
  __atomic_store_n (&self->total, total, __ATOMIC_RELAXED);
  __atomic_store_n (&self->done, done, __ATOMIC_RELAXED);
}

void
th_recording_add_progress (ThRecording *self,
                           guint64      done)
{
  __atomic_add_fetch (&self->done, done, __ATOMIC_RELAXED);
}

double
th_recording_get_progress (ThRecording *self)
{
  guint64 done = __atomic_load_n (&self->done, __ATOMIC_RELAXED);
  guint64 total = __atomic_load_n (&self->total, __ATOMIC_RELAXED);

  if (th_recording_get_state (self) != TH_LOAD_RUNNING)
    return 1;

  return total == 0 ? -1 : MIN (done / (double) total, 1);
}

void
th_recording_cancel (ThRecording *self)
{
  g_atomic_int_set (&self->cancelled, TRUE);
}

gboolean
th_recording_is_cancelled (ThRecording *self)
{
  return g_atomic_int_get (&self->cancelled);
}

void
th_recording_set_outgrown (ThRecording *self)
{
  g_atomic_int_set (&self->outgrown, TRUE);
}

gboolean
th_recording_is_outgrown (ThRecording *self)
{
  return g_atomic_int_get (&self->outgrown);
}

ThLoadState
th_recording_get_state (ThRecording *self)
{
  return g_atomic_int_get (&self->state);
}

/* Problems that only say how something is shown do not make a part of a whole. */
static gboolean
recording_lacks_something (ThRecording *self)
{
  gboolean lacks = FALSE;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    if (self->problems[i] != NULL && i != TH_PROBLEM_BAD_FORMAT && i != TH_PROBLEM_UNKNOWN_TYPE &&
        i != TH_PROBLEM_TOO_MANY_TYPES)
      lacks = TRUE;
  g_mutex_unlock (&self->lock);

  return lacks;
}

static void
note_backwards (ThRecording *self,
                const ThCpu *cpu)
{
  gint64 first;
  guint32 n = th_cpu_get_n_backwards (cpu, &first);

  if (n == 0)
    return;

  th_recording_add_problem (self, TH_PROBLEM_TIME_BACKWARDS, n, -1, NULL);
  th_recording_place_problem (self, TH_PROBLEM_TIME_BACKWARDS, cpu, first);
}

void
th_recording_finish (ThRecording *self)
{
  ThLoadState state = TH_LOAD_WHOLE;

  for (guint i = 0; i < self->streams->len; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      for (guint j = 0; j < stream->cpus->len; j++)
        note_backwards (self, g_ptr_array_index (stream->cpus, j));
    }

  th_tasks_settle (self->tasks);
  if (recording_lacks_something (self))
    state = TH_LOAD_PART;
  if (th_recording_is_cancelled (self))
    {
      th_recording_add_problem (self, TH_PROBLEM_CANCELLED, 1, -1, NULL);
      state = TH_LOAD_CANCELLED;
    }

  g_atomic_int_set (&self->state, state);
}

gboolean
th_recording_has_changed (ThRecording *self)
{
  return self->vtable != NULL && self->vtable->changed != NULL && self->vtable->changed (self->source);
}

/* --- counts ------------------------------------------------------------ */

typedef void (*CpuFunc) (ThCpu    *cpu,
                         gpointer  data);

static void
recording_foreach_cpu (ThRecording *self,
                       CpuFunc      func,
                       gpointer     data)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      for (guint j = 0; j < stream->cpus->len; j++)
        func (g_ptr_array_index (stream->cpus, j), data);
    }
}

static void
add_events (ThCpu    *cpu,
            gpointer  data)
{
  *(guint64 *) data += th_cpu_get_n_rows (cpu);
}

guint64
th_recording_get_n_events (ThRecording *self)
{
  guint64 n = 0;

  recording_foreach_cpu (self, add_events, &n);
  return n;
}

static void
widen_range (ThCpu    *cpu,
             gpointer  data)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  gint64 *range = data;

  if (n == 0)
    return;

  range[0] = MIN (range[0], th_cpu_get_time (cpu, 0));
  range[1] = MAX (range[1], th_cpu_get_time (cpu, n - 1));
}

gboolean
th_recording_get_range (ThRecording *self,
                        gint64      *first,
                        gint64      *last)
{
  gint64 range[2] = { G_MAXINT64, G_MININT64 };

  recording_foreach_cpu (self, widen_range, range);
  *first = range[0];
  *last = range[1];

  return range[0] <= range[1];
}

static void
lower_watermark (ThCpu    *cpu,
                 gpointer  data)
{
  gint64 *watermark = data;

  *watermark = MIN (*watermark, th_cpu_get_complete (cpu));
}

gint64
th_recording_get_watermark (ThRecording *self)
{
  gint64 watermark = G_MAXINT64;

  recording_foreach_cpu (self, lower_watermark, &watermark);
  return watermark;
}

gsize
th_recording_get_memory (ThRecording *self)
{
  return th_arena_get_used (self->arena);
}

/* --- by reference ------------------------------------------------------ */

ThCpu *
th_recording_get_cpu (ThRecording *self,
                      ThRef        ref)
{
  ThStream *stream;

  g_return_val_if_fail (ref.stream < self->streams->len, NULL);

  stream = g_ptr_array_index (self->streams, ref.stream);
  return th_stream_get_cpu (stream, ref.cpu);
}

gint64
th_recording_get_time (ThRecording *self,
                       ThRef        ref)
{
  return th_cpu_get_time (th_recording_get_cpu (self, ref), ref.row);
}

guint
th_recording_get_type (ThRecording *self,
                       ThRef        ref)
{
  return th_cpu_get_type (th_recording_get_cpu (self, ref), ref.row);
}

guint32
th_recording_get_task (ThRecording *self,
                       ThRef        ref)
{
  return th_cpu_get_task (th_recording_get_cpu (self, ref), ref.row);
}
