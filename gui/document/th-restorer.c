/* th-restorer.c - restores the selected event and the followed flows after another load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-restorer.h"

#include <string.h>

#include "th-thread-pool.h"

/* A flow that is looked up on a worker. */
typedef struct
{
  ThResults *results;
  guint64    key;
  ThRef      event;
  gint64     time;
  gboolean   followed, kept;
  guint32    row;      /* row that was found, or TH_FLOW_NONE */
} Wanted;

typedef struct
{
  GArray *wanted; /* one per flow of self->flows that can be looked up, in the same order */
} Job;

struct _ThRestorer
{
  GObject            parent;

  ThRecordingLoader *loader;
  ThAnalysisRunner  *runner;
  ThSelection       *selection;
  ThFlowFollower    *follower;

  gboolean           has_selected;
  ThAnchor           selected;
  gboolean           selecting;   /* the restorer selects the event */
  GArray            *flows;       /* ThSessionFlow, or NULL */
  /* files of the old parts, to which anchors refer while the recording is replaced */
  GPtrArray         *files;
  gboolean           follows;     /* FALSE: the user has followed another flow or none since */
  guint64            code;        /* the flow that was followed, encoded for the history */
  guint              generations; /* generations of the results at the last lookup */
  Job               *job;         /* owned by its task */
};

G_DEFINE_FINAL_TYPE (ThRestorer, th_restorer, G_TYPE_OBJECT)

static guint followed_signal;

/* --- current state ------------------------------------------------------ */

static ThRecording *
get_recording (ThRestorer *self)
{
  return th_recording_loader_get_recording (self->loader);
}

gboolean
th_restorer_get_selected (ThRestorer *self,
                          ThAnchor   *anchor)
{
  ThRef event = th_selection_get_event (self->selection);

  if (self->has_selected)
    *anchor = self->selected;
  else if (!th_ref_is_none (event))
    *anchor = th_anchor_make (get_recording (self), event);
  else
    return FALSE;

  return TRUE;
}

static void
add_flow (GArray              *flows,
          const ThSessionFlow *flow)
{
  ThSessionFlow copy = *flow;

  copy.analysis = g_strdup (flow->analysis);
  g_array_append_val (flows, copy);
}

/* Returns the id of the analysis without the suffix for @part: "packets@2" belongs to part 1. */
static char *
dup_analysis (ThResults *results,
              guint      part)
{
  g_autofree char *suffix = g_strdup_printf ("@%u", part + 1);
  const char *id = th_results_get_id (results);

  return g_strndup (id,
                    strlen (id) - (part > 0 && g_str_has_suffix (id, suffix) ? strlen (suffix)
                                                                             : 0));
}

/* A flow without steps has no position at which it could be found again. */
static void
list_flow (ThRestorer *self,
           GArray     *list,
           ThResults  *results,
           guint32     row,
           gboolean    followed,
           gboolean    kept)
{
  ThFlows *flows = th_results_get_flows (results);
  const ThFlow *flow = th_flows_get (flows, row);
  ThSessionFlow item = { NULL, flow->key, { 0 }, followed, kept };
  ThRef event = th_flow_get_first_own_event (flows, flow);

  if (th_ref_is_none (event))
    return;

  item.event = th_anchor_make (get_recording (self), event);
  item.analysis = dup_analysis (results, item.event.part);
  g_array_append_val (list, item);
}

GArray *
th_restorer_list_flows (ThRestorer *self)
{
  GArray *list = th_session_flows_new ();
  const GArray *pins = th_flow_follower_get_pins (self->follower);
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (self->follower, &row);
  gboolean is_kept = FALSE;

  for (guint i = 0; i < pins->len; i++)
    {
      const ThKeptFlow *pin = &g_array_index (pins, ThKeptFlow, i);
      gboolean followed = pin->results == results && pin->row == row;

      is_kept |= followed;
      list_flow (self, list, pin->results, pin->row, followed, TRUE);
    }
  if (results != NULL && !is_kept)
    list_flow (self, list, results, row, TRUE, FALSE);
  for (guint i = 0; self->flows != NULL && i < self->flows->len; i++)
    {
      ThSessionFlow flow = g_array_index (self->flows, ThSessionFlow, i);

      flow.followed = flow.followed && self->follows;
      if (flow.followed || flow.kept)
        add_flow (list, &flow);
    }

  return list;
}

/* --- the selected event ------------------------------------------------- */

static void
find_selected (ThRestorer *self)
{
  if (!self->has_selected || get_recording (self) == NULL ||
      th_recording_loader_get_state (self->loader) == TH_DOCUMENT_LOADING)
    return;

  self->has_selected = FALSE;
  self->selecting = TRUE;
  if (th_ref_is_none (th_selection_get_event (self->selection)))
    th_selection_select (self->selection, th_anchor_find (&self->selected, get_recording (self)));
  self->selecting = FALSE;
}

gboolean
th_restorer_is_selecting (ThRestorer *self)
{
  return self->selecting;
}

