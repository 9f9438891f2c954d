/* th-counters-tab.c - what the machine counted during the recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-counters-tab.h"

#include <glib/gi18n-lib.h>

#include "th-column-start.h"
#include "th-column-view-util.h"
#include "th-counter-list.h"
#include "th-display-text.h"
#include "th-event-filter.h"
#include "th-list-row.h"
#include "th-number-format.h"
#include "th-widgets.h"

struct _ThCountersTab
{
  GtkWidget       parent;

  ThDocument     *document;
  ThCounters     *counters;
  GCancellable   *explaining; /* the search for the events of the counters */
  GtkCustomFilter *filter;
  GtkWidget      *box;
  GtkWidget      *empty;
  GtkWidget      *view;
  GtkWidget      *summary;
  GtkWidget      *moved;
  GtkWidget      *search;
};

G_DEFINE_FINAL_TYPE (ThCountersTab, th_counters_tab, GTK_TYPE_WIDGET)

typedef enum
{
  COLUMN_SOURCE,
  COLUMN_NAME,
  COLUMN_BEFORE,
  COLUMN_AFTER,
  COLUMN_CHANGE,
  COLUMN_RATE,
  COLUMN_EVENTS,
  N_COLUMNS
} Column;

static const struct
{
  const char *title;
  guint       min_chars;
  guint       nat_chars;
} columns[N_COLUMNS] = {
  [COLUMN_SOURCE] = { N_("From"), 8, 12 },
  [COLUMN_NAME] = { N_("Counter"), 16, 32 },
  [COLUMN_BEFORE] = { N_("Before"), 8, 14 },
  [COLUMN_AFTER] = { N_("After"), 8, 14 },
  [COLUMN_CHANGE] = { N_("Change"), 8, 12 },
  [COLUMN_RATE] = { N_("Per Second"), 8, 11 },
  [COLUMN_EVENTS] = { N_("In the Trace"), 16, 30 }
};

static gboolean
is_number (Column column)
{
  return column >= COLUMN_BEFORE && column <= COLUMN_RATE;
}

/* --- texts ------------------------------------------------------------------------ */

/* A level can be negative. */
static char *
format_signed (gint64   value,
               gboolean with_plus)
{
  g_autofree char *digits = th_format_count (value < 0 ? -(guint64) value : (guint64) value);

  return g_strconcat (value < 0 ? "−" : with_plus ? "+" : "", digits, NULL);
}

static char *
dup_value (const ThCounterChange *change,
           const char            *text,
           gint64                 value,
           ThCounterState         absent,
           const char            *word)
{
  if (change->state == absent)
    return g_strdup (word);
  if (change->before_text != NULL || change->after_text != NULL)
    return th_display_text_make_valid (text != NULL ? text : "");
  return format_signed (value, FALSE);
}

static char *
dup_rate (ThCountersTab         *self,
          const ThCounterChange *change)
{
  double seconds = th_counters_get_seconds (self->counters);
  double rate = seconds > 0 ? change->change / seconds : 0;

  if (seconds <= 0 || change->change == 0)
    return g_strdup ("");
  if (ABS (rate) < 1000)
    return g_strdup_printf ("%.1f", rate);
  return format_signed (rate, FALSE);
}

static char *
dup_name (const ThCounter *counter)
{
  g_autofree char *name = g_strconcat (counter->item, counter->item[0] != '\0' ? " " : "",
                                       counter->name, NULL);

  return th_display_text_make_valid (name);
}

static char *
dup_cell (ThCountersTab         *self,
          const ThCounterChange *change,
          Column                 column)
{
  switch (column)
    {
    case COLUMN_SOURCE:
      return th_display_text_make_valid (change->counter->source);
    case COLUMN_NAME:
      return dup_name (change->counter);
    case COLUMN_BEFORE:
      return dup_value (change, change->before_text, change->before, TH_COUNTER_NEW, _("new"));
    case COLUMN_AFTER:
      return dup_value (change, change->after_text, change->after, TH_COUNTER_GONE, _("gone"));
    case COLUMN_CHANGE:
      if (change->change == 0 || change->state == TH_COUNTER_GONE)
        return g_strdup ("");
      return format_signed (change->change, TRUE);
    default:
      return dup_rate (self, change);
    }
}

