/* th-event-chooser.c - chooses events of a target, with filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-chooser.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-event-choice.h"
#include "th-gtk48.h"
#include "th-widgets.h"

struct _ThEventChooser
{
  GtkWindow        parent;

  GtkWidget       *accept;
  GtkEditable     *search;
  GtkListView     *list;
  GtkLabel        *summary;
  GtkWidget       *event;   /* what is about the selected event */
  GtkEditable     *filter;
  GtkWidget       *fields;

  ThTargetLink    *link;
  GListStore      *choices; /* ThEventChoice */
  GtkCustomFilter *matcher;
  GtkSingleSelection *selection;
  GSignalGroup    *answers; /* of the capture */
  GBinding        *binding; /* of the entry to the selected choice's filter */
  guint            ticket;
};

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThEventChooser, th_event_chooser, GTK_TYPE_WINDOW)

/* --- the list ------------------------------------------------------------------------ */

static gboolean
matches (gpointer item,
         gpointer data)
{
  ThEventChooser *self = data;
  const char *text = gtk_editable_get_text (self->search);

  return text[0] == '\0' || strstr (th_event_choice_get_name (item), text) != NULL ||
         g_str_match_string (text, th_event_choice_get_name (item), TRUE);
}

static void
search_cb (ThEventChooser *self)
{
  gtk_filter_changed (GTK_FILTER (self->matcher), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
show_summary (ThEventChooser *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->choices)), chosen = 0, of_presets = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(ThEventChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->choices), i);

      chosen += th_event_choice_is_chosen (choice);
      of_presets += th_event_choice_is_of_preset (choice);
    }
  text = g_strdup_printf (_("%u events on the target, %u from presets, %u added"), n,
                          of_presets, chosen);
  gtk_label_set_text (self->summary, text);
}

/* Gives the row a name for screen readers, as the row takes the focus and not the button in it. */
static void
name_row (GtkListItem *item)
{
  ThEventChoice *choice = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_list_item_get_child (item), *row = gtk_widget_get_parent (check);
  const char *name = choice != NULL ? th_event_choice_get_name (choice) : "";
  g_autofree char *text = NULL;

  if (choice != NULL && th_event_choice_is_of_preset (choice))
    text = g_strdup_printf (_("%s, recorded by a preset"), name);
  else if (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)))
    text = g_strdup_printf (_("%s, chosen"), name);
  else
    text = g_strdup (name);
  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_can_focus (check, FALSE);
  g_signal_connect_object (check, "toggled", G_CALLBACK (name_row), item, G_CONNECT_SWAPPED);
  gtk_list_item_set_child (item, check);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  ThEventChoice *choice = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_list_item_get_child (item);
  gboolean of_preset = th_event_choice_is_of_preset (choice);
  GBinding *binding = NULL;

  gtk_check_button_set_label (GTK_CHECK_BUTTON (check), th_event_choice_get_name (choice));
  gtk_widget_set_sensitive (check, !of_preset);
  gtk_widget_set_tooltip_text (check, of_preset ? _("Recorded by a preset") : NULL);
  if (of_preset)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  else
    binding = g_object_bind_property (choice, "chosen", check, "active",
                                      G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_object_set_data (G_OBJECT (item), "binding", binding);
  name_row (item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  GBinding *binding = g_object_steal_data (G_OBJECT (item), "binding");

  if (binding != NULL)
    g_binding_unbind (binding);
}

/* Chooses the selected event, or drops it if it is chosen. */
static gboolean
toggle_cb (ThEventChooser *self)
{
  ThEventChoice *choice = gtk_single_selection_get_selected_item (self->selection);

  if (choice != NULL && !th_event_choice_is_of_preset (choice))
    g_object_set (choice, "chosen", !th_event_choice_is_chosen (choice), NULL);
  return TRUE;
}

/* --- the selected event ----------------------------------------------------------------- */

static void
ask_for_fields (ThEventChooser *self,
                const char     *name)
{
  ThCapture *capture = th_target_link_get_capture (self->link);
  GVariantDict question;

  th_widget_clear (self->fields);
  if (capture == NULL)
    return;
  g_variant_dict_init (&question, NULL);
  g_variant_dict_insert (&question, "what", "s", "format");
  g_variant_dict_insert (&question, "match", "s", name);
  self->ticket = th_capture_ask (capture, g_variant_dict_end (&question));
}

static void
selected_cb (ThEventChooser *self)
{
  ThEventChoice *choice = gtk_single_selection_get_selected_item (self->selection);

  g_clear_pointer (&self->binding, g_binding_unbind);
  gtk_widget_set_visible (self->event, choice != NULL);
  if (choice == NULL)
    return;

  self->binding = g_object_bind_property (choice, "filter", self->filter, "text",
                                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->filter), !th_event_choice_is_of_preset (choice));
  ask_for_fields (self, th_event_choice_get_name (choice));
}

