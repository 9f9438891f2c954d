/* th-journey-panel.c - the journey of the followed flow, step by step
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-journey-panel.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-keys.h"
#include "th-journey-text.h"
#include "th-ladder.h"
#include "th-path.h"
#include "th-text.h"
#include "th-widgets.h"
#include "th-workers.h"

#define BAR_HEIGHT 13
/* Relatives and remarks that are listed. */
#define MAX_LINKS 12
#define MAX_REMARKS 12

struct _ThJourneyPanel
{
  GtkWidget     parent;

  GtkWidget    *scroller;
  GtkWidget    *box;
  GtkWidget    *title;
  GtkWidget    *subtitle;
  GtkWidget    *facts;
  GtkWidget    *pin;
  GtkWidget    *counts;
  GtkWidget    *ladder;
  GtkWidget    *where;     /* where the time went */
  GtkWidget    *bar;
  GtkWidget    *shares;
  GtkWidget    *biggest;
  GtkWidget    *meanwhile;
  GtkWidget    *relatives; /* links */
  GtkWidget    *remarks;

  ThDocument   *document;
  ThResults    *shown;     /* lent by the document */
  guint32       shown_row;
  GCancellable *cancellable; /* of the summary under way */
  guint         later_id;    /* relatives and remarks are to come */
};

G_DEFINE_FINAL_TYPE (ThJourneyPanel, th_journey_panel, GTK_TYPE_WIDGET)

/* --- how times are written ---------------------------------------------- */

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
  ThRecording *recording = th_document_get_recording (self->document);

  return (ThJourneyFormat) {
    format_time, format_duration, self->document, th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks
  };
}

/* --- small parts -------------------------------------------------------- */

static void
set_text (GtkWidget  *label,
          const char *text)
{
  g_autofree char *valid = text != NULL ? th_text_make_valid (text) : NULL;

  gtk_label_set_text (GTK_LABEL (label), valid != NULL ? valid : "");
  gtk_widget_set_visible (label, valid != NULL && valid[0] != '\0');
}

static void
draw_bar_cb (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  ThJourneyPanel *self = data;
  ThFlows *flows;

  if (self->shown == NULL || th_document_get_scene (self->document) == NULL)
    return;

  flows = th_results_get_flows (self->shown);
  th_path_draw_bar (th_scene_get_theme (th_document_get_scene (self->document)), flows,
                    th_flows_get (flows, self->shown_row), width, height, cr);
}

/* --- head --------------------------------------------------------------- */

static void
show_counts (ThJourneyPanel *self,
             ThFlows        *flows,
             const ThFlow   *flow)
{
  g_autofree char *words = th_journey_dup_counts (flows, flow);
  g_autoptr(GString) text = g_string_new (NULL);
  gboolean ticks = th_stream_get_clock (th_recording_get_stream (th_document_get_recording (self->document), 0))->ticks;
  guint counts[TH_N_SURENESS];

  th_flows_count_sureness (flows, flow, counts);
  for (guint i = 0; i < TH_N_SURENESS; i++)
    if (i != TH_SURE_OPEN || counts[i] > 0)
      g_string_append_printf (text, "%s%s\u00a0%u\u00a0%s", i > 0 ? "  " : "", th_sureness_get_sign (i), counts[i], th_sureness_get_word (i));
  /* Translators: what the offsets of the steps below are counted in */
  g_string_append_printf (text, " · %s", ticks ? _("times in ticks") : _("times in µs"));
  gtk_label_set_text (GTK_LABEL (self->counts), text->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->counts), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
show_head (ThJourneyPanel *self,
           ThFlows        *flows,
           const ThFlow   *flow)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autofree char *noun = th_journey_dup_noun (flows);
  g_autofree char *name = th_journey_dup_name (flow);
  g_autofree char *title = g_strdup_printf ("%s %s", noun, name);
  g_autofree char *first = th_document_format_time (self->document, flow->first);
  g_autofree char *subtitle = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x · %s", flow->key, first);
  g_autofree char *facts = th_journey_dup_facts (recording, self->shown, self->shown_row);

  set_text (self->title, title);
  set_text (self->subtitle, subtitle);
  set_text (self->facts, facts);
  if (th_journey_is_dropped (self->shown, self->shown_row))
    gtk_widget_add_css_class (self->facts, "error");
  else
    gtk_widget_remove_css_class (self->facts, "error");
  show_counts (self, flows, flow);
}