void
th_restorer_forget_selected (ThRestorer *self)
{
  self->has_selected = FALSE;
}

/* --- flows, on a worker because looking up a key may update an index ----- */

static void
wanted_clear (gpointer data)
{
  th_results_unref (((Wanted *) data)->results);
}

static void
job_free (Job *job)
{
  g_array_unref (job->wanted);
  g_free (job);
}

static gboolean
has_step (const ThFlows *flows,
          guint32        row,
          ThRef          event)
{
  const ThFlow *flow = th_flows_get (flows, row);

  for (guint32 i = 0; i < flow->n_steps; i++)
    if (th_ref_equal (th_flows_get_step (flows, flow, i).anchor, event))
      return TRUE;

  return FALSE;
}

static void
find_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Job *job = data;

  for (guint i = 0; i < job->wanted->len; i++)
    {
      Wanted *wanted = &g_array_index (job->wanted, Wanted, i);
      ThFlows *flows = th_results_get_flows (wanted->results);

      wanted->row = th_flows_find (flows, wanted->key, wanted->time, wanted->event);
      if (wanted->row != TH_FLOW_NONE && !has_step (flows, wanted->row, wanted->event))
        wanted->row = TH_FLOW_NONE;
    }
  g_task_return_boolean (task, TRUE);
}

/* Drops the flows that were found. */
static void
strike_out (ThRestorer   *self,
            const Wanted *found)
{
  for (guint i = 0; i < self->flows->len; i++)
    {
      ThSessionFlow *flow = &g_array_index (self->flows, ThSessionFlow, i);

      if (flow->key == found->key &&
          th_ref_equal (th_anchor_find (&flow->event, get_recording (self)), found->event))
        {
          g_array_remove_index (self->flows, i);
          return;
        }
    }
}

static gboolean
take_found (ThRestorer *self,
            Job        *job)
{
  gboolean followed = FALSE;

  for (guint i = 0; i < job->wanted->len; i++)
    {
      const Wanted *found = &g_array_index (job->wanted, Wanted, i);

      if (found->row == TH_FLOW_NONE)
        continue;
      strike_out (self, found);
      if (found->kept)
        th_flow_follower_pin (self->follower, found->results, found->row);
      if (found->followed && self->follows)
        {
          followed = TRUE;
          th_flow_follower_take (self->follower, found->results, found->row);
        }
    }

  return followed;
}

static void find_flows (ThRestorer *self);

/* Whether no more results can come. */
static gboolean
is_complete (ThRestorer *self)
{
  return th_analysis_runner_get_seconds (self->runner) >= 0 &&
         th_recording_loader_get_state (self->loader) == TH_DOCUMENT_LOADED;
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThRestorer *self = TH_RESTORER (source);
  Job *job = g_task_get_task_data (G_TASK (result));

  if (self->job != job)
    return; /* the lookup was for another recording */

  self->job = NULL;
  if (take_found (self, job))
    g_signal_emit (self, followed_signal, 0);
  if (self->generations != th_analysis_runner_get_generations (self->runner))
    find_flows (self);
  else if (is_complete (self))
    g_clear_pointer (&self->flows, g_array_unref);
}

static ThResults *
find_results (ThRestorer          *self,
              const ThSessionFlow *flow)
{
  g_autofree char *id = flow->event.part > 0
                        ? g_strdup_printf ("%s@%u", flow->analysis, flow->event.part + 1)
                        : g_strdup (flow->analysis);
  ThResults *results = th_results_find (th_analysis_runner_get_results (self->runner), id);

  return results != NULL && th_results_get_flows (results) != NULL ? results : NULL;
}

static Job *
make_job (ThRestorer *self)
{
  Job *job = g_new0 (Job, 1);

  job->wanted = g_array_new (FALSE, FALSE, sizeof (Wanted));
  g_array_set_clear_func (job->wanted, wanted_clear);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const ThSessionFlow *flow = &g_array_index (self->flows, ThSessionFlow, i);
      ThResults *results = find_results (self, flow);
      ThRef event = th_anchor_find (&flow->event, get_recording (self));
      Wanted wanted = { results, flow->key, event, 0, flow->followed, flow->kept, TH_FLOW_NONE };

      if (results == NULL || th_ref_is_none (event))
        continue;
      wanted.time = th_recording_get_time (get_recording (self), event);
      th_results_ref (results);
      g_array_append_val (job->wanted, wanted);
    }

  return job;
}

static void
find_flows (ThRestorer *self)
{
  g_autoptr(GTask) task = NULL;

  if (self->flows == NULL || self->job != NULL || get_recording (self) == NULL)
    return;

  self->job = make_job (self);
  self->generations = th_analysis_runner_get_generations (self->runner);
  task = g_task_new (self, NULL, found_cb, NULL);
  g_task_set_task_data (task, self->job, (GDestroyNotify) job_free);
  th_thread_pool_run (task, find_worker);
}

void
th_restorer_look (ThRestorer *self)
{
  find_selected (self);
  find_flows (self);
}