/* "u32 len" of "\tfield:unsigned int len;\toffset:8;\tsize:4;\tsigned:0;". */
static void
add_field (ThEventChooser *self,
           const char     *line)
{
  const char *field = strstr (line, "field:"), *end = field != NULL ? strchr (field, ';') : NULL;
  g_autofree char *text = NULL;
  GtkWidget *label;

  if (end == NULL || strstr (line, "common_") != NULL)
    return;
  text = g_strndup (field + strlen ("field:"), end - field - strlen ("field:"));
  label = th_label_new (NULL, "monospace");
  th_label_set_text (label, text);
  gtk_box_append (GTK_BOX (self->fields), label);
}

static void
answered_cb (ThEventChooser *self,
             guint           ticket,
             GVariant       *answer)
{
  g_autofree const char **names = NULL;
  g_auto(GStrv) lines = NULL;
  g_autoptr(GVariant) list = g_variant_lookup_value (answer, "names", G_VARIANT_TYPE ("as"));

  if (ticket != self->ticket || list == NULL)
    return;
  names = g_variant_get_strv (list, NULL);
  lines = g_strsplit (names[0] != NULL ? names[0] : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    add_field (self, lines[i]);
}

/* --- keys ------------------------------------------------------------------------------------- */

static gboolean
down_cb (GtkWidget *search,
         GVariant  *args,
         gpointer   data)
{
  return gtk_widget_child_focus (GTK_WIDGET (TH_EVENT_CHOOSER (data)->list), GTK_DIR_TAB_FORWARD);
}

static gboolean
space_cb (GtkWidget *list,
          GVariant  *args,
          gpointer   data)
{
  return toggle_cb (data);
}

static void
add_key (ThEventChooser  *self,
         GtkWidget       *widget,
         guint            keyval,
         GtkShortcutFunc  func)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (keyval, 0),
                                                          gtk_callback_action_new (func, self,
                                                                                   NULL)));
  gtk_widget_add_controller (widget, keys);
}

/* Space and Enter choose the event of the row, and Enter does so in the search, too; from there,
 * the arrow leads to the list. */
static void
add_keys (ThEventChooser *self)
{
  add_key (self, GTK_WIDGET (self->search), GDK_KEY_Down, down_cb);
  add_key (self, GTK_WIDGET (self->list), GDK_KEY_space, space_cb);
  th_list_view_pass_tab (GTK_WIDGET (self->list));
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (toggle_cb), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (toggle_cb), self);
}

/* --- the choice -------------------------------------------------------------------------- */

static void
accept_cb (ThEventChooser *self)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->choices));
  g_auto(GStrv) chosen = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(ThEventChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->choices), i);
      g_autofree char *text = th_event_choice_dup_text (choice);

      if (th_event_choice_is_chosen (choice))
        g_strv_builder_add (builder, text);
    }
  chosen = g_strv_builder_end (builder);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, chosen);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* --- class --------------------------------------------------------------------------------- */

static void
th_event_chooser_dispose (GObject *object)
{
  ThEventChooser *self = TH_EVENT_CHOOSER (object);

  g_clear_pointer (&self->binding, g_binding_unbind);
  g_clear_object (&self->answers);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_EVENT_CHOOSER);
  g_clear_object (&self->selection);
  g_clear_object (&self->matcher);
  g_clear_object (&self->choices);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (th_event_chooser_parent_class)->dispose (object);
}

static void
th_event_chooser_class_init (ThEventChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_event_chooser_dispose;
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", TH_TYPE_EVENT_CHOOSER, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRV);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-event-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, accept);
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, search);
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, list);
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, summary);
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, event);
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, filter);
  gtk_widget_class_bind_template_child (widget_class, ThEventChooser, fields);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_cb);
  gtk_widget_class_bind_template_callback (widget_class, accept_cb);
}

static void
th_event_chooser_init (ThEventChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  add_keys (self);
  self->answers = g_signal_group_new (TH_TYPE_CAPTURE);
  g_signal_group_connect_swapped (self->answers, "answered", G_CALLBACK (answered_cb), self);
}

static void
fill (ThEventChooser *self)
{
  GtkFilterListModel *shown;

  self->matcher = gtk_custom_filter_new (matches, self, NULL);
  shown = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->choices)),
                                     GTK_FILTER (g_object_ref (self->matcher)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (shown));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                           self, G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  show_summary (self);
  selected_cb (self);
}

ThEventChooser *
th_event_chooser_new (GtkWindow           *parent,
                      ThTargetLink        *link,
                      const char *const   *chosen,
                      const ThPresetMatch *match)
{
  ThEventChooser *self = th_dialog_new (TH_TYPE_EVENT_CHOOSER, parent);
  const ThTargetFacts *facts = th_target_link_get_facts (link);

  self->link = g_object_ref (link);
  self->choices = th_event_choices_new (facts != NULL ? facts->preset.events : NULL, chosen,
                                        match);
  g_signal_group_set_target (self->answers, th_target_link_get_capture (link));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->choices)); i++)
    {
      g_autoptr(ThEventChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->choices), i);

      g_signal_connect_object (choice, "notify::chosen", G_CALLBACK (show_summary), self,
                               G_CONNECT_SWAPPED);
    }
  fill (self);
  return self;
}
