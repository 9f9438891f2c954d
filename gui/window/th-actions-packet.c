/* th-actions-packet.c - following a flow: its actions, and what they show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-window-private.h"

#include "th-journey-text.h"
#include "th-context-menus.h"

/* Room before the flow, and behind it for how it ended, of its length; the words
 * of the latter want some pixels. */
#define ROOM_BEFORE 0.08
#define ROOM_AFTER 0.24
#define ROOM_AFTER_PX 200
#define ROOM_MIN_NS 500

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

static ThDocument *
get_document (gpointer data)
{
  ThWindow *self = data;
  ThDocument *document = self->document;

  return document != NULL && th_document_get_scene (document) != NULL ? document : NULL;
}

/* --- what is followed ---------------------------------------------------- */

DEFINE_ACTION (follow)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_follow_event (document, th_document_get_selected (document));
}

static ThResults *
read_flow (ThDocument *document,
           GVariant   *parameter,
           guint32    *row)
{
  const GPtrArray *all = document != NULL ? th_document_get_results (document) : NULL;
  guint32 index;

  g_variant_get (parameter, "(uu)", &index, row);

  return all != NULL && index < all->len && th_results_get_flows (all->pdata[index]) != NULL
         ? all->pdata[index] : NULL;
}

DEFINE_ACTION (follow_flow)
{
  ThDocument *document = get_document (data);
  guint32 row;
  ThResults *results = read_flow (document, parameter, &row);

  if (results != NULL)
    th_document_follow (document, results, row);
}

DEFINE_ACTION (unpin_flow)
{
  ThDocument *document = get_document (data);
  guint32 row;
  ThResults *results = read_flow (document, parameter, &row);

  if (results != NULL)
    th_document_unpin (document, results, row);
}

DEFINE_ACTION (unfollow)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_unfollow (document);
}

static void
follow_life (ThWindow *self,
             int       direction)
{
  ThDocument *document = get_document (self);

  if (document != NULL && !th_document_follow_life (document, direction))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

DEFINE_ACTION (next_life)
{
  follow_life (data, 1);
}

DEFINE_ACTION (previous_life)
{
  follow_life (data, -1);
}

DEFINE_ACTION (slowest)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_follow_slowest (document, FALSE);
}

DEFINE_ACTION (next_slowest)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_follow_slowest (document, TRUE);
}

DEFINE_ACTION (next_step)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_follow_step (document, 1);
}

DEFINE_ACTION (previous_step)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_follow_step (document, -1);
}

/* --- how it is shown ------------------------------------------------------ */

DEFINE_ACTION (pin)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_set_pinned (document, !th_document_is_pinned (document));
}

DEFINE_ACTION (dim)
{
  ThDocument *document = get_document (data);
  GVariant *state = g_action_get_state (G_ACTION (action));
  gboolean dim = !g_variant_get_boolean (state);

  g_variant_unref (state);
  g_simple_action_set_state (action, g_variant_new_boolean (dim));
  if (document != NULL)
    th_document_set_dim (document, dim);
}

DEFINE_ACTION (journey)
{
  ThWindow *self = data;

  th_inspector_show_journey (self->inspector, !th_inspector_is_journey_shown (self->inspector));
}

DEFINE_ACTION (copy_journey)
{
  ThWindow *self = data;
  g_autofree char *text = th_journey_panel_dup_text (th_inspector_get_journey (self->inspector));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

DEFINE_ACTION (event_menu)
{
  ThWindow *self = data;

  if (get_document (self) != NULL)
    th_timeline_popup_menu (self->timeline);
}

static const GActionEntry entries[] = {
  { "follow", follow_cb },
  { "follow-flow", follow_flow_cb, "(uu)" },
  { "unpin-flow", unpin_flow_cb, "(uu)" },
  { "unfollow", unfollow_cb },
  { "next-life", next_life_cb },
  { "previous-life", previous_life_cb },
  { "slowest", slowest_cb },
  { "next-slowest", next_slowest_cb },
  { "next-step", next_step_cb },
  { "previous-step", previous_step_cb },
  { "pin", pin_cb },
  { "dim", dim_cb, NULL, "true" },
  { "journey", journey_cb },
  { "copy-journey", copy_journey_cb },
  { "event-menu", event_menu_cb },
};

void
th_window_add_follow (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

static gboolean
has_flows (ThDocument *document)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    if (th_results_get_flows (all->pdata[i]) != NULL &&
        th_flows_get_n (th_results_get_flows (all->pdata[i])) > 0)
      return TRUE;

  return FALSE;
}

void
th_window_update_follow (ThWindow *self)
{
  static const char *const with_followed[] = { "next-life", "previous-life", "next-slowest",
                                               "next-step", "previous-step",
                                               "pin", "journey", "copy-journey" };
  ThDocument *document = get_document (self);
  gboolean followed = document != NULL && th_document_get_followed (document, NULL) != NULL;
  ThRef selected = document != NULL ? th_document_get_selected (document) : TH_REF_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (with_followed); i++)
    th_action_enable (G_ACTION_MAP (self), with_followed[i], followed);
  th_action_enable (G_ACTION_MAP (self), "unfollow",
                    followed ||
                    (document != NULL &&
                     th_document_get_follow_state (document) == TH_FOLLOW_SEARCHING));
  th_action_enable (G_ACTION_MAP (self), "follow",
                    document != NULL && th_document_get_noun (document, selected) != NULL);
  th_action_enable (G_ACTION_MAP (self), "slowest", document != NULL && has_flows (document));
  th_action_enable (G_ACTION_MAP (self), "dim", document != NULL);
  th_action_enable (G_ACTION_MAP (self), "event-menu", document != NULL);
}

/* --- showing it ----------------------------------------------------------- */

/* All of the flow, with room for how it ended. */
static void
show_flow (ThWindow *self)
{
  guint32 row;
  ThResults *results = th_document_get_followed (self->document, &row);
  const ThFlow *flow = th_flows_get (th_results_get_flows (results), row);
  gint64 length = CLAMP (th_journey_get_total (results, row), 0, G_MAXINT64 / 8);
  double width = th_document_get_view (self->document)->width;
  double after = width > 2 * ROOM_AFTER_PX
                 ? MAX (ROOM_AFTER, ROOM_AFTER_PX * (1 + ROOM_BEFORE) / (width - ROOM_AFTER_PX))
                   : ROOM_AFTER;

  th_timeline_go (self->timeline, flow->first - (gint64) (ROOM_BEFORE * length) - ROOM_MIN_NS,
                  flow->first + length + (gint64) (after * length) + ROOM_MIN_NS);
}

void
th_window_followed_cb (ThWindow *self)
{
  GAction *inspector = g_action_map_lookup_action (G_ACTION_MAP (self), "inspector");

  gtk_widget_set_visible (GTK_WIDGET (self->inspector), TRUE);
  g_simple_action_set_state (G_SIMPLE_ACTION (inspector), g_variant_new_boolean (TRUE));
  th_inspector_show_journey (self->inspector, TRUE);
  show_flow (self);
  th_timeline_show_followed (self->timeline);
}

/* The view is where it was. */
void
th_window_flow_restored_cb (ThWindow *self)
{
  th_inspector_show_journey (self->inspector, TRUE);
}

void
th_window_follow_changed_cb (ThWindow *self)
{
  th_inspector_update_journey (self->inspector);
  th_status_bar_queue_update (self->status_bar);
}
