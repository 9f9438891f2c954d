/* th-flow-follower.c - the followed flow, its lookup, and the pinned flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-follower.h"

#include <glib/gi18n-lib.h>

#include "th-flow-lookup.h"
#include "th-pinned-flows.h"

struct _ThFlowFollower
{
  GObject           parent;

  ThAnalysisRunner *runner;
  ThSelection      *selection;
  ThFlowLookup     *lookup;
  ThRecording      *recording;   /* or NULL */
  ThScene          *scene;       /* owned by the document; NULL without a recording */

  ThResults        *followed;    /* owned by the runner; NULL: no flow is followed */
  guint32           row;
  guint32           step;        /* the step that was requested last */
  ThRef             event;       /* selected when the flow began to be followed */
  GArray           *pins;        /* ThKeptFlow */
  gboolean          dim;

  ThFollowState     state;
  ThRef             wanted;      /* the event whose flow is not known yet */
  guint             generations; /* generations of the results at its last lookup */
};

G_DEFINE_FINAL_TYPE (ThFlowFollower, th_flow_follower, G_TYPE_OBJECT)

enum
{
  FOLLOWING,
  CHANGED,
  FOLLOWED,
  N_SIGNALS
};

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static guint signals[N_SIGNALS];
static GParamSpec *properties[N_PROPS];

static void
emit_changed (ThFlowFollower *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Emits no signal except the property notification. */
static gboolean
take_state (ThFlowFollower *self,
            ThFollowState   state)
{
  if (self->state == state)
    return FALSE;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  return TRUE;
}

static void
set_state (ThFlowFollower *self,
           ThFollowState   state)
{
  if (take_state (self, state))
    emit_changed (self);
}

/* --- the followed flow --------------------------------------------------- */

static gint
find_pin (ThFlowFollower *self,
          ThResults      *results,
          guint32         row)
{
  for (guint i = 0; i < self->pins->len; i++)
    {
      const ThKeptFlow *pin = &g_array_index (self->pins, ThKeptFlow, i);

      if (pin->results == results && pin->row == row)
        return i;
    }

  return -1;
}

void
th_flow_follower_take (ThFlowFollower *self,
                       ThResults      *results,
                       guint32         row)
{
  if (self->followed != NULL && find_pin (self, self->followed, self->row) < 0)
    th_scene_unpin_flow (self->scene, self->followed, self->row);

  self->followed = results;
  self->row = row;
  self->step = G_MAXUINT32;
  self->event = th_selection_get_event (self->selection);
  if (results != NULL)
    th_scene_pin_flow (self->scene, results, row);
  th_scene_follow (self->scene, results, row, self->dim);
  emit_changed (self);
}

ThResults *
th_flow_follower_get_followed (ThFlowFollower *self,
                               guint32        *row)
{
  if (row != NULL)
    *row = self->row;

  return self->followed;
}

gboolean
th_flow_follower_is_latest (ThFlowFollower *self)
{
  return self->followed != NULL &&
         th_ref_equal (self->event, th_selection_get_event (self->selection));
}

static const ThFlow *
followed_flow (ThFlowFollower  *self,
               ThFlows        **flows)
{
  if (self->followed == NULL)
    return NULL;

  *flows = th_results_get_flows (self->followed);
  return th_flows_get (*flows, self->row);
}

/* Prefers the step of the event itself to a step without an event, to which it is only nearest. */
static guint32
find_step (ThFlowFollower *self,
           ThRef           event)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  guint32 found = G_MAXUINT32;

  for (guint32 i = 0; flow != NULL && i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (!th_ref_equal (step.anchor, event))
        continue;
      if (!(step.flags & TH_STEP_PLACE))
        return i;
      found = MIN (found, i);
    }

  return found;
}

ThRef
th_flow_get_first_own_event (const ThFlows *flows,
                             const ThFlow  *flow)
{
  for (guint32 i = 0; i < flow->n_steps; i++)
    if (!(th_flows_get_step (flows, flow, i).flags & (TH_STEP_CONTEXT | TH_STEP_PLACE)))
      return th_flows_get_step (flows, flow, i).anchor;

  return flow->n_steps > 0 ? th_flows_get_step (flows, flow, 0).anchor : TH_REF_NONE;
}