/* --- where the time went ------------------------------------------------- */

/* That of a stage is called by it, as in "packet.wakeup". */
static ThMeasure *
find_measure (ThResults  *results,
              const char *stage)
{
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    {
      ThMeasure *measure = th_results_get_measure (results, i);
      const char *id = th_measure_get_info (measure)->id;
      const char *dot = strrchr (id, '.');

      if (g_str_equal (dot != NULL ? dot + 1 : id, stage))
        return measure;
    }

  return NULL;
}

static char *
biggest_text (ThJourneyPanel *self,
              ThFlows        *flows,
              const GArray   *legs,
              const guint    *percents,
              guint           biggest,
              const gint64   *p99)
{
  const ThLeg *leg = &g_array_index (legs, ThLeg, biggest);
  const char *stage = th_flows_get_stage_title (flows, leg->stage);
  g_autofree char *time = th_document_format_duration (self->document, leg->end - leg->begin);
  g_autofree char *trace = p99 != NULL ? th_document_format_duration (self->document, *p99) : NULL;

  if (p99 == NULL)
    /* Translators: a stage, its duration and its share of the whole */
    return g_strdup_printf (_("%s %s = %u %%"), stage, time, percents[biggest]);

  /* Translators: the same, and the 99th percentile of that stage in the trace */
  return g_strdup_printf (_("%s %s = %u %%; p99 of this trace %s"), stage, time, percents[biggest], trace);
}

static void
show_biggest (ThJourneyPanel *self,
              const gint64   *p99)
{
  ThFlows *flows = th_results_get_flows (self->shown);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, th_flows_get (flows, self->shown_row));
  g_autofree guint *percents = g_new0 (guint, legs->len + 1);
  guint biggest = th_journey_find_longest (legs);
  g_autofree char *text = NULL;

  th_journey_share (legs, percents);
  if (biggest != G_MAXUINT)
    text = biggest_text (self, flows, legs, percents, biggest, p99);
  set_text (self->biggest, text);
}

static void
show_shares (ThJourneyPanel *self,
             ThFlows        *flows,
             const GArray   *legs)
{
  g_autofree guint *percents = g_new0 (guint, legs->len + 1);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GString) tooltip = g_string_new (NULL);

  th_journey_share (legs, percents);
  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      g_autofree char *time = th_document_format_duration (self->document, leg->end - leg->begin);
      const char *stage = th_flows_get_stage_title (flows, leg->stage);

      if (percents[i] > 0)
        g_string_append_printf (text, "%s%s\u00a0%u\u00a0%%", text->len > 0 ? " · " : "", stage, percents[i]);
      if (i < 40)
        g_string_append_printf (tooltip, "%s%s %s, %u %%", i > 0 ? "\n" : "", stage, time, percents[i]);
    }

  set_text (self->shares, text->str);
  gtk_widget_set_tooltip_text (self->bar, tooltip->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip->str, -1);
}

static void
show_meanwhile (ThJourneyPanel *self,
                ThFlows        *flows,
                const ThFlow   *flow,
                const GArray   *legs)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);
  ThJourneyFormat format = get_format (self);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      g_autofree char *line = NULL, *valid = NULL;

      if (leg->stage >= info->n_stages || !info->stages[leg->stage].waits)
        continue;
      line = th_journey_dup_meanwhile (th_document_get_recording (self->document), flows, flow, leg, &format);
      valid = line != NULL ? th_text_make_valid (line) : NULL;
      if (valid != NULL)
        /* Translators: a stage in which a task waits, and who ran meanwhile */
        g_string_append_printf (text, _("%s%s: %s"), text->len > 0 ? "\n" : "", th_flows_get_stage_title (flows, leg->stage), valid);
    }

  gtk_label_set_text (GTK_LABEL (self->meanwhile), text->str);
  gtk_widget_set_visible (self->meanwhile, text->len > 0);
}

typedef struct
{
  ThResults *results;
  ThMeasure *measure;
  ThSummary  summary;
} Summary;

