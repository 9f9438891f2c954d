/* th-actions-search.c - the actions of the filter bar and the find bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-display-text.h"
#include "th-event-search.h"
#include "th-window-private.h"

/* --- filter ------------------------------------------------------------- */

static void
filter_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       data)
{
  ThWindow *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self->filter_bar));
}

static void
set_filter_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThWindow *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->filter_bar),
                              g_variant_get_string (parameter, NULL));
}

static void
clear_filter_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  ThWindow *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->filter_bar), "");
  if (self->document != NULL)
    th_document_set_filter_state (self->document, NULL);
}

/* In the entry that has the focus, else in the filter's. */
static void
complete_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThWindow *self = data;
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
  ThWindow *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self->find_bar));
}

static void
set_find_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThWindow *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->find_bar),
                              g_variant_get_string (parameter, NULL));
}

static void
clear_find_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThWindow *self = data;

  th_expression_bar_set_text (TH_EXPRESSION_BAR (self->find_bar), "");
}

static void
next_hit_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThWindow *self = data;

  th_find_bar_step (self->find_bar, FALSE);
}

static void
previous_hit_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  ThWindow *self = data;

  th_find_bar_step (self->find_bar, TRUE);
}

static const GActionEntry entries[] = {
  { "filter", filter_cb },
  { "set-filter", set_filter_cb, "s" },
  { "clear-filter", clear_filter_cb },
  { "complete", complete_cb },
  { "find", find_cb },
  { "set-find", set_find_cb, "s" },
  { "clear-find", clear_find_cb },
  { "next-hit", next_hit_cb },
  { "previous-hit", previous_hit_cb },
};

/* --- both --------------------------------------------------------------- */

/* Below the bar that is wrong. */
static void
show_mistake (ThWindow *self)
{
  const char *filter = th_expression_bar_get_mistake (TH_EXPRESSION_BAR (self->filter_bar));
  const char *mistake = filter != NULL ? filter
                                       : th_expression_bar_get_mistake (TH_EXPRESSION_BAR (self->find_bar));
  g_autofree char *text = mistake != NULL ? th_display_text_make_valid (mistake) : NULL;

  gtk_label_set_text (self->filter_error, text != NULL ? text : "");
  gtk_widget_set_halign (GTK_WIDGET (self->filter_error),
                         filter != NULL ? GTK_ALIGN_START : GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self->filter_error), text != NULL);
}

static void
leave_cb (ThWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

void
th_window_update_search (ThWindow *self)
{
  gboolean has_hits = self->document != NULL && th_document_get_hits (self->document) != NULL;

  th_action_enable (G_ACTION_MAP (self), "next-hit", has_hits);
  th_action_enable (G_ACTION_MAP (self), "previous-hit", has_hits);
}

void
th_window_add_search (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->filter_bar, "notify::mistake", G_CALLBACK (show_mistake), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->find_bar, "notify::mistake", G_CALLBACK (show_mistake), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->filter_bar, "leave", G_CALLBACK (leave_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->find_bar, "leave", G_CALLBACK (leave_cb), self, G_CONNECT_SWAPPED);
  th_window_update_search (self);
}