static void
stop_lookup (ThFlowFollower *self)
{
  th_flow_lookup_stop (self->lookup);
  self->wanted = TH_REF_NONE;
}

void
th_flow_follower_follow (ThFlowFollower *self,
                         ThResults      *results,
                         guint32         row)
{
  ThFlows *flows;
  const ThFlow *flow;

  g_return_if_fail (TH_IS_FLOW_FOLLOWER (self) && results != NULL && self->scene != NULL);

  flows = th_results_get_flows (results);
  if (flows == NULL || row >= th_flows_get_n (flows))
    return;

  g_signal_emit (self, signals[FOLLOWING], 0);
  stop_lookup (self);
  take_state (self, TH_FOLLOW_IDLE);
  th_flow_follower_take (self, results, row);
  flow = followed_flow (self, &flows);
  if (flow != NULL && find_step (self, th_selection_get_event (self->selection)) == G_MAXUINT32)
    {
      self->event = th_flow_get_first_own_event (flows, flow);
      th_selection_select (self->selection, self->event);
    }
  g_signal_emit (self, signals[FOLLOWED], 0);
}

gboolean
th_flow_follower_unfollow (ThFlowFollower *self)
{
  gboolean followed = self->followed != NULL;

  stop_lookup (self);
  if (followed)
    {
      take_state (self, TH_FOLLOW_IDLE);
      th_flow_follower_take (self, NULL, 0);
    }
  set_state (self, TH_FOLLOW_IDLE);
  return followed;
}

void
th_flow_follower_forget (ThFlowFollower *self)
{
  stop_lookup (self);
  take_state (self, TH_FOLLOW_IDLE);
  self->followed = NULL;
  self->step = G_MAXUINT32;
  g_array_set_size (self->pins, 0);
  self->scene = NULL;
  g_clear_pointer (&self->recording, th_recording_unref);
}

void
th_flow_follower_set_recording (ThFlowFollower *self,
                                ThRecording    *recording,
                                ThScene        *scene)
{
  g_return_if_fail (TH_IS_FLOW_FOLLOWER (self) && recording != NULL && scene != NULL);

  th_flow_follower_forget (self);
  self->recording = th_recording_ref (recording);
  self->scene = scene;
}

/* --- lookup -------------------------------------------------------------- */

static void
look_up (ThFlowFollower *self)
{
  self->generations = th_analysis_runner_get_generations (self->runner);
  th_flow_lookup_find_event (self->lookup, self->recording,
                             th_analysis_runner_get_results (self->runner), self->wanted);
}

static void
lookup_done_cb (ThFlowFollower *self)
{
  guint32 row;
  ThResults *found = th_flow_lookup_get_found (self->lookup, &row);

  if (found != NULL &&
      g_ptr_array_find ((GPtrArray *) th_analysis_runner_get_results (self->runner), found, NULL))
    th_flow_follower_follow (self, found, row);
  else if (th_ref_is_none (self->wanted))
    set_state (self, TH_FOLLOW_NO_MORE);
  /* the results have grown meanwhile */
  else if (self->generations != th_analysis_runner_get_generations (self->runner))
    look_up (self);
  else if (!th_analysis_runner_is_running (self->runner))
    {
      self->wanted = TH_REF_NONE;
      set_state (self, TH_FOLLOW_NOT_FOUND);
    }
}

void
th_flow_follower_follow_event (ThFlowFollower *self,
                               ThRef           event)
{
  g_return_if_fail (TH_IS_FLOW_FOLLOWER (self));

  if (self->recording == NULL || th_ref_is_none (event))
    return;

  self->wanted = event;
  set_state (self, TH_FOLLOW_SEARCHING);
  look_up (self);
}

void
th_flow_follower_retry (ThFlowFollower *self)
{
  if (!th_ref_is_none (self->wanted) && !th_flow_lookup_is_running (self->lookup))
    look_up (self);
}

/* The results of the followed flow, or else the first results that have flows. */
static ThResults *
any_flows (ThFlowFollower *self)
{
  const GPtrArray *results = th_analysis_runner_get_results (self->runner);

  if (self->followed != NULL)
    return self->followed;

  for (guint i = 0; i < results->len; i++)
    {
      ThFlows *flows = th_results_get_flows (results->pdata[i]);

      if (flows != NULL && th_flows_get_n (flows) > 0)
        return results->pdata[i];
    }

  return NULL;
}