static void
summary_free (Summary *summary)
{
  th_results_unref (summary->results);
  g_free (summary);
}

static void
summary_worker (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  Summary *summary = data;

  th_measure_summarize (summary->measure, &summary->summary);
  g_task_return_boolean (task, TRUE);
}

static void
summary_done_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  const Summary *summary = g_task_get_task_data (G_TASK (result));
  ThJourneyPanel *self = data;

  if (!g_task_propagate_boolean (G_TASK (result), NULL)) /* cancelled: @self may be gone */
    return;

  g_clear_object (&self->cancellable);
  if (self->shown == summary->results && summary->summary.n > 0)
    show_biggest (self, &summary->summary.p99);
}

static void
stop_summary (ThJourneyPanel *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* It sorts all samples: not here. */
static void
start_summary (ThJourneyPanel *self,
               ThFlows        *flows,
               const GArray   *legs)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);
  guint biggest = th_journey_find_longest (legs);
  guint stage = biggest != G_MAXUINT ? g_array_index (legs, ThLeg, biggest).stage : TH_FLOW_NO_STAGE;
  ThMeasure *measure = stage < info->n_stages ? find_measure (self->shown, info->stages[stage].id) : NULL;
  g_autoptr(GTask) task = NULL;
  Summary *summary;

  stop_summary (self);
  if (measure == NULL)
    return;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, summary_done_cb, self);
  summary = g_new0 (Summary, 1);
  summary->results = th_results_ref (self->shown);
  summary->measure = measure;
  g_task_set_task_data (task, summary, (GDestroyNotify) summary_free);
  th_workers_run (task, summary_worker);
}

/* --- relatives ----------------------------------------------------------- */

static void
add_link (ThJourneyPanel *self,
          ThFlows        *flows,
          guint32         row,
          const char     *what,
          int             place)
{
  GtkWidget *button, *label = th_paragraph_new (what, "dim-label");
  g_autofree char *name = th_journey_dup_name (th_flows_get (flows, row));
  guint index = 0;

  g_ptr_array_find ((GPtrArray *) th_document_get_results (self->document), self->shown, &index);
  button = gtk_button_new_with_label (name);
  gtk_widget_add_css_class (button, "link");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.follow-flow");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(uu)", index, row);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (GTK_GRID (self->relatives), label, 0, place, 1, 1);
  gtk_grid_attach (GTK_GRID (self->relatives), button, 1, place, 1, 1);
}

static void
show_kin (ThJourneyPanel *self,
          ThFlows        *flows)
{
  guint n_left_out;
  g_autoptr(GArray) kin = th_journey_list_kin (flows, self->shown_row, MAX_LINKS, &n_left_out);

  th_widget_clear (self->relatives);
  for (guint i = 0; i < kin->len; i++)
    add_link (self, flows, g_array_index (kin, ThKin, i).row, g_array_index (kin, ThKin, i).what, i);
  if (n_left_out > 0)
    {
      g_autofree char *more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n_left_out), n_left_out);

      gtk_grid_attach (GTK_GRID (self->relatives), th_paragraph_new (more, "dim-label"), 0, kin->len, 2, 1);
    }
  gtk_widget_set_visible (self->relatives, kin->len > 0);
}

/* --- remarks ------------------------------------------------------------- */

