/* th-navigator.c - the span of time in view, and the history of earlier ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-navigator.h"

/* A view becomes a step of the history once it has rested this long. */
#define SETTLE_MS 400

struct _ThNavigator
{
  GObject    parent;

  ThView     view;
  gboolean   chosen;    /* by the user */
  gboolean   stepping;  /* the view moves to a step of the history */
  ThHistory *history;
  guint      settle_id;
  guint      later_id;  /* idle source that emits "changed" */
};

G_DEFINE_FINAL_TYPE (ThNavigator, th_navigator, G_TYPE_OBJECT)

enum
{
  CHANGED,
  RESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- view --------------------------------------------------------------- */

const ThView *
th_navigator_get_view (ThNavigator *self)
{
  return &self->view;
}

ThView
th_navigator_get_fit (ThNavigator *self,
                      gboolean     has_range,
                      gint64       first,
                      gint64       last)
{
  if (!has_range)
    return (ThView) { 0, 1000, self->view.width };

  return th_view_fit (first, last, self->view.width);
}

static gboolean
take_view (ThNavigator *self,
           ThView       view)
{
  gboolean moved = view.from != self->view.from || view.to != self->view.to;

  self->view = view;
  return moved;
}

void
th_navigator_choose (ThNavigator *self,
                     gint64       from,
                     gint64       to,
                     gint64       first,
                     gint64       last)
{
  ThView view = { from, to, self->view.width };

  self->chosen = TRUE;
  if (take_view (self, th_view_clamp (&view, first, last)))
    g_signal_emit (self, signals[CHANGED], 0);
  th_navigator_rest (self);
}

gboolean
th_navigator_has_chosen (ThNavigator *self)
{
  return self->chosen;
}

static gboolean
later_cb (gpointer data)
{
  ThNavigator *self = data;

  self->later_id = 0;
  g_signal_emit (self, signals[CHANGED], 0);

  return G_SOURCE_REMOVE;
}

static void
emit_changed (ThNavigator *self,
              gboolean     later)
{
  if (!later)
    g_signal_emit (self, signals[CHANGED], 0);
  else if (self->later_id == 0)
    self->later_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, later_cb, self, NULL);
}

void
th_navigator_follow (ThNavigator *self,
                     ThView       view,
                     gboolean     later)
{
  self->chosen = FALSE;
  if (take_view (self, view))
    emit_changed (self, later);
}

void
th_navigator_fit (ThNavigator *self,
                  ThView       fit,
                  ThPlace      place,
                  gboolean     later)
{
  gboolean moved = take_view (self, fit);

  th_history_move_all (self->history, self->view.from, self->view.to);
  th_navigator_settle (self, place);
  if (moved)
    emit_changed (self, later);
}

gboolean
th_navigator_set_width (ThNavigator *self,
                        double       width)
{
  if (self->view.width == width)
    return FALSE;

  self->view.width = width;
  return TRUE;
}

/* --- history ------------------------------------------------------------ */

/* Whether the view has reached the current step, allowing for the margins at the ends. */
static gboolean
is_at_step (ThNavigator *self,
            ThPlace      place)
{
  gint64 slack = (self->view.to - self->view.from) / 100;
  ThHistoryStep step;

  return th_history_peek (self->history, &step) &&
         th_filter_state_equal (step.filter, place.filter) && step.followed == place.followed &&
         ABS (step.from - self->view.from) <= slack && ABS (step.to - self->view.to) <= slack;
}

void
th_navigator_settle (ThNavigator *self,
                     ThPlace      place)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (!self->stepping || !is_at_step (self, place))
    th_history_push (self->history, (ThHistoryStep) {
      self->view.from, self->view.to, place.filter, place.followed
    });
  self->stepping = FALSE;
}

static gboolean
settle_cb (gpointer data)
{
  ThNavigator *self = data;

  self->settle_id = 0;
  g_signal_emit (self, signals[RESTED], 0);

  return G_SOURCE_REMOVE;
}

void
th_navigator_rest (ThNavigator *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  self->settle_id = g_timeout_add (SETTLE_MS, settle_cb, self);
}

gboolean
th_navigator_step (ThNavigator   *self,
                   gboolean       forward,
                   ThPlace        now,
                   ThHistoryStep *step)
{
  /* A step may be taken before the view has reached the previous one. */
  if (self->settle_id != 0 && !self->stepping)
    th_navigator_settle (self, now);
  if (!(forward ? th_history_forward (self->history, step) : th_history_back (self->history, step)))
    return FALSE;

  self->stepping = TRUE;
  return TRUE;
}

gboolean
th_navigator_can_step (ThNavigator *self,
                       gboolean     forward)
{
  gboolean moved = self->settle_id != 0 && !self->stepping;

  if (forward)
    return !moved && th_history_can_forward (self->history);

  return moved || th_history_can_back (self->history);
}

gboolean
th_navigator_is_stepping (ThNavigator *self)
{
  return self->stepping;
}

/* --- class -------------------------------------------------------------- */

void
th_navigator_stop (ThNavigator *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_handle_id (&self->later_id, g_source_remove);
}

static void
th_navigator_dispose (GObject *object)
{
  th_navigator_stop (TH_NAVIGATOR (object));

  G_OBJECT_CLASS (th_navigator_parent_class)->dispose (object);
}

static void
th_navigator_finalize (GObject *object)
{
  g_clear_pointer (&TH_NAVIGATOR (object)->history, th_history_free);

  G_OBJECT_CLASS (th_navigator_parent_class)->finalize (object);
}

static void
th_navigator_class_init (ThNavigatorClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "rested" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_navigator_dispose;
  object_class->finalize = th_navigator_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_NAVIGATOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
th_navigator_init (ThNavigator *self)
{
  self->history = th_history_new ();
  self->view = (ThView) { 0, 1000, 1000 };
}

ThNavigator *
th_navigator_new (void)
{
  return g_object_new (TH_TYPE_NAVIGATOR, NULL);
}
