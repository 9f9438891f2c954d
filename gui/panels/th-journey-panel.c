/* th-journey-panel.c - the journey of the followed flow, step by step
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-journey-panel.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"
#include "th-journey-text.h"
#include "th-frame-list.h"
#include "th-related-flows.h"
#include "th-step-list.h"
#include "th-stage-table.h"
#include "th-display-text.h"
#include "th-flow-follower.h"
#include "th-widgets.h"

#define MAX_REMARKS 12

struct _ThJourneyPanel
{
  GtkWidget     parent;

  GtkWidget    *scroller;
  GtkWidget    *title;
  GtkWidget    *stop;      /* the button that stops following */
  GtkWidget    *subtitle;
  GtkWidget    *facts;
  GtkWidget    *buttons;
  GtkWidget    *pin;       /* one of the buttons */
  GtkWidget    *counts;
  GtkWidget    *legend;    /* of the times */
  GtkWidget    *steps;
  GtkWidget    *stages;    /* time per stage */
  GtkWidget    *frames;    /* of captures */
  GtkWidget    *related;
  GtkWidget    *remarks;

  ThDocument   *document;
  GSignalGroup *signals;   /* of the document */
  ThResults    *shown;     /* owned by the document */
  guint32       shown_row;
  const ThEventLinks *links; /* whose frames are shown; only compared */
  guint         n_prepared; /* the results whose flows could be related */
  guint         later_id;  /* idle source that fills related flows and remarks */
};

G_DEFINE_FINAL_TYPE (ThJourneyPanel, th_journey_panel, GTK_TYPE_WIDGET)

/* --- formats of times --------------------------------------------------- */

static char *
format_time (gpointer data,
             gint64   time)
{
  return th_document_format_time (data, time);
}

static char *
format_duration (gpointer data,
                 gint64   duration)
{
  return th_document_format_duration (data, duration);
}

static ThJourneyFormat
get_format (ThJourneyPanel *self)
{
  return (ThJourneyFormat) {
    format_time, format_duration, self->document, th_document_get_resolution (self->document)
  };
}

/* --- small parts -------------------------------------------------------- */

static void
set_text (GtkWidget  *label,
          const char *text)
{
  g_autofree char *valid = text != NULL ? th_display_text_make_valid (text) : NULL;

  gtk_label_set_text (GTK_LABEL (label), valid != NULL ? valid : "");
  gtk_widget_set_visible (label, valid != NULL && valid[0] != '\0');
}

/* --- head --------------------------------------------------------------- */

/* Shows the signs of the steps, their meaning and number: "● 3 exact  ◐ 10 inferred". */
static void
show_counts (ThJourneyPanel *self,
             ThFlows        *flows,
             const ThFlow   *flow)
{
  g_autofree char *words = th_journey_dup_counts (flows, flow);
  g_autoptr(GString) text = g_string_new (NULL);
  guint counts[TH_N_CONFIDENCES];

  th_flows_count_confidence (flows, flow, counts);
  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    if (counts[i] > 0)
      g_string_append_printf (text, "%s%s\u00a0%u\u00a0%s", text->len > 0 ? "   " : "",
                              th_confidence_get_sign (i), counts[i], th_confidence_get_word (i));
  gtk_label_set_text (GTK_LABEL (self->counts), text->str);
  gtk_widget_set_tooltip_text (self->counts, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->counts), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
}

/* Shows @text, followed by @red in red. */
static void
set_legend (ThJourneyPanel *self,
            const char     *text,
            const char     *red)
{
  g_autofree char *all = g_strdup_printf ("%s %s", text, red);
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *color;
  GdkRGBA rgba;

  gtk_label_set_text (GTK_LABEL (self->legend), all);
  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (self->legend), "th_error",
                                      &rgba))
    {
      color = pango_attr_foreground_new (rgba.red * 65535, rgba.green * 65535, rgba.blue * 65535);
      color->start_index = strlen (text) + 1;
      pango_attr_list_insert (attributes, color);
    }
  gtk_label_set_attributes (GTK_LABEL (self->legend), attributes);
  pango_attr_list_unref (attributes);
}

static void
show_legend (ThJourneyPanel *self,
             const GArray   *legs)
{
  gboolean ticks = th_document_counts_ticks (self->document);

  /* Translators: explains the two times beside each step of a journey */
  set_legend (self,
              ticks ? _("Times in ticks since the first step and, below, since the previous step.")
                    : _("Times in µs since the first step and, below, since the previous step."),
              th_journey_find_longest (legs) != G_MAXUINT ? _("Red: the longest stage ends here.")
                                                          : "");
}