/* Its first sentence; all of it is in the tooltip, and in the copied text. */
static void
add_remark (ThJourneyPanel *self,
            const char     *remark)
{
  g_autofree char *text = th_text_make_valid (remark);
  const char *end = strstr (text, ". ");
  g_autofree char *first = end != NULL ? g_strndup (text, end + 1 - text) : g_strdup (text);
  GtkWidget *label = th_paragraph_new (first, "remark");

  if (end != NULL)
    {
      gtk_widget_set_tooltip_text (label, text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    }
  gtk_box_append (GTK_BOX (self->remarks), label);
}

static void
show_remarks (ThJourneyPanel *self,
              ThFlows        *flows,
              const ThFlow   *flow)
{
  g_auto(GStrv) remarks = th_results_list_remarks (self->shown);
  g_autofree char *lost = th_journey_dup_lost (th_document_get_recording (self->document), flows, flow);

  th_widget_clear (self->remarks);
  if (lost != NULL)
    gtk_box_append (GTK_BOX (self->remarks), th_paragraph_new (lost, "error"));
  if (flow->flags & TH_FLOW_CLOCK)
    gtk_box_append (GTK_BOX (self->remarks), th_paragraph_new (_("A step comes before its cause: the clocks of the CPUs "
                                                                 "disagree."), "error"));
  for (guint i = 0; remarks[i] != NULL && i < MAX_REMARKS; i++)
    add_remark (self, remarks[i]);
  gtk_widget_set_visible (self->remarks, TRUE);
}

/* --- keeping up ---------------------------------------------------------- */

static void
show_step (ThJourneyPanel *self)
{
  if (self->shown != NULL)
    th_ladder_select (TH_LADDER (self->ladder), th_document_get_step (self->document));
}

static gboolean
later_cb (gpointer data)
{
  ThJourneyPanel *self = data;
  ThFlows *flows = th_results_get_flows (self->shown);

  self->later_id = 0;
  show_kin (self, flows);
  show_remarks (self, flows, th_flows_get (flows, self->shown_row));

  return G_SOURCE_REMOVE;
}

static void
stop_later (ThJourneyPanel *self)
{
  g_clear_handle_id (&self->later_id, g_source_remove);
}

/* What is below the steps comes after the frame that shows these. */
static void
rebuild (ThJourneyPanel *self)
{
  ThFlows *flows = th_results_get_flows (self->shown);
  const ThFlow *flow = th_flows_get (flows, self->shown_row);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);

  show_head (self, flows, flow);
  th_ladder_show (TH_LADDER (self->ladder), self->document, self->shown, self->shown_row);
  gtk_widget_set_visible (self->where, legs->len > 0);
  show_shares (self, flows, legs);
  show_biggest (self, NULL);
  start_summary (self, flows, legs);
  show_meanwhile (self, flows, flow, legs);
  gtk_widget_set_visible (self->relatives, FALSE);
  gtk_widget_set_visible (self->remarks, FALSE);
  if (self->later_id == 0)
    self->later_id = g_idle_add (later_cb, self);
  gtk_widget_queue_draw (self->bar);
  show_step (self);
}