void
th_flow_follower_follow_slowest (ThFlowFollower *self,
                                 gboolean        next)
{
  ThResults *results = any_flows (self);

  if (results == NULL)
    return;

  self->wanted = TH_REF_NONE;
  set_state (self, TH_FOLLOW_SEARCHING);
  th_flow_lookup_find_slowest (self->lookup, results,
                               next && self->followed != NULL ? self->row : TH_FLOW_NONE);
}

gboolean
th_flow_follower_follow_life (ThFlowFollower *self,
                              int             direction)
{
  ThFlows *flows;
  guint32 row;

  if (followed_flow (self, &flows) == NULL)
    return FALSE;

  row = th_flows_get_neighbor (flows, self->row, direction);
  if (row == TH_FLOW_NONE)
    return FALSE;

  th_flow_follower_follow (self, self->followed, row);
  return TRUE;
}

gboolean
th_flow_follower_cancel (ThFlowFollower *self)
{
  if (self->state != TH_FOLLOW_SEARCHING)
    return FALSE;

  stop_lookup (self);
  set_state (self, TH_FOLLOW_IDLE);
  return TRUE;
}

gboolean
th_flow_follower_awaits (ThFlowFollower *self)
{
  return !th_ref_is_none (self->wanted);
}

ThFollowState
th_flow_follower_get_state (ThFlowFollower *self)
{
  return self->state;
}

const char *
th_flow_follower_describe (ThFlowFollower *self)
{
  switch (self->state)
    {
    case TH_FOLLOW_SEARCHING: return _("searching… will follow when found, Esc cancels");
    case TH_FOLLOW_NOT_FOUND: return _("no analysis has anything to follow at this event");
    case TH_FOLLOW_NO_MORE: return _("there are no more to follow");
    case TH_FOLLOW_IDLE:
    default: return NULL;
    }
}

/* --- as a step of the history ------------------------------------------- */

guint64
th_flow_follower_encode (ThFlowFollower *self)
{
  const GPtrArray *results = th_analysis_runner_get_results (self->runner);
  guint index;

  if (self->followed == NULL || !g_ptr_array_find ((GPtrArray *) results, self->followed, &index))
    return 0;

  return ((guint64) index + 1) << 32 | self->row;
}

/* After a reload, the flow may not have been found yet. */
void
th_flow_follower_take_encoded (ThFlowFollower *self,
                               guint64         code)
{
  const GPtrArray *results = th_analysis_runner_get_results (self->runner);
  guint32 index = code >> 32, row = code & G_MAXUINT32;
  ThFlows *flows = index > 0 && index <= results->len
                   ? th_results_get_flows (results->pdata[index - 1]) : NULL;

  if (flows != NULL && row < th_flows_get_n (flows))
    th_flow_follower_take (self, results->pdata[index - 1], row);
  else
    th_flow_follower_take (self, NULL, 0);
}

/* --- steps of the followed flow ------------------------------------------ */

guint32
th_flow_follower_get_step (ThFlowFollower *self)
{
  ThRef selected = th_selection_get_event (self->selection);
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);

  /* Two steps may share an event: returns the one that was selected. */
  if (flow != NULL && self->step < flow->n_steps &&
      th_ref_equal (th_flows_get_step (flows, flow, self->step).anchor, selected))
    return self->step;

  return th_ref_is_none (selected) ? G_MAXUINT32 : find_step (self, selected);
}

gint64
th_flow_follower_get_place (ThFlowFollower *self)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  ThStep step;

  if (flow == NULL || self->step >= flow->n_steps)
    return TH_TIME_NONE;

  step = th_flows_get_step (flows, flow, self->step);
  return (step.flags & TH_STEP_PLACE) &&
         th_ref_equal (step.anchor, th_selection_get_event (self->selection))
         ? step.time : TH_TIME_NONE;
}

void
th_flow_follower_select_step (ThFlowFollower *self,
                              guint32         step)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  ThRef event;

  if (flow == NULL || step >= flow->n_steps)
    return;

  self->step = step;
  event = th_flows_get_step (flows, flow, step).anchor;
  if (th_ref_equal (event, th_selection_get_event (self->selection)))
    th_selection_select_again (self->selection);
  else
    th_selection_select (self->selection, event);
}

