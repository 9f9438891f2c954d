/* th-actions-packet.c - actions that follow a packet or another flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include "th-flow-follower.h"
#include "th-journey.h"

/* Space before and after a flow, as fractions of its length.  The space after it has room
 * for the label that says how the flow ended. */
#define ROOM_BEFORE 0.08
#define ROOM_AFTER 0.24
#define ROOM_AFTER_PX 200
#define ROOM_MIN_NS 500

static ThDocument *
get_document (gpointer data)
{
  ThDocumentView *self = data;
  ThDocument *document = self->document;

  return document != NULL && th_document_get_scene (document) != NULL ? document : NULL;
}

/* --- following ---------------------------------------------------- */

TH_DEFINE_VIEW_ACTION (follow)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_flow_follower_follow_event (th_document_get_follower (document),
                                   th_document_get_selected (document));
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

TH_DEFINE_VIEW_ACTION (follow_flow)
{
  ThDocument *document = get_document (data);
  guint32 row;
  ThResults *results = read_flow (document, parameter, &row);

  if (results != NULL)
    th_flow_follower_follow (th_document_get_follower (document), results, row);
}

TH_DEFINE_VIEW_ACTION (unpin_flow)
{
  ThDocument *document = get_document (data);
  guint32 row;
  ThResults *results = read_flow (document, parameter, &row);

  if (results != NULL)
    th_flow_follower_unpin (th_document_get_follower (document), results, row);
}

TH_DEFINE_VIEW_ACTION (unfollow)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_document_unfollow (document);
}

static void
follow_life (ThDocumentView *self,
             int             direction)
{
  ThDocument *document = get_document (self);

  if (document != NULL && !th_flow_follower_follow_life (th_document_get_follower (document),
                                                         direction))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

TH_DEFINE_VIEW_ACTION (next_life)
{
  follow_life (data, 1);
}

TH_DEFINE_VIEW_ACTION (previous_life)
{
  follow_life (data, -1);
}

TH_DEFINE_VIEW_ACTION (slowest)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_flow_follower_follow_slowest (th_document_get_follower (document), FALSE);
}

TH_DEFINE_VIEW_ACTION (next_slowest)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_flow_follower_follow_slowest (th_document_get_follower (document), TRUE);
}

TH_DEFINE_VIEW_ACTION (next_step)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_flow_follower_follow_step (th_document_get_follower (document), 1);
}

TH_DEFINE_VIEW_ACTION (previous_step)
{
  ThDocument *document = get_document (data);

  if (document != NULL)
    th_flow_follower_follow_step (th_document_get_follower (document), -1);
}

/* --- display ------------------------------------------------------ */

TH_DEFINE_VIEW_ACTION (pin)
{
  ThDocument *document = get_document (data);
  ThFlowFollower *follower = document != NULL ? th_document_get_follower (document) : NULL;

  if (follower != NULL)
    th_flow_follower_set_pinned (follower, !th_flow_follower_is_pinned (follower));
}

TH_DEFINE_VIEW_ACTION (dim)
{
  ThDocument *document = get_document (data);
  GVariant *state = g_action_get_state (G_ACTION (action));
  gboolean dim = !g_variant_get_boolean (state);

  g_variant_unref (state);
  g_simple_action_set_state (action, g_variant_new_boolean (dim));
  if (document != NULL)
    th_flow_follower_set_dim (th_document_get_follower (document), dim);
}

TH_DEFINE_VIEW_ACTION (journey)
{
  ThDocumentView *self = data;
  gboolean shown = gtk_widget_get_visible (GTK_WIDGET (self->inspector)) &&
                   th_inspector_is_journey_shown (self->inspector);

  if (!self->compact)
    th_view_set_inspector (self, TRUE);
  th_inspector_show_journey (self->inspector, !shown);
}

TH_DEFINE_VIEW_ACTION (copy_journey)
{
  ThDocumentView *self = data;
  g_autofree char *text = th_journey_panel_dup_text (th_inspector_get_journey (self->inspector));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

TH_DEFINE_VIEW_ACTION (event_menu)
{
  ThDocumentView *self = data;

  if (get_document (self) != NULL)
    th_timeline_popup_menu (self->timeline);
}

static gboolean
has_followed (ThDocumentView *self)
{
  ThDocument *document = get_document (self);

  return document != NULL && th_flow_follower_get_followed (th_document_get_follower (document),
                                                            NULL) != NULL;
}

static gboolean
can_unfollow (ThDocumentView *self)
{
  ThDocument *document = get_document (self);
  ThFlowFollower *follower = document != NULL ? th_document_get_follower (document) : NULL;

  return has_followed (self) ||
         (follower != NULL && th_flow_follower_get_state (follower) == TH_FOLLOW_SEARCHING);
}

static gboolean
can_follow (ThDocumentView *self)
{
  ThDocument *document = get_document (self);

  return document != NULL &&
         th_document_get_noun (document, th_document_get_selected (document)) != NULL;
}

static gboolean
has_flows (ThDocumentView *self)
{
  ThDocument *document = get_document (self);
  const GPtrArray *all = document != NULL ? th_document_get_results (document) : NULL;

  for (guint i = 0; all != NULL && i < all->len; i++)
    if (th_results_get_flows (all->pdata[i]) != NULL &&
        th_flows_get_n (th_results_get_flows (all->pdata[i])) > 0)
      return TRUE;

  return FALSE;
}

static const ThViewAction actions[] = {
  { { "follow", follow_cb }, can_follow },
  { { "follow-flow", follow_flow_cb, "(uu)" } },
  { { "unpin-flow", unpin_flow_cb, "(uu)" } },
  { { "unfollow", unfollow_cb }, can_unfollow },
  { { "next-life", next_life_cb }, has_followed },
  { { "previous-life", previous_life_cb }, has_followed },
  { { "slowest", slowest_cb }, has_flows },
  { { "next-slowest", next_slowest_cb }, has_followed },
  { { "next-step", next_step_cb }, has_followed },
  { { "previous-step", previous_step_cb }, has_followed },
  { { "pin", pin_cb }, has_followed },
  { { "dim", dim_cb, NULL, "true" }, th_view_has_recording },
  { { "journey", journey_cb }, has_followed },
  { { "copy-journey", copy_journey_cb }, has_followed },
  { { "event-menu", event_menu_cb }, th_view_has_recording },
};

void
th_view_add_packet_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}

/* --- when the document has found the flow ---------------------------------- */

/* Shows the whole flow, with space for the label after it. */
static void
show_flow (ThDocumentView *self)
{
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (th_document_get_follower (self->document),
                                                      &row);
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
th_view_show_followed (ThDocumentView *self)
{
  /* In a narrow view the path in the lanes matters more. */
  if (th_view_get_room (self) == TH_ROOM_WIDE)
    th_view_set_inspector (self, TRUE);
  th_inspector_show_journey (self->inspector, TRUE);
  show_flow (self);
  th_timeline_show_followed (self->timeline);
}

/* After a reload the view stays where it was. */
void
th_view_show_restored_flow (ThDocumentView *self)
{
  th_inspector_show_journey (self->inspector, TRUE);
}