/* To a reader its text is short, to a listener it has to say what is pinned. */
static void
show_pinned (ThJourneyPanel *self)
{
  gboolean pinned = th_document_is_pinned (self->document);

  gtk_button_set_label (GTK_BUTTON (self->pin), pinned ? _("Unpin") : _("Pin"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->pin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  pinned ? _("Unpin lane") : _("Pin lane"), -1);
}

static void
follow_changed_cb (ThJourneyPanel *self)
{
  guint32 row = 0;
  ThResults *results = self->document != NULL ? th_document_get_followed (self->document, &row) : NULL;

  if (results != NULL)
    show_pinned (self);
  if (results == self->shown && row == self->shown_row)
    return;

  stop_summary (self);
  stop_later (self);
  self->shown = results;
  self->shown_row = row;
  if (results != NULL)
    rebuild (self);
  else
    th_ladder_show (TH_LADDER (self->ladder), self->document, NULL, 0);
}

/* The scene, and so the theme, is another one. */
static void
theme_changed_cb (ThJourneyPanel *self)
{
  if (self->shown != NULL)
    th_ladder_show (TH_LADDER (self->ladder), self->document, self->shown, self->shown_row);
  show_step (self);
  gtk_widget_queue_draw (self->bar);
}

static void
format_changed_cb (ThJourneyPanel *self)
{
  if (self->shown != NULL)
    rebuild (self);
}

void
th_journey_panel_set_document (ThJourneyPanel *self,
                               ThDocument     *document)
{
  if (self->document == document)
    return;

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  self->shown = NULL;
  stop_summary (self);
  stop_later (self);
  th_ladder_show (TH_LADDER (self->ladder), document, NULL, 0);
  if (document == NULL)
    return;

  g_signal_connect_swapped (document, "follow-changed", G_CALLBACK (follow_changed_cb), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (show_step), self);
  g_signal_connect_swapped (document, "theme-changed", G_CALLBACK (theme_changed_cb), self);
  g_signal_connect_swapped (document, "notify::time-format", G_CALLBACK (format_changed_cb), self);
}

char *
th_journey_panel_dup_text (ThJourneyPanel *self)
{
  ThJourneyFormat format;

  if (self->shown == NULL)
    return NULL;

  format = get_format (self);
  return th_journey_dup_text (th_document_get_recording (self->document), self->shown, self->shown_row, &format);
}

static void
append_text (GtkWidget *widget,
             GString   *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    append_text (child, text);
}

char *
th_journey_panel_dup_shown (ThJourneyPanel *self)
{
  GString *text = g_string_new (NULL);

  append_text (self->box, text);

  return g_string_free (text, FALSE);
}

gboolean
th_journey_panel_is_busy (ThJourneyPanel *self)
{
  return self->cancellable != NULL || self->later_id != 0 || th_ladder_is_busy (TH_LADDER (self->ladder));
}

/* --- class -------------------------------------------------------------- */

static void
th_journey_panel_dispose (GObject *object)
{
  ThJourneyPanel *self = TH_JOURNEY_PANEL (object);

  if (self->scroller != NULL)
    th_journey_panel_set_document (self, NULL);
  stop_summary (self);
  stop_later (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (th_journey_panel_parent_class)->dispose (object);
}

static void
th_journey_panel_class_init (ThJourneyPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_journey_panel_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "journey");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
add_label (ThJourneyPanel *self,
           const char     *css_class)
{
  GtkWidget *label = th_paragraph_new ("", css_class);

  g_object_set (label, "selectable", TRUE, "can-focus", FALSE, NULL);
  gtk_box_append (GTK_BOX (self->box), label);

  return label;
}

static GtkWidget *
add_button (GtkWidget  *box,
            const char *label,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  th_keys_set_tooltip (button, action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _(th_actions_find (action)->label), -1);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

static void
add_buttons (ThJourneyPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_widget_add_css_class (box, "buttons");
  add_button (box, "‹", "win.previous-life");
  add_button (box, "›", "win.next-life");
  add_button (box, _("Slowest"), "win.slowest");
  /* Translators: a button: the packet that is slowest but for those before */
  add_button (box, _("Next"), "win.next-slowest");
  self->pin = add_button (box, _("Pin"), "win.pin");
  add_button (box, _("Copy"), "win.copy-journey");
  gtk_box_append (GTK_BOX (self->box), box);
}

/* "Where the time went" with the bar, and what is to be said of it. */
static void
add_where (ThJourneyPanel *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = th_paragraph_new (_("Where the time went"), "heading"), *all = th_paragraph_new ("100 %", "dim-label");

  self->where = head;
  th_widget_set_code (all); /* the sign is behind the number, from right to left, too */
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), all);
  gtk_widget_add_css_class (head, "where");
  gtk_box_append (GTK_BOX (self->box), head);

  self->bar = g_object_new (GTK_TYPE_DRAWING_AREA, "content-height", BAR_HEIGHT, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->bar), draw_bar_cb, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Where the time went"), -1);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  self->shares = add_label (self, "shares");
  self->biggest = add_label (self, "biggest");
  self->meanwhile = add_label (self, "detail");
}

static void
th_journey_panel_init (ThJourneyPanel *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Journey"), -1);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->box, "inspector-box");
  gtk_widget_add_css_class (self->box, "journey-box");
  self->title = add_label (self, "title-event");
  self->subtitle = add_label (self, "address");
  self->facts = add_label (self, "detail");
  add_buttons (self);
  self->counts = add_label (self, "counts");
  self->ladder = th_ladder_new ();
  gtk_box_append (GTK_BOX (self->box), self->ladder);
  add_where (self);
  /* No boxes: such a one asks a text on several lines twenty times how wide it wants to be. */
  self->relatives = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->relatives), 6);
  gtk_box_append (GTK_BOX (self->box), self->relatives);
  self->remarks = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->remarks, "remarks");
  gtk_box_append (GTK_BOX (self->box), self->remarks);

  self->scroller = th_scroller_new (self->box);
  gtk_widget_set_focusable (self->scroller, TRUE); /* see th-inspector.c */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Journey"), -1);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
th_journey_panel_new (void)
{
  return g_object_new (TH_TYPE_JOURNEY_PANEL, NULL);
}
