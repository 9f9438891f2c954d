/* th-event-table-selection.c - selects rows of the event table and scrolls to them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-table-private.h"

#include "th-gtk48.h"
#include "th-incremental-model.h"

/* Rows that stay in view above and below the selected one. */
#define MARGIN_ROWS 3

void
th_event_table_scroll_to (ThEventTable *self,
                          gint64        position)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->portions));

  if (self->inner != NULL && n > 0)
    gtk_widget_activate_action (self->inner, "list.scroll-to-item", "u",
                                (guint) CLAMP (position, 0, n - 1));
}

static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       data)
{
  ThEventTable *self = TH_EVENT_TABLE (widget);

  /* The page was hidden before it got a layout. */
  if (!gtk_widget_get_mapped (self->view))
    {
      self->scroll_id = 0;
      self->missed = TRUE;
      return G_SOURCE_REMOVE;
    }

  if (++self->n_scroll_ticks == 0)
    th_event_table_scroll_to (self, (gint64) self->scroll_position + MARGIN_ROWS);
  if (self->n_scroll_ticks < 2)
    return G_SOURCE_CONTINUE;

  self->scroll_id = 0;
  if (self->inner != NULL)
    th_column_view_lead_keys (self->inner, self->scroll_position);
  th_event_table_scroll_to (self, (gint64) self->scroll_position - MARGIN_ROWS);
  return G_SOURCE_REMOVE;
}

static gboolean
begin_scroll_cb (gpointer data)
{
  ThEventTable *self = data;

  self->jump_id = 0;
  if (!gtk_widget_get_mapped (self->view))
    self->missed = TRUE;
  if (self->missed || (self->scroll_id != 0 && self->n_scroll_ticks < 0))
    return G_SOURCE_REMOVE; /* the rows have no place yet */

  self->n_scroll_ticks = 0;
  th_event_table_scroll_to (self, (gint64) self->scroll_position + MARGIN_ROWS);
  if (self->scroll_id == 0)
    self->scroll_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);

  return G_SOURCE_REMOVE;
}

/* Shows the neighboring rows too, because an event is read in its context.
 * The list moves with the next layout, so the rows above must wait until the rows below
 * are there.  Binding two hundred rows takes a while, and so do lanes and inspector:
 * these come first, with a frame between. */
static void
scroll_around (ThEventTable *self,
               guint         position)
{
  self->scroll_position = position;
  if (self->jump_id == 0)
    self->jump_id = g_idle_add (begin_scroll_cb, self);
}

void
th_event_table_lead_changed (ThEventTable *self)
{
  guint position = th_row_selection_get_lead (self->selection);

  if (self->syncing || self->document == NULL || position == GTK_INVALID_LIST_POSITION)
    return;

  self->syncing = TRUE;
  th_document_select (self->document, th_event_list_get_ref (self->list, position));
  self->syncing = FALSE;
}

void
th_event_table_show_selected (ThEventTable *self,
                              gboolean      quietly)
{
  guint position;

  if (self->syncing)
    return;

  self->syncing = TRUE;
  position = th_event_list_find (self->list, th_document_get_selected (self->document));
  self->is_awaited = position != GTK_INVALID_LIST_POSITION &&
                     !th_incremental_model_reach (self->portions, position);
  if (self->is_awaited)
    position = GTK_INVALID_LIST_POSITION;
  if (position != th_row_selection_get_lead (self->selection) ||
      position == GTK_INVALID_LIST_POSITION)
    th_row_selection_set (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION && !quietly)
    scroll_around (self, position);
  self->syncing = FALSE;
}

/* Shows the rows around the place of the selected event if it is no longer listed. */
void
th_event_table_show_place (ThEventTable *self)
{
  ThRef selected = th_document_get_selected (self->document);
  guint position = th_event_list_find_near (self->list, selected);

  self->awaits_place = FALSE;
  if (position == GTK_INVALID_LIST_POSITION ||
      th_event_list_find (self->list, selected) != GTK_INVALID_LIST_POSITION)
    return;

  if (th_incremental_model_reach (self->portions, position))
    scroll_around (self, position);
  else
    self->awaits_place = TRUE;
}

void
th_event_table_rows_came (ThEventTable *self)
{
  if (self->is_awaited)
    th_event_table_show_selected (self, FALSE);
  else if (self->awaits_place)
    th_event_table_show_place (self);
}

static gboolean
entered_cb (GtkWidget     *list,
            GdkFrameClock *clock,
            gpointer       data)
{
  ThEventTable *self = data;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));
  guint position = th_row_selection_get_lead (self->selection);

  if (focus != NULL && gtk_widget_is_ancestor (focus, list) && !gtk_widget_get_mapped (focus) &&
      position != GTK_INVALID_LIST_POSITION)
    scroll_around (self, position);

  return G_SOURCE_REMOVE;
}

void
th_event_table_note_missed (ThEventTable *self)
{
  if (!gtk_widget_get_mapped (self->view))
    self->missed = TRUE;
}

/* GTK 4.8 gives no place to rows that arrived while their page was hidden, and cannot
 * scroll to them before the next layout. */
void
th_event_table_mapped (ThEventTable *self)
{
  guint position = th_row_selection_get_lead (self->selection);

  if (!self->missed && (gtk_widget_get_height (self->inner) > 0 ||
                        g_list_model_get_n_items (G_LIST_MODEL (self->portions)) == 0))
    return;

  self->missed = FALSE;
  self->scroll_position = position != GTK_INVALID_LIST_POSITION ? position : 0;
  self->n_scroll_ticks = -2;
  if (self->scroll_id == 0)
    self->scroll_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);
}

gboolean
th_event_table_is_settling (ThEventTable *self)
{
  return gtk_widget_get_mapped (self->view) &&
         (self->jump_id != 0 || self->scroll_id != 0 ||
          th_incremental_model_is_growing (self->portions));
}

/* Tab moves the focus to the row that had it last, which may be far out of view. */
void
th_event_table_entered (ThEventTable *self)
{
  gtk_widget_add_tick_callback (self->inner, entered_cb, self, NULL);
}
