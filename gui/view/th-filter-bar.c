/* th-filter-bar.c - the entry of the filter, with its chips and its menu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-bar.h"

#include <glib/gi18n-lib.h>

#include "th-chips.h"
#include "th-event-filter.h"
#include "th-expression-entry.h"
#include "th-filter-menu.h"
#include "th-filter-store.h"
#include "th-gtk48.h"

/* A filter is added to the recent filters after this time. */
#define NOTE_MS 2000
/* The room that chips have in a narrow window. */
#define MIN_CHIPS_PX 200

struct _ThFilterBar
{
  ThExpressionBar  parent;

  GtkWidget       *chip_scroller;
  GtkBox          *chips;
  GtkMenuButton   *more;      /* shown if some chips are out of sight; lists all of them */
  GtkBox          *all_chips;
  GtkEditable     *entry;
  GtkLabel        *count;
  GtkWidget       *clear;
  GtkMenuButton   *menu_button;
  ThFilterMenu    *menu;

  guint            note_id;  /* timeout that adds the filter to the recent ones */
  ThFilterState   *noted;    /* the state to be added, or added last */
  guint            count_id; /* idle source that counts the chips out of sight */
};

G_DEFINE_FINAL_TYPE (ThFilterBar, th_filter_bar, TH_TYPE_EXPRESSION_BAR)

/* --- what is shown ------------------------------------------------------ */

static void
show_count (ThFilterBar *self,
            ThDocument  *document)
{
  ThEventFilter *filter = th_document_get_filter (document);
  ThRows *rows = th_event_filter_get_rows (filter);
  g_autofree char *in = NULL, *all = NULL, *text = NULL;
  guint begin, end;

  if (rows != NULL)
    {
      in = th_format_count (th_rows_get_n (rows));
      all = th_format_count (th_recording_get_n_events (th_document_get_recording (document)));
      /* Translators: number of matching events, number of all events */
      text = g_strdup_printf (_("%s of %s"), in, all);
    }
  gtk_label_set_text (self->count, text != NULL ? text : "");
  th_expression_entry_describe (GTK_ENTRY (self->entry),
                                th_event_filter_get_error (filter, &begin, &end), text);
}

static void
show_clear (ThFilterBar *self)
{
  gboolean has_text = gtk_editable_get_text (self->entry)[0] != '\0';

  gtk_widget_set_visible (self->clear, has_text || gtk_widget_get_visible (self->chip_scroller));
}

/* The entry shrinks before the chips do. */
static void
give_room (ThFilterBar *self)
{
  int width;

  gtk_widget_measure (GTK_WIDGET (self->chips), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL,
                      NULL);
  gtk_scrolled_window_set_min_content_width (GTK_SCROLLED_WINDOW (self->chip_scroller),
                                             MIN (width, MIN_CHIPS_PX));
}

static guint
count_out_of_sight (ThFilterBar *self)
{
  GtkAdjustment *scroll =
    gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->chip_scroller));
  double left = gtk_adjustment_get_value (scroll) - 1;
  double right = left + gtk_adjustment_get_page_size (scroll) + 2;
  graphene_rect_t bounds;
  guint n = 0;

  for (GtkWidget *chip = gtk_widget_get_first_child (GTK_WIDGET (self->chips)); chip != NULL;
       chip = gtk_widget_get_next_sibling (chip))
    n += gtk_widget_compute_bounds (chip, GTK_WIDGET (self->chips), &bounds) &&
         (bounds.origin.x < left || bounds.origin.x + bounds.size.width > right);

  return n;
}

static gboolean
count_cb (gpointer data)
{
  ThFilterBar *self = data;
  guint n = gtk_widget_get_mapped (self->chip_scroller) ? count_out_of_sight (self) : 0;
  g_autofree char *label = g_strdup_printf ("+%u", n);
  g_autofree char *tip = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more condition",
                                                       "%u more conditions", n), n);

  self->count_id = 0;
  gtk_menu_button_set_label (self->more, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->more), tip);
  gtk_widget_set_visible (GTK_WIDGET (self->more), n > 0);
  return G_SOURCE_REMOVE;
}

/* The scroller emits this while sizes are allocated, when no widget may ask for another size. */
static void
count_soon (ThFilterBar *self)
{
  if (self->count_id == 0)
    self->count_id = g_idle_add (count_cb, self);
}

static void
show_chips (ThFilterBar *self,
            ThDocument  *document)
{
  ThFilterState *state = th_event_filter_get_state (th_document_get_filter (document));
  gboolean stays = th_chips_fill (self->chips, state);

  /* The chip with the focus was removed. */
  if (!th_chips_fill (self->all_chips, state) || !stays)
    th_expression_bar_leave (TH_EXPRESSION_BAR (self));
  gtk_widget_set_visible (self->chip_scroller, th_filter_state_get_n_chips (state) > 0);
  give_room (self);
  count_soon (self);
}

/* --- recent filters ----------------------------------------------------- */

static gboolean
note_cb (gpointer data)
{
  ThFilterBar *self = data;
  ThDocument *document = th_expression_bar_get_document (TH_EXPRESSION_BAR (self));
  ThFilterState *state;

  self->note_id = 0;
  if (document == NULL)
    return G_SOURCE_REMOVE;

  state = th_event_filter_get_state (th_document_get_filter (document));
  if (!th_filter_state_is_empty (state))
    th_filter_store_note (state);

  return G_SOURCE_REMOVE;
}

