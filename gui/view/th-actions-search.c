/* th-actions-search.c - the actions of the filter bar and the find bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-display-text.h"
#include "th-event-search.h"
#include "th-document-view-private.h"
#include "th-event-filter.h"
#include "th-view-actions.h"

/* --- filter ------------------------------------------------------------- */

static void
filter_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       data)
{
  ThDocumentView *self = data;

  if (gtk_widget_is_ancestor (GTK_WIDGET (self->filter_bar), self->bars))
    gtk_widget_set_visible (self->bars, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->filter_bar));
}

static void
set_filter_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThDocumentView *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->filter_bar),
                              g_variant_get_string (parameter, NULL));
}

static void
clear_filter_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  ThDocumentView *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->filter_bar), "");
  if (self->document != NULL)
    th_event_filter_set_state (th_document_get_filter (self->document), NULL);
}

/* Completes in the find entry if it has the focus, or else in the filter entry. */
static void
complete_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThDocumentView *self = data;
  ThExpressionBar *find = TH_EXPRESSION_BAR (self->find_bar);

  th_expression_bar_complete (th_expression_bar_has_focus (find)
                              ? find : TH_EXPRESSION_BAR (self->filter_bar));
}

/* --- find --------------------------------------------------------------- */

static void
find_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  ThDocumentView *self = data;

  gtk_widget_set_visible (self->bars, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->find_bar));
}

static void
set_find_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThDocumentView *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->find_bar),
                              g_variant_get_string (parameter, NULL));
}

static void
clear_find_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThDocumentView *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->find_bar), "");
  if (self->document != NULL)
    th_event_search_clear (th_document_get_search (self->document));
}

static void
next_hit_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThDocumentView *self = data;

  th_find_bar_step (self->find_bar, FALSE);
}

static void
previous_hit_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  ThDocumentView *self = data;

  th_find_bar_step (self->find_bar, TRUE);
}

static gboolean
has_hits (ThDocumentView *self)
{
  return self->document != NULL &&
         th_event_search_get_hits (th_document_get_search (self->document)) != NULL;
}

static const ThViewAction actions[] = {
  { { "filter", filter_cb }, th_view_has_events },
  { { "set-filter", set_filter_cb, "s" }, th_view_has_events },
  { { "clear-filter", clear_filter_cb }, th_view_has_events },
  { { "complete", complete_cb }, th_view_has_events },
  { { "find", find_cb }, th_view_has_events },
  { { "set-find", set_find_cb, "s" }, th_view_has_events },
  { { "clear-find", clear_find_cb }, th_view_has_events },
  { { "next-hit", next_hit_cb }, has_hits },
  { { "previous-hit", previous_hit_cb }, has_hits },
};

/* --- mistakes and focus --------------------------------------------------------------- */

/* Shows the mistake below the entry that contains it. */
static void
show_mistake (ThDocumentView *self)
{
  const char *filter = th_expression_bar_get_mistake (TH_EXPRESSION_BAR (self->filter_bar));
  const char *find = th_expression_bar_get_mistake (TH_EXPRESSION_BAR (self->find_bar));
  const char *mistake = filter != NULL ? filter : find;
  g_autofree char *text = mistake != NULL ? th_display_text_make_valid (mistake) : NULL;

  gtk_label_set_text (self->mistake_label, text != NULL ? text : "");
  gtk_widget_set_halign (GTK_WIDGET (self->mistake_label),
                         filter != NULL ? GTK_ALIGN_START : GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self->mistake_label), text != NULL);
}

static void
leave_cb (ThDocumentView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

void
th_view_add_search_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
  g_signal_connect_object (self->filter_bar, "notify::mistake", G_CALLBACK (show_mistake), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->find_bar, "notify::mistake", G_CALLBACK (show_mistake), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_bar, "leave", G_CALLBACK (leave_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->find_bar, "leave", G_CALLBACK (leave_cb), self, G_CONNECT_SWAPPED);
}