/* --- cells --------------------------------------------------------------------------- */

static void
setup_text_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item,
               gpointer                  data)
{
  Column column = GPOINTER_TO_UINT (data);
  GtkWidget *cell = gtk_inscription_new (NULL);

  th_list_row_mark_cell (cell, item);
  g_object_set (cell, "min-lines", 1, "nat-lines", 1, "text-overflow",
                GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "min-chars", columns[column].min_chars,
                "nat-chars", columns[column].nat_chars, NULL);
  if (is_number (column))
    gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (item, cell);
}

/* A loss stands out by weight, so that it does not depend on color alone. */
static void
mark_weight (GtkWidget             *cell,
             const ThCounterChange *change,
             Column                 column)
{
  gboolean loss = change->state != TH_COUNTER_SAME && change->change > 0 &&
                  th_counter_get_weight (change->counter) == TH_COUNTER_LOSS;

  th_widget_set_class (cell, "loss", loss && (column == COLUMN_NAME || column == COLUMN_CHANGE));
  th_widget_set_class (cell, "error", loss && column == COLUMN_CHANGE);
  th_widget_set_class (cell, "dim-label", column == COLUMN_SOURCE);
}

static void
bind_text_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              gpointer                  data)
{
  ThCountersTab *self = g_object_get_data (G_OBJECT (factory), "tab");
  Column column = GPOINTER_TO_UINT (data);
  const ThCounterChange *change =
    th_counter_item_get_change (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_autofree char *text = dup_cell (self, change, column);

  th_column_view_set_text (GTK_INSCRIPTION (cell), text, is_number (column));
  mark_weight (cell, change, column);
}

/* --- the button to the events ------------------------------------------------------------ */

static char *
dup_button_text (const ThCounterExplanation *explanation)
{
  g_autofree char *count = th_format_count (explanation->n);

  if (g_str_has_prefix (explanation->filter, "skb:kfree_skb"))
    return g_strdup_printf (ngettext ("Show %s Drop", "Show %s Drops", explanation->n), count);
  if (g_str_has_prefix (explanation->filter, "tcp:tcp_retransmit_skb"))
    return g_strdup_printf (ngettext ("Show %s Retransmission", "Show %s Retransmissions",
                                      explanation->n), count);
  if (g_str_has_prefix (explanation->filter, "napi:napi_poll"))
    return g_strdup_printf (ngettext ("Show %s Poll", "Show %s Polls", explanation->n), count);
  return g_strdup_printf (ngettext ("Show %s Event", "Show %s Events", explanation->n), count);
}

static const char *
get_remark (ThCounterItem *item)
{
  const ThCounterExplanation *explanation = th_counter_item_get_explanation (item);

  if (explanation == NULL)
    return "";
  if (explanation->how == TH_COUNTER_EVENTS_HARDWARE)
    return _("No event: counted by the device");
  if (explanation->how != TH_COUNTER_EVENTS_NONE && explanation->filter == NULL)
    return _("The event was not recorded");
  if (explanation->how == TH_COUNTER_EVENTS_EXACT && explanation->n == 0)
    return _("None in the recording");
  return "";
}

static void
show_explanation (GtkListItem *item)
{
  ThCounterItem *counter = gtk_list_item_get_item (item);
  GtkWidget *stack = gtk_list_item_get_child (item);
  GtkWidget *button, *remark;
  const ThCounterExplanation *explanation;
  gboolean has_events;

  if (counter == NULL || stack == NULL)
    return;
  button = gtk_stack_get_child_by_name (GTK_STACK (stack), "button");
  remark = gtk_stack_get_child_by_name (GTK_STACK (stack), "remark");
  explanation = th_counter_item_get_explanation (counter);
  has_events = explanation != NULL && explanation->filter != NULL && explanation->n > 0;
  if (has_events)
    {
      g_autofree char *text = dup_button_text (explanation);

      gtk_button_set_label (GTK_BUTTON (button), text);
      gtk_widget_set_tooltip_text (button, explanation->filter);
    }
  gtk_label_set_text (GTK_LABEL (remark), get_remark (counter));
  gtk_stack_set_visible_child (GTK_STACK (stack), has_events ? button : remark);
}

static void
show_events_cb (GtkListItem *item,
                GtkWidget   *button)
{
  ThCountersTab *self = TH_COUNTERS_TAB (gtk_widget_get_ancestor (button, TH_TYPE_COUNTERS_TAB));
  const ThCounterExplanation *explanation =
    th_counter_item_get_explanation (gtk_list_item_get_item (item));

  if (explanation != NULL && explanation->filter != NULL)
    th_event_filter_set_text (th_document_get_filter (self->document), explanation->filter);
}

static void
setup_events_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *item)
{
  GtkWidget *stack = gtk_stack_new ();
  GtkWidget *button = gtk_button_new_with_label ("");
  GtkWidget *remark = th_label_new ("", "dim-label");

  gtk_widget_add_css_class (button, "link");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", G_CALLBACK (show_events_cb), item,
                           G_CONNECT_SWAPPED);
  gtk_label_set_ellipsize (GTK_LABEL (remark), PANGO_ELLIPSIZE_END);
  gtk_stack_add_named (GTK_STACK (stack), remark, "remark");
  gtk_stack_add_named (GTK_STACK (stack), button, "button");
  gtk_list_item_set_child (item, stack);
}

