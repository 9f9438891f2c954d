/* th-flow-lookup.c - finds the flow of an event, or the slowest flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-lookup.h"

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-journey.h"
#include "th-reader.h"
#include "th-thread-pool.h"

#define MAX_KEYS 16

/* --- fields that hold a key --------------------------------------------- */

typedef void (*UseKey) (ThResults     *results,
              const ThField *field,
              gpointer       data);

static void
each_key_of (ThResults          *results,
             const ThFieldTable *table,
             UseKey              use,
             gpointer            data)
{
  ThFlows *flows = th_results_get_flows (results);
  const char *const *names = flows != NULL ? th_flows_get_info (flows)->key_fields : NULL;

  for (guint n = 0; names != NULL && names[n] != NULL; n++)
    {
      const ThField *field = th_field_table_find (table, names[n]);

      if (field != NULL)
        use (results, field, data);
    }
}

static gboolean
is_of_timeline (ThResults *results)
{
  const ThAnalysis *analysis = th_analyses_find (th_results_get_id (results));

  return analysis != NULL && analysis->whole_timeline;
}

/* A packet comes before its transit from machine to machine, whose journey it leads to. */
static void
each_key (const GPtrArray *all,
          ThRecording     *recording,
          ThRef            event,
          UseKey           use,
          gpointer         data)
{
  const ThFieldTable *table = th_recording_get_fields (recording,
                                                       th_recording_get_type (recording, event));

  for (guint i = 0; i < 2 * all->len; i++)
    if (is_of_timeline (all->pdata[i % all->len]) == (i >= all->len))
      each_key_of (all->pdata[i % all->len], table, use, data);
}

static void
take_noun (ThResults     *results,
           const ThField *field,
           gpointer       data)
{
  const char **noun = data;

  if (*noun == NULL)
    *noun = _(th_flows_get_info (th_results_get_flows (results))->noun);
}

/* The event of a trace that a frame belongs to; any other event itself. */
static ThRef
get_followed (const GPtrArray *results,
              ThRef            event)
{
  guint n;
  const ThEventLink *link = th_event_links_find_from (th_results_find_links (results), event, &n);

  return link != NULL ? link->of : event;
}

const char *
th_flow_lookup_get_noun (ThRecording     *recording,
                         const GPtrArray *results,
                         ThRef            event)
{
  const char *noun = NULL;

  if (recording != NULL && !th_ref_is_none (event))
    each_key (results, recording, get_followed (results, event), take_noun, &noun);

  return noun;
}

/* --- one lookup ---------------------------------------------------------- */

typedef struct
{
  ThResults *results;
  guint64    key;
} Key;

typedef struct
{
  gint         cancelled; /* atomic */
  ThResults   *found;     /* one of @all, or @slowest_of, or NULL */
  guint32      row;

  /* a lookup of the flow of an event */
  ThRecording *recording; /* NULL: look up the slowest flow */
  GPtrArray   *all;       /* ThResults */
  ThRef        event;
  gint64       time;
  ThPayload    payload;
  Key          keys[MAX_KEYS];
  guint        n_keys;

  /* a lookup of the slowest flow */
  ThResults   *slowest_of;
  guint32      after;     /* find the slowest below this flow, unless TH_FLOW_NONE */
} Job;

struct _ThFlowLookup
{
  GObject    parent;

  Job       *job;   /* owned by its task; NULL if no lookup runs */
  ThResults *found; /* owned by the job; set during "done" */
  guint32    row;
};

G_DEFINE_FINAL_TYPE (ThFlowLookup, th_flow_lookup, G_TYPE_OBJECT)

static guint done_signal;

static void
job_free (Job *job)
{
  g_clear_pointer (&job->all, g_ptr_array_unref);
  g_clear_pointer (&job->recording, th_recording_unref);
  g_clear_pointer (&job->slowest_of, th_results_unref);
  g_free (job);
}

static void
take_key (ThResults     *results,
          const ThField *field,
          gpointer       data)
{
  Job *job = data;
  Key key = { results, 0 };

  if (job->n_keys < MAX_KEYS && th_field_read_u64 (field, &job->payload, &key.key))
    job->keys[job->n_keys++] = key;
}