static void
show_head (ThJourneyPanel *self,
           ThFlows        *flows,
           const ThFlow   *flow)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autofree char *noun = th_journey_dup_noun (flows);
  g_autofree char *name = th_journey_dup_name (flow);
  /* A word joiner prevents a line break after the ellipsis. */
  const char *joiner = g_str_has_prefix (name, "…") ? "…\xe2\x81\xa0" : "";
  g_autofree char *title = g_strdup_printf ("%s %s%s", noun, joiner,
                                            name + (joiner[0] != '\0' ? strlen ("…") : 0));
  g_autofree char *first = th_document_format_time (self->document, flow->first);
  g_autofree char *subtitle = (flow->flags & TH_FLOW_PLAIN) != 0 ? g_strdup (first)
                              : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x · %s", flow->key,
                                                 first);
  g_autofree char *facts = th_journey_dup_facts (recording, self->shown, self->shown_row);

  set_text (self->title, title);
  set_text (self->subtitle, subtitle);
  set_text (self->facts, facts);
  th_widget_set_class (self->facts, "error", th_journey_is_dropped (self->shown, self->shown_row));
  show_counts (self, flows, flow);
}

/* --- remarks ------------------------------------------------------------- */

/* Adds a remark with its counts, which are shown nowhere else. */
static void
add_remark (ThJourneyPanel *self,
            const char     *remark)
{
  g_autofree char *text = th_display_text_make_valid (remark);

  gtk_box_append (GTK_BOX (self->remarks), th_paragraph_new (text, "remark"));
}

static void
show_remarks (ThJourneyPanel *self,
              ThFlows        *flows,
              const ThFlow   *flow)
{
  g_auto(GStrv) remarks = th_results_list_remarks (self->shown);
  g_autofree char *lost = th_journey_dup_lost (th_document_get_recording (self->document), flows,
                                               flow);

  /* In GTK 4.8 a hidden box does not grow with its children. */
  gtk_widget_set_visible (self->remarks, TRUE);
  th_widget_clear (self->remarks);
  if (lost != NULL)
    gtk_box_append (GTK_BOX (self->remarks), th_paragraph_new (lost, "error"));
  if (flow->flags & TH_FLOW_CLOCK)
    gtk_box_append (GTK_BOX (self->remarks),
                    th_paragraph_new (_("A step comes before its cause: the clocks of the CPUs "
                                        "disagree."), "error"));
  if (remarks[0] != NULL)
    gtk_box_append (GTK_BOX (self->remarks),
                    th_paragraph_new (_("Missing from the recording"), "heading"));
  for (guint i = 0; remarks[i] != NULL && i < MAX_REMARKS; i++)
    add_remark (self, remarks[i]);
  gtk_widget_set_visible (self->remarks, gtk_widget_get_first_child (self->remarks) != NULL);
}

/* --- updating ------------------------------------------------------------ */

static void
show_step (ThJourneyPanel *self)
{
  if (self->shown != NULL)
    th_step_list_select (TH_STEP_LIST (self->steps),
                         th_flow_follower_get_step (th_document_get_follower (self->document)));
}

static guint
count_prepared (ThJourneyPanel *self)
{
  const GPtrArray *all = th_document_get_results (self->document);
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      ThFlows *flows = th_results_get_flows (all->pdata[i]);

      n += flows != NULL && th_flows_is_prepared (flows);
    }
  return n;
}

static gboolean
later_cb (gpointer data)
{
  ThJourneyPanel *self = data;
  ThFlows *flows = th_results_get_flows (self->shown);

  self->later_id = 0;
  self->links = th_results_find_links (th_document_get_results (self->document));
  self->n_prepared = count_prepared (self);
  th_frame_list_show (TH_FRAME_LIST (self->frames), self->document, self->shown, self->shown_row);
  th_related_flows_show (TH_RELATED_FLOWS (self->related), self->document, self->shown,
                         self->shown_row);
  show_remarks (self, flows, th_flows_get (flows, self->shown_row));

  return G_SOURCE_REMOVE;
}

static void
stop_later (ThJourneyPanel *self)
{
  g_clear_handle_id (&self->later_id, g_source_remove);
}

/* Fills the panel.  The parts below the stages are filled while idle. */
static void
rebuild (ThJourneyPanel *self)
{
  ThFlows *flows = th_results_get_flows (self->shown);
  const ThFlow *flow = th_flows_get (flows, self->shown_row);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);

  show_head (self, flows, flow);
  th_step_list_show (TH_STEP_LIST (self->steps), self->document, self->shown, self->shown_row);
  show_legend (self, legs);
  th_stage_table_show (TH_STAGE_TABLE (self->stages), self->document, self->shown, self->shown_row);
  gtk_widget_set_visible (self->frames, FALSE);
  gtk_widget_set_visible (self->related, FALSE);
  gtk_widget_set_visible (self->remarks, FALSE);
  if (self->later_id == 0)
    self->later_id = g_idle_add (later_cb, self);
  show_step (self);
}