static void
bind_events_cb (GtkSignalListItemFactory *factory,
                GtkListItem              *item)
{
  g_signal_connect_object (gtk_list_item_get_item (item), "notify::explained",
                           G_CALLBACK (show_explanation), item, G_CONNECT_SWAPPED);
  show_explanation (item);
}

static void
unbind_events_cb (GtkSignalListItemFactory *factory,
                  GtkListItem              *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_explanation, item);
}

/* --- which rows ------------------------------------------------------------------------------ */

static gboolean
matches (gpointer row,
         gpointer data)
{
  ThCountersTab *self = data;
  const ThCounterChange *change = th_counter_item_get_change (row);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *name = NULL, *whole = NULL;

  if (change->state == TH_COUNTER_SAME &&
      gtk_check_button_get_active (GTK_CHECK_BUTTON (self->moved)))
    return FALSE;
  if (text[0] == '\0')
    return TRUE;
  name = dup_name (change->counter);
  whole = g_strconcat (change->counter->source, " ", name, NULL);
  return g_str_match_string (text, whole, TRUE);
}

static void
items_changed_cb (ThCountersTab *self,
                  guint          position,
                  guint          removed,
                  guint          added,
                  GListModel    *shown)
{
  gboolean is_empty = g_list_model_get_n_items (shown) == 0;

  th_empty_state_set_text (self->empty, !is_empty ? NULL
                           : th_counters_is_complete (self->counters)
                             ? _("No counter moved, or none matches")
                             : _("The connection broke before the counters were read again, so "
                                 "nothing is known about what moved"), NULL, NULL);
}

static void
filter_cb (ThCountersTab *self)
{
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
show_summary (ThCountersTab *self)
{
  g_autofree char *n = th_format_count (th_counters_get_n (self->counters));
  g_autofree char *moved = th_format_count (th_counters_get_n_moved (self->counters));
  g_autofree char *text =
    g_strdup_printf (ngettext ("%s counter read, %s moved", "%s counters read, %s moved",
                               th_counters_get_n (self->counters)), n, moved);

  gtk_label_set_text (GTK_LABEL (self->summary), text);
}

static void
fill (ThCountersTab *self,
      ThRecording   *recording)
{
  g_autoptr(GListStore) list = th_counter_list_new (self->counters);
  g_autoptr(GtkFilterListModel) shown = NULL;
  GtkSelectionModel *selection;

  self->explaining = g_cancellable_new ();
  th_counter_list_explain (G_LIST_MODEL (list), recording, self->explaining);
  self->filter = gtk_custom_filter_new (matches, self, NULL);
  shown = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (list)),
                                     GTK_FILTER (g_object_ref (self->filter)));
  g_signal_connect_object (shown, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  selection = GTK_SELECTION_MODEL (
    gtk_single_selection_new (g_object_ref (G_LIST_MODEL (shown))));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), selection);
  g_object_unref (selection);
  items_changed_cb (self, 0, 0, 0, G_LIST_MODEL (shown));
  show_summary (self);
}