static void
find_of_event (Job *job)
{
  g_autoptr(ThReader) reader = th_reader_new (job->recording);

  if (th_reader_get_payload (reader, job->event, &job->payload))
    each_key (job->all, job->recording, job->event, take_key, job);

  for (guint i = 0;
       i < job->n_keys && job->found == NULL && g_atomic_int_get (&job->cancelled) == 0; i++)
    {
      job->row = th_flows_find (th_results_get_flows (job->keys[i].results), job->keys[i].key,
                                job->time, job->event);
      if (job->row != TH_FLOW_NONE)
        job->found = job->keys[i].results;
    }
}

static void
find_slowest (Job *job)
{
  job->row = th_journey_find_slowest (job->slowest_of, job->after, &job->cancelled);
  if (job->row != TH_FLOW_NONE)
    job->found = job->slowest_of;
}

static void
lookup_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Job *job = data;

  if (job->recording != NULL)
    find_of_event (job);
  else
    find_slowest (job);

  g_task_return_boolean (task, TRUE);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThFlowLookup *self = TH_FLOW_LOOKUP (source);
  Job *job = g_task_get_task_data (G_TASK (result));

  if (self->job != job)
    return; /* it was stopped, or replaced by another lookup */

  self->job = NULL;
  self->found = job->found;
  self->row = job->row;
  g_signal_emit (self, done_signal, 0);
  self->found = NULL;
}

/* --- public -------------------------------------------------------------- */

void
th_flow_lookup_stop (ThFlowLookup *self)
{
  if (self->job != NULL)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
}

static void
start (ThFlowLookup *self,
       Job          *job) /* taken */
{
  g_autoptr(GTask) task = g_task_new (self, NULL, done_cb, NULL);

  th_flow_lookup_stop (self);
  self->job = job;
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_thread_pool_run (task, lookup_worker);
}

void
th_flow_lookup_find_event (ThFlowLookup    *self,
                           ThRecording     *recording,
                           const GPtrArray *results,
                           ThRef            event)
{
  Job *job;

  g_return_if_fail (TH_IS_FLOW_LOOKUP (self) && recording != NULL);

  job = g_new0 (Job, 1);
  job->recording = th_recording_ref (recording);
  job->all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (job->all, th_results_ref (results->pdata[i]));
  job->event = get_followed (results, event);
  job->time = th_recording_get_time (recording, job->event);
  start (self, job);
}

void
th_flow_lookup_find_slowest (ThFlowLookup *self,
                             ThResults    *results,
                             guint32       after)
{
  Job *job;

  g_return_if_fail (TH_IS_FLOW_LOOKUP (self) && results != NULL);

  /* Otherwise a held-down key would restart the lookup forever. */
  if (self->job != NULL && self->job->slowest_of == results && self->job->after == after)
    return;

  job = g_new0 (Job, 1);
  job->slowest_of = th_results_ref (results);
  job->after = after;
  start (self, job);
}

gboolean
th_flow_lookup_is_running (ThFlowLookup *self)
{
  return self->job != NULL;
}

ThResults *
th_flow_lookup_get_found (ThFlowLookup *self,
                          guint32      *row)
{
  *row = self->row;
  return self->found;
}

/* --- class -------------------------------------------------------------- */

static void
th_flow_lookup_dispose (GObject *object)
{
  th_flow_lookup_stop (TH_FLOW_LOOKUP (object));

  G_OBJECT_CLASS (th_flow_lookup_parent_class)->dispose (object);
}

static void
th_flow_lookup_class_init (ThFlowLookupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_flow_lookup_dispose;
  done_signal = g_signal_new ("done", TH_TYPE_FLOW_LOOKUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 0);
}

static void
th_flow_lookup_init (ThFlowLookup *self)
{
}

ThFlowLookup *
th_flow_lookup_new (void)
{
  return g_object_new (TH_TYPE_FLOW_LOOKUP, NULL);
}