/* Empties the parts, as they refer to results that may be freed now. */
static void
clear (ThJourneyPanel *self)
{
  th_step_list_show (TH_STEP_LIST (self->steps), self->document, NULL, 0);
  th_stage_table_show (TH_STAGE_TABLE (self->stages), self->document, NULL, 0);
  th_frame_list_show (TH_FRAME_LIST (self->frames), self->document, NULL, 0);
  th_related_flows_show (TH_RELATED_FLOWS (self->related), self->document, NULL, 0);
}

/* The label of the button is short; its accessible name says that it pins the lane. */
static void
show_pinned (ThJourneyPanel *self)
{
  gboolean pinned = th_flow_follower_is_pinned (th_document_get_follower (self->document));

  gtk_button_set_label (GTK_BUTTON (self->pin), pinned ? _("Unpin") : _("Pin"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->pin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  pinned ? _("Unpin lane") : _("Pin lane"), -1);
}

static void
follow_changed_cb (ThJourneyPanel *self)
{
  ThFlowFollower *follower = self->document != NULL ? th_document_get_follower (self->document)
                                                    : NULL;
  guint32 row = 0;
  ThResults *results = follower != NULL ? th_flow_follower_get_followed (follower, &row) : NULL;

  if (results != NULL)
    show_pinned (self);
  if (results == self->shown && row == self->shown_row)
    return;

  stop_later (self);
  self->shown = results;
  self->shown_row = row;
  if (results != NULL)
    rebuild (self);
  else
    clear (self);
}

/* Updates the panel after the scene, and thus the theme, or the time format has changed. */
static void
look_changed_cb (ThJourneyPanel *self)
{
  if (self->shown != NULL)
    rebuild (self);
}

/* The analyses of frames and transits may end after that of packets. */
static void
results_changed_cb (ThJourneyPanel *self)
{
  const ThEventLinks *links = th_results_find_links (th_document_get_results (self->document));

  if (self->shown != NULL && self->later_id == 0 &&
      (links != self->links || count_prepared (self) != self->n_prepared))
    self->later_id = g_idle_add (later_cb, self);
}

void
th_journey_panel_set_document (ThJourneyPanel *self,
                               ThDocument     *document)
{
  if (self->document == document)
    return;

  g_set_object (&self->document, document);
  self->shown = NULL;
  stop_later (self);
  clear (self);
  g_signal_group_set_target (self->signals, document);
  follow_changed_cb (self);
}

char *
th_journey_panel_dup_text (ThJourneyPanel *self)
{
  ThJourneyFormat format;

  if (self->shown == NULL)
    return NULL;

  format = get_format (self);
  return th_journey_dup_text (th_document_get_recording (self->document),
                              th_document_get_results (self->document), self->shown,
                              self->shown_row, &format);
}

gboolean
th_journey_panel_is_busy (ThJourneyPanel *self)
{
  return self->later_id != 0 || th_step_list_is_busy (TH_STEP_LIST (self->steps)) ||
         th_stage_table_is_busy (TH_STAGE_TABLE (self->stages));
}

/* --- class -------------------------------------------------------------- */

static void
th_journey_panel_dispose (GObject *object)
{
  ThJourneyPanel *self = TH_JOURNEY_PANEL (object);

  if (self->scroller != NULL)
    th_journey_panel_set_document (self, NULL);
  stop_later (self);
  g_clear_object (&self->signals);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_JOURNEY_PANEL);

  G_OBJECT_CLASS (th_journey_panel_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  g_type_ensure (TH_TYPE_STEP_LIST);
  g_type_ensure (TH_TYPE_STAGE_TABLE);
  g_type_ensure (TH_TYPE_FRAME_LIST);
  g_type_ensure (TH_TYPE_RELATED_FLOWS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-journey-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, title);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, stop);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, subtitle);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, facts);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, buttons);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, pin);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, counts);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, legend);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, steps);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, stages);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, frames);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, related);
  gtk_widget_class_bind_template_child (widget_class, ThJourneyPanel, remarks);
}

static void
th_journey_panel_class_init (ThJourneyPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_journey_panel_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "journey");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  bind_children (widget_class);
}

/* A button has a short label; its tooltip and accessible name are those of its action. */
static void
name_button (GtkWidget *button)
{
  const char *action = gtk_actionable_get_action_name (GTK_ACTIONABLE (button));

  th_shortcuts_set_tooltip (button, action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(th_actions_find (action)->label), -1);
}

static void
th_journey_panel_init (ThJourneyPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  name_button (self->stop);
  for (GtkWidget *button = gtk_widget_get_first_child (self->buttons); button != NULL;
       button = gtk_widget_get_next_sibling (button))
    name_button (button);

  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "follow-changed", G_CALLBACK (follow_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->signals, "selection-changed", G_CALLBACK (show_step), self);
  g_signal_group_connect_swapped (self->signals, "results-changed", G_CALLBACK (results_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->signals, "theme-changed", G_CALLBACK (look_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->signals, "notify::time-format",
                                  G_CALLBACK (look_changed_cb), self);
}