/* --- pending flows ------------------------------------------------------- */

/* A flow that the user followed in the old recording takes precedence. */
static gboolean
has_wish (ThRestorer *self)
{
  if (th_flow_follower_get_followed (self->follower, NULL) != NULL ||
      th_flow_follower_awaits (self->follower))
    return TRUE;

  for (guint i = 0; self->flows != NULL && self->follows && i < self->flows->len; i++)
    if (g_array_index (self->flows, ThSessionFlow, i).followed)
      return TRUE;

  return FALSE;
}

/* Follows the new flow instead of the old ones. */
static void
expect_followed (ThRestorer *self)
{
  for (guint i = 0; self->flows != NULL && i < self->flows->len; i++)
    g_array_index (self->flows, ThSessionFlow, i).followed = FALSE;

  self->follows = TRUE;
  self->code = 0;
}

void
th_restorer_restore (ThRestorer     *self,
                     const ThAnchor *selected,
                     const GArray   *flows)
{
  gboolean has_own;

  g_return_if_fail (TH_IS_RESTORER (self));

  if (selected != NULL && !self->has_selected)
    {
      self->has_selected = TRUE;
      self->selected = *selected;
    }

  has_own = has_wish (self);
  if (!has_own)
    expect_followed (self);
  if (flows->len > 0 && self->flows == NULL)
    self->flows = th_session_flows_new ();
  for (guint i = 0; i < flows->len; i++)
    {
      ThSessionFlow flow = g_array_index (flows, ThSessionFlow, i);

      flow.followed = flow.followed && !has_own;
      if (flow.followed || flow.kept)
        add_flow (self->flows, &flow);
    }

  find_selected (self);
  /* A lookup in progress does not include these flows, so its end must not count as the end of
   * a lookup for all of them. */
  self->job = NULL;
  find_flows (self);
}

void
th_restorer_forget_followed (ThRestorer *self)
{
  self->follows = FALSE;
}

gboolean
th_restorer_get_code (ThRestorer *self,
                      guint64    *code)
{
  *code = self->code;
  return self->flows != NULL && self->follows;
}

/* --- from one recording to the next -------------------------------------- */

void
th_restorer_keep (ThRestorer *self)
{
  ThTimelineParts *parts = th_recording_loader_get_parts (self->loader);
  ThAnchor selected = { 0 };
  gboolean has_selected = th_restorer_get_selected (self, &selected);
  guint64 code = th_flow_follower_encode (self->follower);
  GArray *flows = th_restorer_list_flows (self);

  if (th_flow_follower_get_followed (self->follower, NULL) != NULL ||
      !th_restorer_get_code (self, &self->code))
    self->code = code;
  g_clear_pointer (&self->flows, g_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = g_ptr_array_ref (parts->files);
  self->has_selected = has_selected;
  self->selected = selected;
  self->flows = flows;
  self->follows = TRUE;
  self->job = NULL;
}

/* Parts are renumbered when the set of files changes. */
static gboolean
move_part (ThRestorer *self,
           ThAnchor   *anchor)
{
  ThTimelineParts *parts = th_recording_loader_get_parts (self->loader);

  return g_ptr_array_find (parts->files, self->files->pdata[anchor->part], &anchor->part);
}

void
th_restorer_move (ThRestorer *self)
{
  if (self->files == NULL)
    return;

  self->has_selected = self->has_selected && move_part (self, &self->selected);
  for (guint i = self->flows->len; i-- > 0;)
    if (!move_part (self, &g_array_index (self->flows, ThSessionFlow, i).event))
      g_array_remove_index (self->flows, i);
  g_clear_pointer (&self->files, g_ptr_array_unref);
}

/* --- class -------------------------------------------------------------- */

static void
th_restorer_dispose (GObject *object)
{
  TH_RESTORER (object)->job = NULL;

  G_OBJECT_CLASS (th_restorer_parent_class)->dispose (object);
}

static void
th_restorer_finalize (GObject *object)
{
  ThRestorer *self = TH_RESTORER (object);

  g_clear_object (&self->loader);
  g_clear_object (&self->runner);
  g_clear_object (&self->selection);
  g_clear_object (&self->follower);
  g_clear_pointer (&self->flows, g_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);

  G_OBJECT_CLASS (th_restorer_parent_class)->finalize (object);
}

static void
th_restorer_class_init (ThRestorerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_restorer_dispose;
  object_class->finalize = th_restorer_finalize;
  followed_signal = g_signal_new ("followed", TH_TYPE_RESTORER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
th_restorer_init (ThRestorer *self)
{
}

ThRestorer *
th_restorer_new (ThRecordingLoader *loader,
                 ThAnalysisRunner  *runner,
                 ThSelection       *selection,
                 ThFlowFollower    *follower)
{
  ThRestorer *self = g_object_new (TH_TYPE_RESTORER, NULL);

  self->loader = g_object_ref (loader);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  self->follower = g_object_ref (follower);
  return self;
}
