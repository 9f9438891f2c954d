/* th-flow-counterpart.c - follows the counterpart of the followed flow on the other side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-counterpart.h"

#include "th-compare-place.h"
#include "th-flow-follower.h"
#include "th-ready-results.h"
#include "th-thread-pool.h"

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS
};

struct _ThFlowCounterpart
{
  GObject            parent;

  ThDocumentPair    *pair;
  GSignalGroup      *signals[TH_N_SIDES];
  ThCounterpartState state;
  ThSide             from;
  ThResults         *results;   /* of the flow whose counterpart is searched; NULL: no search */
  guint32            row;
  GCancellable      *searching; /* NULL unless a worker searches */
};

G_DEFINE_FINAL_TYPE (ThFlowCounterpart, th_flow_counterpart, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

/* --- the worker --------------------------------------------------------- */

typedef struct
{
  ThReadyResults *from;
  ThReadyResults *to;
  ThResults      *results; /* of @from */
  guint32         row;
  ThResults      *found;   /* of @to */
  guint32         found_row;
} Search;

static void
search_free (Search *search)
{
  g_clear_pointer (&search->from, th_ready_results_free);
  g_clear_pointer (&search->to, th_ready_results_free);
  g_clear_pointer (&search->results, th_results_unref);
  g_free (search);
}

static void
search_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *search = data;
  g_autoptr(ThComparePlace) place = th_compare_place_new (search->from->recording,
                                                          search->from->all, search->results,
                                                          search->row);

  g_task_return_boolean (task, place != NULL &&
                         th_compare_place_find (place, search->to->recording, search->to->all,
                                                &search->found, &search->found_row));
}

/* --- the search --------------------------------------------------------- */

static void
take_state (ThFlowCounterpart  *self,
            ThCounterpartState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
stop (ThFlowCounterpart *self)
{
  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->results, th_results_unref);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThFlowCounterpart *self = TH_FLOW_COUNTERPART (source);
  const Search *search = g_task_get_task_data (G_TASK (result));
  ThDocument *document;
  gboolean is_found;

  if (self->searching == NULL || self->searching != g_task_get_cancellable (G_TASK (result)))
    return;

  document = th_document_pair_get (self->pair, th_side_get_other (self->from));
  is_found = g_task_propagate_boolean (G_TASK (result), NULL) &&
             th_ready_results_are_shown (search->to, document, search->found);
  stop (self);
  if (!is_found)
    {
      take_state (self, TH_COUNTERPART_NOT_FOUND);
      return;
    }

  /* Both flows are followed when the state says that the search has ended. */
  th_flow_follower_follow (th_document_get_follower (document), search->found, search->found_row);
  take_state (self, TH_COUNTERPART_IDLE);
}

/* Starts the worker, once both documents are ready. */
static void
start (ThFlowCounterpart *self)
{
  g_autoptr(ThReadyResults) from = NULL, to = NULL;
  g_autoptr(GTask) task = NULL;
  Search *search;

  if (self->results == NULL || self->searching != NULL)
    return;

  from = th_ready_results_new (th_document_pair_get (self->pair, self->from));
  to = th_ready_results_new (th_document_pair_get (self->pair, th_side_get_other (self->from)));
  if (from == NULL || to == NULL)
    return;
  /* The recording may have been reloaded meanwhile. */
  if (!g_ptr_array_find (from->all, self->results, NULL))
    {
      stop (self);
      take_state (self, TH_COUNTERPART_NOT_FOLLOWED);
      return;
    }

  search = g_new0 (Search, 1);
  search->from = g_steal_pointer (&from);
  search->to = g_steal_pointer (&to);
  search->results = th_results_ref (self->results);
  search->row = self->row;
  self->searching = g_cancellable_new ();
  task = g_task_new (self, self->searching, done_cb, NULL);
  g_task_set_task_data (task, search, (GDestroyNotify) search_free);
  th_thread_pool_run (task, search_worker);
}

void
th_flow_counterpart_show (ThFlowCounterpart *self,
                          ThSide             from)
{
  ThDocument *document;
  ThResults *results;

  g_return_if_fail (TH_IS_FLOW_COUNTERPART (self) && from < TH_N_SIDES);

  stop (self);
  document = th_document_pair_get (self->pair, from);
  results = document != NULL ? th_flow_follower_get_followed (th_document_get_follower (document),
                                                              &self->row) : NULL;
  if (results == NULL || th_document_pair_get (self->pair, th_side_get_other (from)) == NULL)
    {
      take_state (self, TH_COUNTERPART_NOT_FOLLOWED);
      return;
    }

  self->from = from;
  self->results = th_results_ref (results);
  take_state (self, TH_COUNTERPART_SEARCHING);
  start (self);
}

static void
cancel (ThFlowCounterpart *self)
{
  g_return_if_fail (TH_IS_FLOW_COUNTERPART (self));

  stop (self);
  take_state (self, TH_COUNTERPART_IDLE);
}

ThCounterpartState
th_flow_counterpart_get_state (ThFlowCounterpart *self)
{
  g_return_val_if_fail (TH_IS_FLOW_COUNTERPART (self), TH_COUNTERPART_IDLE);

  return self->state;
}

/* --- documents ---------------------------------------------------------- */

/* Cancels the search if the document of the flow was replaced; if it was the other document,
 * starts the search again in the new one. */
static void
replaced_cb (ThFlowCounterpart *self,
             guint              side)
{
  g_signal_group_set_target (self->signals[side], th_document_pair_get (self->pair, side));
  if (self->results == NULL)
    return;

  if (side == self->from)
    {
      cancel (self);
      return;
    }
  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  start (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_flow_counterpart_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_uint (value, TH_FLOW_COUNTERPART (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_flow_counterpart_dispose (GObject *object)
{
  ThFlowCounterpart *self = TH_FLOW_COUNTERPART (object);

  stop (self);
  for (guint i = 0; i < TH_N_SIDES; i++)
    g_clear_object (&self->signals[i]);

  G_OBJECT_CLASS (th_flow_counterpart_parent_class)->dispose (object);
}

static void
th_flow_counterpart_finalize (GObject *object)
{
  g_clear_object (&TH_FLOW_COUNTERPART (object)->pair);

  G_OBJECT_CLASS (th_flow_counterpart_parent_class)->finalize (object);
}

static void
th_flow_counterpart_class_init (ThFlowCounterpartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_flow_counterpart_get_property;
  object_class->dispose = th_flow_counterpart_dispose;
  object_class->finalize = th_flow_counterpart_finalize;
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_COUNTERPART_NOT_FOUND, 0,
                                              G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                              G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_flow_counterpart_init (ThFlowCounterpart *self)
{
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      self->signals[i] = g_signal_group_new (TH_TYPE_DOCUMENT);
      g_signal_group_connect_swapped (self->signals[i], "results-changed", G_CALLBACK (start),
                                      self);
      g_signal_group_connect_swapped (self->signals[i], "notify::state", G_CALLBACK (start), self);
    }
}

ThFlowCounterpart *
th_flow_counterpart_new (ThDocumentPair *pair)
{
  ThFlowCounterpart *self;

  g_return_val_if_fail (TH_IS_DOCUMENT_PAIR (pair), NULL);

  self = g_object_new (TH_TYPE_FLOW_COUNTERPART, NULL);
  self->pair = g_object_ref (pair);
  for (guint i = 0; i < TH_N_SIDES; i++)
    g_signal_group_set_target (self->signals[i], th_document_pair_get (pair, i));
  g_signal_connect_object (pair, "replaced", G_CALLBACK (replaced_cb), self, G_CONNECT_SWAPPED);
  return self;
}
