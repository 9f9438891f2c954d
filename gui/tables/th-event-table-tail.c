/* th-event-table-tail.c - shows the newest events while the view follows the present
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lanes and table follow together.  When the user scrolls the table or selects another row, both
 * stop following.
 */
#include "config.h"

#include "th-event-table-private.h"

#include "th-incremental-model.h"

static gboolean
is_following (ThEventTable *self)
{
  return self->document != NULL && th_document_is_following (self->document) &&
         !th_document_is_paused (self->document);
}

/* The position of the last row; G_MAXUINT if there is none. */
static guint
find_last (ThEventTable *self)
{
  guint64 n = th_event_list_get_n_events (self->list);
  ThOrder *order = th_event_list_get_order (self->list);

  if (n == 0 || order == NULL || th_event_list_has_places (self->list))
    return G_MAXUINT;

  return th_event_list_find (self->list, th_order_get (order, n - 1));
}

void
th_event_table_tail (ThEventTable *self)
{
  guint last;

  if (!is_following (self) || self->only_span || !gtk_widget_get_mapped (self->view))
    return;

  last = find_last (self);
  /* Otherwise more rows will follow soon. */
  if (last != G_MAXUINT && th_incremental_model_reach (self->portions, last))
    th_event_table_scroll_to (self, last);
}

void
th_event_table_leave_tail (ThEventTable *self)
{
  if (is_following (self))
    th_document_leave_present (self->document);
}

static gboolean
scrolled_cb (ThEventTable *self,
             double        dx,
             double        dy)
{
  if (dy < 0)
    th_event_table_leave_tail (self);
  return GDK_EVENT_PROPAGATE;
}

void
th_event_table_add_tail (ThEventTable *self)
{
  GtkWidget *bar = gtk_scrolled_window_get_vscrollbar (GTK_SCROLLED_WINDOW (self->scroller));
  GtkEventController *wheel =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (scrolled_cb), self);
  gtk_widget_add_controller (self->scroller, wheel);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (th_event_table_leave_tail), self);
  gtk_widget_add_controller (bar, GTK_EVENT_CONTROLLER (click));
}