/* --- class -------------------------------------------------------------- */

static void
add_column (ThCountersTab *self,
            Column         column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) shown =
    gtk_column_view_column_new (_(columns[column].title), factory);

  g_object_set_data (G_OBJECT (factory), "tab", self);
  if (column == COLUMN_EVENTS)
    {
      g_signal_connect (factory, "setup", G_CALLBACK (setup_events_cb), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_events_cb), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_events_cb), NULL);
    }
  else
    {
      g_signal_connect (factory, "setup", G_CALLBACK (setup_text_cb), GUINT_TO_POINTER (column));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_text_cb), GUINT_TO_POINTER (column));
    }
  gtk_column_view_column_set_resizable (shown, TRUE);
  gtk_column_view_column_set_expand (shown, column == COLUMN_NAME || column == COLUMN_EVENTS);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), shown);
  th_column_view_align_title (GTK_COLUMN_VIEW (self->view), column, is_number (column));
}

static void
th_counters_tab_dispose (GObject *object)
{
  ThCountersTab *self = TH_COUNTERS_TAB (object);

  g_cancellable_cancel (self->explaining);
  if (self->view != NULL)
    gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_COUNTERS_TAB);
  g_clear_object (&self->filter);
  g_clear_object (&self->explaining);
  g_clear_pointer (&self->counters, th_counters_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_counters_tab_parent_class)->dispose (object);
}

static void
th_counters_tab_class_init (ThCountersTabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_counters_tab_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "eventtable");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-counters-tab.ui");
  gtk_widget_class_bind_template_child (widget_class, ThCountersTab, box);
  gtk_widget_class_bind_template_child (widget_class, ThCountersTab, view);
  gtk_widget_class_bind_template_child (widget_class, ThCountersTab, summary);
  gtk_widget_class_bind_template_child (widget_class, ThCountersTab, moved);
  gtk_widget_class_bind_template_child (widget_class, ThCountersTab, search);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
}

static void
th_counters_tab_init (ThCountersTab *self)
{
  GtkWidget *scroller;

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint column = 0; column < N_COLUMNS; column++)
    add_column (self, column);
  th_column_view_pass_tab (GTK_COLUMN_VIEW (self->view));
  th_column_view_add_tips (GTK_COLUMN_VIEW (self->view));
  th_column_view_keep_start (GTK_COLUMN_VIEW (self->view));

  /* The scroller moves into the widget that shows a text when there is no row. */
  scroller = gtk_widget_get_parent (self->view);
  g_object_ref (scroller);
  gtk_box_remove (GTK_BOX (self->box), scroller);
  self->empty = th_empty_state_new (scroller);
  g_object_unref (scroller);
  gtk_box_append (GTK_BOX (self->box), self->empty);
}

gboolean
th_counters_tab_has_any (ThDocument *document)
{
  ThRecording *recording = th_document_get_recording (document);

  return recording != NULL && th_recording_get_attachment (recording, "counters") != NULL;
}

GtkWidget *
th_counters_tab_new (ThDocument *document)
{
  ThCountersTab *self = g_object_new (TH_TYPE_COUNTERS_TAB, NULL);
  ThRecording *recording = th_document_get_recording (document);
  GBytes *bytes = recording != NULL ? th_recording_get_attachment (recording, "counters") : NULL;
  g_autoptr(GError) error = NULL;
  gsize size = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  self->document = g_object_ref (document);
  self->counters = th_counters_new_from_data (data, size, &error);
  if (self->counters != NULL)
    fill (self, recording);
  else
    th_empty_state_set_text (self->empty, error->message, NULL, NULL);
  return GTK_WIDGET (self);
}