gboolean
th_flow_follower_follow_step (ThFlowFollower *self,
                              int             direction)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  guint32 now = th_flow_follower_get_step (self);
  gint64 next = (gint64) now + direction;

  if (flow == NULL || flow->n_steps == 0)
    return FALSE;
  if (now == G_MAXUINT32)
    next = direction > 0 ? 0 : flow->n_steps - 1;
  if (next < 0 || next >= flow->n_steps)
    return FALSE;

  th_flow_follower_select_step (self, next);
  return TRUE;
}

/* --- pins and dimming ---------------------------------------------------- */

const GArray *
th_flow_follower_get_pins (ThFlowFollower *self)
{
  return self->pins;
}

gboolean
th_flow_follower_is_pinned (ThFlowFollower *self)
{
  return self->followed != NULL && find_pin (self, self->followed, self->row) >= 0;
}

void
th_flow_follower_pin (ThFlowFollower *self,
                      ThResults      *results,
                      guint32         row)
{
  ThKeptFlow pin = { results, row };

  /* One lane stays free for the next followed flow. */
  if (find_pin (self, results, row) < 0 && self->pins->len + 1 < TH_SCENE_MAX_FLOWS)
    {
      g_array_append_val (self->pins, pin);
      th_scene_pin_flow (self->scene, results, row);
    }
  emit_changed (self);
}

void
th_flow_follower_unpin (ThFlowFollower *self,
                        ThResults      *results,
                        guint32         row)
{
  gint index = find_pin (self, results, row);

  if (index < 0)
    return;

  g_array_remove_index (self->pins, index);
  if (results != self->followed || row != self->row)
    th_scene_unpin_flow (self->scene, results, row);
  emit_changed (self);
}

void
th_flow_follower_set_pinned (ThFlowFollower *self,
                             gboolean        pinned)
{
  if (self->followed == NULL || th_flow_follower_is_pinned (self) == pinned)
    return;

  if (pinned)
    th_flow_follower_pin (self, self->followed, self->row);
  else
    th_flow_follower_unpin (self, self->followed, self->row);
}

void
th_flow_follower_set_dim (ThFlowFollower *self,
                          gboolean        dim)
{
  if (self->dim == dim)
    return;

  self->dim = dim;
  if (self->scene != NULL)
    th_scene_follow (self->scene, self->followed, self->row, dim);
  emit_changed (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_flow_follower_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_STATE: g_value_set_uint (value, TH_FLOW_FOLLOWER (object)->state); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
th_flow_follower_dispose (GObject *object)
{
  th_flow_follower_forget (TH_FLOW_FOLLOWER (object));

  G_OBJECT_CLASS (th_flow_follower_parent_class)->dispose (object);
}

static void
th_flow_follower_finalize (GObject *object)
{
  ThFlowFollower *self = TH_FLOW_FOLLOWER (object);

  g_clear_object (&self->lookup);
  g_clear_object (&self->runner);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->pins, g_array_unref);

  G_OBJECT_CLASS (th_flow_follower_parent_class)->finalize (object);
}

static void
th_flow_follower_class_init (ThFlowFollowerClass *klass)
{
  static const char *const names[N_SIGNALS] = { "following", "changed", "followed" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_flow_follower_get_property;
  object_class->dispose = th_flow_follower_dispose;
  object_class->finalize = th_flow_follower_finalize;
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_FOLLOW_NO_MORE, 0,
                                              G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                              G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_FLOW_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
th_flow_follower_init (ThFlowFollower *self)
{
  self->pins = g_array_new (FALSE, FALSE, sizeof (ThKeptFlow));
  self->dim = TRUE;
  self->wanted = TH_REF_NONE;
  self->step = G_MAXUINT32;
  self->lookup = th_flow_lookup_new ();
  g_signal_connect_object (self->lookup, "done", G_CALLBACK (lookup_done_cb), self,
                           G_CONNECT_SWAPPED);
}

ThFlowFollower *
th_flow_follower_new (ThAnalysisRunner *runner,
                      ThSelection      *selection)
{
  ThFlowFollower *self = g_object_new (TH_TYPE_FLOW_FOLLOWER, NULL);

  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  return self;
}
