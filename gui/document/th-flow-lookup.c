/* th-flow-lookup.c - finds the flow of an event, or the slowest flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-lookup.h"

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-journey-others.h"
#include "th-reader.h"
#include "th-thread-pool.h"

/* --- whose events ------------------------------------------------------- */

static gboolean
is_of_timeline (ThResults *results)
{
  const ThAnalysis *analysis = th_analyses_find (th_results_get_id (results));

  return analysis != NULL && analysis->whole_timeline;
}

/* Returns (element-type ThResults) those of @all with flows that an event can belong to.  Packets
 * come before transits, which have the same events: the journey of a packet has a link to that of
 * its transit. */
static GPtrArray *
list_by_precedence (const GPtrArray *all)
{
  GPtrArray *list = g_ptr_array_new ();

  for (gint of_timeline = FALSE; of_timeline <= TRUE; of_timeline++)
    for (guint i = 0; i < all->len; i++)
      if (th_results_get_flows (all->pdata[i]) != NULL &&
          is_of_timeline (all->pdata[i]) == of_timeline)
        g_ptr_array_add (list, all->pdata[i]);
  return list;
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
  g_autoptr(GPtrArray) list = NULL;
  guint type;

  if (recording == NULL || th_ref_is_none (event))
    return NULL;

  list = list_by_precedence (results);
  type = th_recording_get_type (recording, get_followed (results, event));
  for (guint i = 0; i < list->len; i++)
    if (th_journey_has_key (recording, list->pdata[i], type))
      return _(th_flows_get_info (th_results_get_flows (list->pdata[i]))->noun);
  return NULL;
}

char *
th_flow_lookup_dup_label (const char *noun,
                          gboolean    mnemonic)
{
  g_autoptr(GString) title = g_string_new (NULL);
  gboolean begins = TRUE;

  for (const char *at = noun; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      g_string_append_unichar (title, begins ? g_unichar_totitle (letter) : letter);
      begins = letter == ' ';
    }

  /* Translators: %s is the kind of flow: "Follow Packet" */
  return g_strdup_printf (mnemonic ? _("_Follow %s") : _("Follow %s"), title->str);
}

/* --- one lookup ---------------------------------------------------------- */

typedef struct
{
  gint         cancelled; /* atomic */
  ThResults   *found;     /* one of @all, or @slowest_of, or NULL */
  guint32      row;

  /* a lookup of the flow of an event */
  ThRecording *recording; /* NULL: look up the slowest flow */
  GPtrArray   *all;       /* ThResults */
  ThRef        event;

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
find_of_event (Job *job)
{
  g_autoptr(ThReader) reader = th_reader_new (job->recording);
  g_autoptr(GPtrArray) list = list_by_precedence (job->all);

  for (guint i = 0;
       i < list->len && job->found == NULL && g_atomic_int_get (&job->cancelled) == 0; i++)
    {
      job->row = th_journey_find_of_event (job->recording, reader, list->pdata[i], job->event);
      if (job->row != TH_FLOW_NONE)
        job->found = list->pdata[i];
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