static void
note_filter (ThFilterBar *self,
             ThDocument  *document)
{
  ThFilterState *state = th_event_filter_get_state (th_document_get_filter (document));

  if (th_filter_state_equal (self->noted, state))
    return;

  g_clear_pointer (&self->noted, th_filter_state_unref);
  self->noted = th_filter_state_ref (state);
  g_clear_handle_id (&self->note_id, g_source_remove);
  self->note_id = g_timeout_add (NOTE_MS, note_cb, self);
}

/* --- the entry ---------------------------------------------------------- */

static void
th_filter_bar_update (ThExpressionBar *bar)
{
  ThFilterBar *self = TH_FILTER_BAR (bar);
  ThDocument *document = th_expression_bar_get_document (bar);

  show_chips (self, document);
  note_filter (self, document);
  show_count (self, document);
  show_clear (self);
}

static void
th_filter_bar_text_changed (ThExpressionBar *bar)
{
  show_clear (TH_FILTER_BAR (bar));
}

void
th_filter_bar_set_state (ThFilterBar   *self,
                         ThFilterState *state)
{
  ThExpressionBar *bar = TH_EXPRESSION_BAR (self);
  ThDocument *document = th_expression_bar_get_document (bar);
  ThEventFilter *filter;
  guint begin, end;

  if (document == NULL)
    return;

  filter = th_document_get_filter (document);
  th_expression_bar_stop_typing (bar);
  th_event_filter_set_state (filter, state);
  /* The user sees the mistake and can correct it. */
  if (th_event_filter_get_error (filter, &begin, &end) != NULL)
    th_expression_bar_set_text (bar, th_filter_state_get_text (state));
}

/* Enter applies the text and moves the focus to the lanes, unless there is a mistake. */
static void
activate_cb (ThFilterBar *self)
{
  ThExpressionBar *bar = TH_EXPRESSION_BAR (self);
  ThDocument *document = th_expression_bar_get_document (bar);
  guint begin, end;

  th_expression_bar_apply (bar);
  if (document == NULL || th_event_filter_get_error (th_document_get_filter (document), &begin,
                                                     &end) == NULL)
    th_expression_bar_leave (bar);
}

/* --- the text of the document ------------------------------------------- */

static const char *
th_filter_bar_get_text (ThDocument *document)
{
  return th_event_filter_get_text (th_document_get_filter (document));
}

static void
th_filter_bar_set_text (ThDocument *document,
                        const char *text)
{
  th_event_filter_set_text (th_document_get_filter (document), text);
}

static const char *
th_filter_bar_get_error (ThDocument *document,
                         guint      *begin,
                         guint      *end)
{
  return th_event_filter_get_error (th_document_get_filter (document), begin, end);
}

/* --- class -------------------------------------------------------------- */

static void
th_filter_bar_dispose (GObject *object)
{
  ThFilterBar *self = TH_FILTER_BAR (object);

  g_clear_handle_id (&self->note_id, g_source_remove);
  g_clear_handle_id (&self->count_id, g_source_remove);
  g_clear_pointer (&self->noted, th_filter_state_unref);
  g_clear_object (&self->menu);

  G_OBJECT_CLASS (th_filter_bar_parent_class)->dispose (object);
}

static void
th_filter_bar_class_init (ThFilterBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ThExpressionBarClass *bar_class = TH_EXPRESSION_BAR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_filter_bar_dispose;
  bar_class->get_text = th_filter_bar_get_text;
  bar_class->set_text = th_filter_bar_set_text;
  bar_class->get_error = th_filter_bar_get_error;
  bar_class->update = th_filter_bar_update;
  bar_class->text_changed = th_filter_bar_text_changed;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, chip_scroller);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, chips);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, more);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, all_chips);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, entry);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, count);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, clear);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, menu_button);
}

static void
opening_menu_cb (GtkMenuButton *button,
                 ThFilterBar   *self)
{
  th_filter_menu_update (self->menu);
  if (gtk_menu_button_get_menu_model (button) == NULL)
    gtk_menu_button_set_menu_model (button, th_filter_menu_get_model (self->menu));
}

static void
add_menu (ThFilterBar *self)
{
  self->menu = th_filter_menu_new ();
  gtk_menu_button_set_create_popup_func (self->menu_button,
                                         (GtkMenuButtonCreatePopupFunc) opening_menu_cb, self,
                                         NULL);
  th_menu_button_take_back_focus (self->menu_button);
}

void
th_filter_bar_set_for_both (ThFilterBar *self,
                            gboolean     for_both)
{
  g_return_if_fail (TH_IS_FILTER_BAR (self));

  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), for_both
    ? _("Filter both sides, for example: sched:* and prev_comm == \"wget\"")
    : _("Filter events, for example: sched:* and prev_comm == \"wget\""));
}

static void
watch_scroller (ThFilterBar *self)
{
  GtkAdjustment *scroll =
    gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->chip_scroller));

  g_signal_connect_object (scroll, "changed", G_CALLBACK (count_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scroll, "value-changed", G_CALLBACK (count_soon), self,
                           G_CONNECT_SWAPPED);
}

static void
th_filter_bar_init (ThFilterBar *self)
{
  ThExpressionBar *bar = TH_EXPRESSION_BAR (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  watch_scroller (self);
  th_expression_bar_set_entry (bar, GTK_ENTRY (self->entry), "");
  th_expression_bar_watch (bar, "filter-changed");
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  add_menu (self);
}
