/* th-record-form.c - chooses what to record on a connected target, how long and how much
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-form.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-event-chooser.h"
#include "th-function-completion.h"
#include "th-gtk48.h"
#include "th-preset-card.h"
#include "th-record-amount.h"
#include "th-record-exec.h"
#include "th-record-left-out.h"
#include "th-record-length.h"
#include "th-widgets.h"

#define DEFAULT_PRESET "packets"
#define MEASURE_SECONDS 1
#define MAX_MISSING 12

struct _ThRecordForm
{
  GtkWidget      parent;

  GtkWidget     *scroller;
  GtkFlowBox    *presets_box;
  GtkFlowBox    *columns;
  GtkExpander   *missing;
  GtkWidget     *missing_list;
  GtkWidget     *functions_row;
  GtkEditable   *functions;
  GtkEditable   *pids;
  ThRecordLength *length;
  ThRecordAmount *amount;
  GtkCheckButton *counters;
  GtkCheckButton *hold;
  GtkEditable   *command;
  GtkCheckButton *only_command;
  GtkEditable   *path;
  GtkWidget     *same_as;
  GtkWidget     *problem_label;

  ThTargetLink  *link;
  GPtrArray     *further;  /* ThTargetLink, recorded at the same time; or NULL */
  ThPresets     *presets;
  ThRecordPlan  *plan;
  ThPresetMatch *match;    /* of the plan; NULL if there is a problem */
  char          *problem;
  ThFunctionCompletion *completion; /* of the functions */
  GSignalGroup  *measured; /* of the capture, while it measures */
  gboolean       loading;
};

enum
{
  PROP_0,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThRecordForm, th_record_form, GTK_TYPE_WIDGET)

/* --- what the target does not have -------------------------------------------------- */

static void
add_missing (ThRecordForm          *self,
             const ThPresetMissing *missing,
             int                    row)
{
  GtkWidget *name = th_label_new (NULL, "monospace"), *since = th_label_new (NULL, "dim-label");
  GtkWidget *without = th_paragraph_new (missing->without != NULL ? missing->without : "", NULL);

  th_label_set_text (name, missing->name);
  if (missing->since != NULL)
    {
      g_autofree char *text = g_strdup_printf (_("since %s"), missing->since);

      th_label_set_text (since, text);
    }
  gtk_widget_set_valign (name, GTK_ALIGN_START);
  gtk_widget_set_valign (since, GTK_ALIGN_START);
  gtk_widget_set_hexpand (without, TRUE);
  gtk_grid_attach (GTK_GRID (self->missing_list), name, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (self->missing_list), since, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (self->missing_list), without, 2, row, 1, 1);
}

static char *
describe_events (const ThPresetMatch *match)
{
  if (match->missing->len == 0)
    return g_strdup_printf (ngettext ("%u event, all available on the target",
                                      "%u events, all available on the target",
                                      match->choices->len),
                            match->choices->len);
  return g_strdup_printf (_("%u of %u events available on this kernel"), match->choices->len,
                          MAX (match->n_wanted, match->choices->len));
}

/* What the presets need is checked before the plan as a whole. */
static void
show_missing (ThRecordForm *self)
{
  const ThTargetFacts *facts = th_target_link_get_facts (self->link);
  const char *const *presets = (const char *const *) self->plan->presets;
  g_autoptr(ThPresetMatch) wanted =
    self->match == NULL ? th_preset_match (self->presets, presets, &facts->preset) : NULL;
  const ThPresetMatch *match = wanted != NULL ? wanted : self->match;
  g_autofree char *title = describe_events (match);

  while (gtk_grid_get_child_at (GTK_GRID (self->missing_list), 0, 0) != NULL)
    gtk_grid_remove_row (GTK_GRID (self->missing_list), 0);
  gtk_expander_set_label (self->missing, title);
  for (guint i = 0; i < MIN (match->missing->len, MAX_MISSING); i++)
    add_missing (self, match->missing->pdata[i], i);
}

/* --- the plan ------------------------------------------------------------------------- */

static void
set_problem (ThRecordForm *self,
             const char   *problem)
{
  th_label_show_text (self->problem_label, problem);
  if (g_strcmp0 (self->problem, problem) == 0)
    return;

  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

void
th_record_form_set_message (ThRecordForm *self,
                            const char   *message)
{
  th_label_show_text (self->problem_label, message);
}

static ThPresetCard *
get_card (ThRecordForm *self,
          guint         index)
{
  GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index (self->presets_box, index);

  return child != NULL ? TH_PRESET_CARD (gtk_flow_box_child_get_child (child)) : NULL;
}

static char **
list_chosen (ThRecordForm *self)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();
  ThPresetCard *card;

  for (guint i = 0; (card = get_card (self, i)) != NULL; i++)
    if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (card)))
      g_strv_builder_add (ids, th_preset_card_get_preset (card)->id);
  return g_strv_builder_end (ids);
}

/* The words of an entry, between blanks or commas; NULL if there are none. */
static char **
list_words (GtkEditable *entry)
{
  g_autoptr(GStrvBuilder) words = g_strv_builder_new ();
  g_auto(GStrv) parts = g_strsplit_set (gtk_editable_get_text (entry), ", ", -1);
  g_auto(GStrv) list = NULL;

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i][0] != '\0')
      g_strv_builder_add (words, parts[i]);
  list = g_strv_builder_end (words);
  return list[0] != NULL ? g_steal_pointer (&list) : NULL;
}

static void
take_list (char ***list,
           char  **words)
{
  g_strfreev (*list);
  *list = words;
}

/* NULL if the entry is empty. */
static void
take_text (char       **text,
           GtkEditable *entry)
{
  const char *now = gtk_editable_get_text (entry);

  g_free (*text);
  *text = now[0] != '\0' ? g_strdup (now) : NULL;
}

static gboolean
needs (ThRecordForm *self,
       guint         need)
{
  for (guint i = 0; self->plan->presets != NULL && self->plan->presets[i] != NULL; i++)
    {
      const ThPreset *preset = th_presets_find (self->presets, self->plan->presets[i]);

      if (preset != NULL && (preset->needs & need))
        return TRUE;
    }
  return FALSE;
}

static void
store (ThRecordForm *self)
{
  ThRecordPlan *plan = self->plan;

  take_list (&plan->presets, list_chosen (self));
  take_list (&plan->pids, list_words (self->pids));
  take_list (&plan->functions, needs (self, TH_PRESET_NEEDS_FUNCTIONS)
                                 ? list_words (self->functions) : NULL);
  th_record_length_store (self->length, plan);
  th_record_amount_store (self->amount, plan);
  plan->no_counters = !gtk_check_button_get_active (self->counters);
  plan->hold = gtk_check_button_get_active (self->hold);
  take_text (&plan->command, self->command);
  plan->only_command = plan->command != NULL && gtk_check_button_get_active (self->only_command);
  take_text (&plan->path, self->path);
}

static void
show_command (ThRecordForm *self)
{
  g_autoptr(GPtrArray) targets = g_ptr_array_new ();
  g_autofree char *command = NULL;

  g_ptr_array_add (targets, th_target_link_get_target (self->link));
  for (guint i = 0; self->further != NULL && i < self->further->len; i++)
    g_ptr_array_add (targets, th_target_link_get_target (self->further->pdata[i]));
  command = th_record_plan_dup_command_for (self->plan, (ThTarget *const *) targets->pdata,
                                            targets->len);

  th_label_set_text (self->same_as, command);
  gtk_widget_set_tooltip_text (self->same_as, command);
}

/* Says what is missing or contradictory, in the words of the form; NULL if it finds nothing. */
static const char *
find_gap (ThRecordForm *self)
{
  const ThRecordPlan *plan = self->plan;

  if ((plan->presets == NULL || plan->presets[0] == NULL) && plan->events == NULL)
    return _("Choose a preset or events.");
  if (needs (self, TH_PRESET_NEEDS_PIDS) && plan->pids == NULL && plan->command == NULL)
    return _("Name a process, or a command to run there.");
  if (needs (self, TH_PRESET_NEEDS_FUNCTIONS) && plan->functions == NULL)
    return _("Name functions to trace, such as vfs_*.");
  if (plan->only_command && plan->pids != NULL)
    return _("Name processes, or record nothing else than the command.");
  if (plan->until != NULL && plan->ring_mb == 0 && plan->hold)
    return _("A filter cannot end a recording of which everything is sent at the end.");
  return NULL;
}

/* NULL if the plan can be carried out, apart from its processes, which come and go; sets the
 * match. */
static char *
find_problem (ThRecordForm *self)
{
  const char *filter = th_record_length_get_problem (self->length);
  const ThTargetFacts *facts = th_target_link_get_facts (self->link);
  gboolean is_several = self->further != NULL && self->further->len > 0;
  const char *gap = find_gap (self);
  g_autoptr(GError) error = NULL;

  g_clear_pointer (&self->match, th_preset_match_free);
  self->match = th_record_plan_match (self->plan, self->presets, facts, &error);
  if (filter != NULL || gap != NULL)
    return g_strdup (filter != NULL ? filter : gap);
  if (self->match == NULL ||
      (is_several && !th_record_plan_check_several (self->plan, self->presets, &error)))
    return g_strdup (error->message);
  return self->plan->path == NULL ? g_strdup (_("Choose a file to record to.")) : NULL;
}

char *
th_record_form_check_processes (ThRecordForm *self)
{
  const ThTargetFacts *facts = self->link != NULL ? th_target_link_get_facts (self->link) : NULL;
  g_autoptr(GError) error = NULL;

  if (facts == NULL || th_record_plan_check_processes (self->plan, facts, &error))
    return NULL;
  return g_strdup (error->message);
}

static void
update (ThRecordForm *self)
{
  g_autofree char *problem = NULL, *doubt = NULL;

  if (self->loading || self->link == NULL || th_target_link_get_facts (self->link) == NULL)
    return;

  store (self);
  gtk_widget_set_visible (self->functions_row, needs (self, TH_PRESET_NEEDS_FUNCTIONS));
  gtk_widget_set_sensitive (GTK_WIDGET (self->only_command), self->plan->command != NULL);
  problem = find_problem (self);
  doubt = problem == NULL ? th_record_form_check_processes (self) : NULL;
  set_problem (self, problem);
  if (doubt != NULL)
    th_record_form_set_message (self, doubt);
  show_missing (self);
  show_command (self);
  th_record_amount_set_status (self->amount, NULL, 0);
}

void
th_record_form_set_further (ThRecordForm *self,
                            GPtrArray    *links)
{
  g_clear_pointer (&self->further, g_ptr_array_unref);
  self->further = g_ptr_array_ref (links);
  update (self);
}

/* The buffer follows the preset until the user changes it. */
static void
preset_cb (ThRecordForm *self)
{
  if (self->loading)
    return;

  update (self);
  if (self->match != NULL && self->plan->buffer_kb == 0)
    th_record_amount_load (self->amount, self->plan, self->match->buffer_kb);
}

/* --- measuring --------------------------------------------------------------------------- */

/* NULL if everything that was asked for has been measured. */
static char *
dup_refusal (ThRecordForm *self,
             ThCapture    *capture)
{
  GVariant *configured = th_capture_get_configured (capture);

  if (th_capture_get_refusal (capture) != NULL)
    return g_strdup (th_capture_get_refusal (capture));

  return configured != NULL
         ? th_record_plan_find_left_out (self->plan, th_target_link_get_facts (self->link),
                                         configured) : NULL;
}

static void
measured_cb (ThRecordForm *self)
{
  ThCapture *capture = th_target_link_get_capture (self->link);
  g_autofree char *refusal = NULL;
  ThCaptureStatus status;

  if (capture == NULL || th_capture_get_state (capture) != TH_CAPTURE_READY)
    return;

  g_signal_group_set_target (self->measured, NULL);
  refusal = dup_refusal (self, capture);
  if (refusal != NULL)
    {
      th_record_amount_set_status (self->amount, NULL, 0);
      th_record_form_set_message (self, refusal);
    }
  else if (th_capture_get_status (capture, &status))
    th_record_amount_set_status (self->amount, &status, self->plan->seconds);
}

static void
measure_cb (ThRecordForm *self)
{
  ThCapture *capture = th_target_link_get_capture (self->link);
  GVariant *configuration = th_record_form_dup_configuration (self, 0);

  if (capture == NULL || configuration == NULL)
    return;

  th_record_amount_begin (self->amount);
  th_capture_measure (capture, configuration, MEASURE_SECONDS);
  g_signal_group_set_target (self->measured, capture);
}

/* --- events of the user's own choice --------------------------------------------------------- */

static void
events_chosen_cb (ThRecordForm *self,
                  char        **events)
{
  take_list (&self->plan->events, g_strdupv (events));
  update (self);
}

static void
choose_events_cb (ThRecordForm *self)
{
  ThEventChooser *chooser =
    th_event_chooser_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->link,
                          (const char *const *) self->plan->events, self->match);

  g_signal_connect_object (chooser, "chosen", G_CALLBACK (events_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (chooser));
}

static void
copy_cb (ThRecordForm *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          gtk_label_get_text (GTK_LABEL (self->same_as)));
}

/* --- filling -------------------------------------------------------------------------------- */

static gboolean
is_chosen (const ThRecordPlan *plan,
           const ThPreset     *preset)
{
  if (plan->presets == NULL && plan->events == NULL)
    return strcmp (preset->id, DEFAULT_PRESET) == 0;
  return plan->presets != NULL && g_strv_contains ((const char *const *) plan->presets,
                                                   preset->id);
}

static void
add_card (ThRecordForm   *self,
          const ThPreset *preset)
{
  const char *const ids[] = { preset->id, NULL };
  const ThTargetFacts *facts = th_target_link_get_facts (self->link);
  g_autoptr(ThPresetMatch) match = th_preset_match (self->presets, ids, &facts->preset);
  GtkWidget *card = th_preset_card_new (preset);

  th_preset_card_set_match (TH_PRESET_CARD (card), match);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (card), is_chosen (self->plan, preset));
  g_signal_connect_swapped (card, "toggled", G_CALLBACK (preset_cb), self);
  gtk_flow_box_insert (self->presets_box, card, -1);
}

/* What is in the boxes has the focus, not the boxes around it. */
static void
forbid_focus (GtkFlowBox *box)
{
  GtkFlowBoxChild *child;

  for (guint i = 0; (child = gtk_flow_box_get_child_at_index (box, i)) != NULL; i++)
    gtk_widget_set_focusable (GTK_WIDGET (child), FALSE);
}

static void
fill_presets (ThRecordForm *self)
{
  GtkFlowBoxChild *child;

  while ((child = gtk_flow_box_get_child_at_index (self->presets_box, 0)) != NULL)
    gtk_flow_box_remove (self->presets_box, GTK_WIDGET (child));
  for (guint i = 0; i < th_presets_get_n (self->presets); i++)
    add_card (self, th_presets_get (self->presets, i));
  forbid_focus (self->presets_box);
}

static void
show_words (GtkEditable *entry,
            char       **words)
{
  g_autofree char *text = words != NULL ? g_strjoinv (", ", words) : g_strdup ("");

  gtk_editable_set_text (entry, text);
}

static void
fill (ThRecordForm *self)
{
  const ThTargetFacts *facts = th_target_link_get_facts (self->link);
  g_autofree char *folder = th_record_plan_dup_folder ();
  g_autofree char *path = th_record_plan_dup_path (facts, folder);

  fill_presets (self);
  show_words (self->pids, self->plan->pids);
  show_words (self->functions, self->plan->functions);
  gtk_editable_set_text (self->command, "");
  gtk_widget_set_sensitive (GTK_WIDGET (self->command),
                            th_record_exec_is_possible (th_target_link_get_target (self->link)));
  gtk_check_button_set_active (self->only_command, self->plan->only_command);
  gtk_editable_set_text (self->path, path);
  gtk_check_button_set_active (self->counters, !self->plan->no_counters);
  gtk_check_button_set_active (self->hold, self->plan->hold);
  th_record_length_set_facts (self->length, facts);
  th_record_length_load (self->length, self->plan);
  th_record_amount_set_facts (self->amount, facts);
  th_record_amount_load (self->amount, self->plan, 0);
}

void
th_record_form_set_link (ThRecordForm *self,
                         ThTargetLink *link,
                         ThPresets    *presets,
                         const char   *settings)
{
  ThRecordPlan *plan = settings != NULL && settings[0] != '\0'
                       ? th_record_plan_parse (settings, NULL) : NULL;

  g_signal_group_set_target (self->measured, NULL);
  g_set_object (&self->link, link);
  th_function_completion_set_link (self->completion, link);
  self->presets = presets;
  g_clear_pointer (&self->match, th_preset_match_free);
  g_clear_pointer (&self->plan, th_record_plan_free);
  self->plan = plan != NULL ? plan : th_record_plan_new ();
  self->loading = TRUE;
  fill (self);
  self->loading = FALSE;
  preset_cb (self);
}

/* --- what is asked for ------------------------------------------------------------------------ */

const ThRecordPlan *
th_record_form_get_plan (ThRecordForm *self)
{
  return self->plan;
}

const char *
th_record_form_get_problem (ThRecordForm *self)
{
  return self->problem;
}

GVariant *
th_record_form_dup_configuration (ThRecordForm *self,
                                  GPid          command)
{
  const ThTargetFacts *facts = self->link != NULL ? th_target_link_get_facts (self->link) : NULL;

  if (facts == NULL || self->match == NULL ||
      !th_record_plan_check_processes (self->plan, facts, NULL))
    return NULL;
  return th_record_plan_dup_configuration (
    self->plan, self->match, facts, th_target_link_get_target (self->link),
    th_record_plan_traces_command (self->plan, self->presets) ? command : 0);
}

/* --- class -------------------------------------------------------------- */

static void
th_record_form_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  if (id == PROP_PROBLEM)
    g_value_set_string (value, TH_RECORD_FORM (object)->problem);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_record_form_dispose (GObject *object)
{
  ThRecordForm *self = TH_RECORD_FORM (object);

  self->loading = TRUE;
  g_clear_object (&self->completion);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->problem_label, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORD_FORM);
  g_clear_object (&self->measured);
  g_clear_pointer (&self->match, th_preset_match_free);
  g_clear_pointer (&self->plan, th_record_plan_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_object (&self->link);
  g_clear_pointer (&self->further, g_ptr_array_unref);

  G_OBJECT_CLASS (th_record_form_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, presets_box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, columns);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, missing);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, missing_list);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, functions_row);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, functions);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, pids);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, length);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, amount);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, counters);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, hold);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, command);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, only_command);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, path);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, same_as);
  gtk_widget_class_bind_template_child (widget_class, ThRecordForm, problem_label);
}

static void
th_record_form_class_init (ThRecordFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = th_record_form_get_property;
  G_OBJECT_CLASS (klass)->dispose = th_record_form_dispose;
  properties[PROP_PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  g_type_ensure (TH_TYPE_RECORD_LENGTH);
  g_type_ensure (TH_TYPE_RECORD_AMOUNT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-record-form.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, measure_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_events_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
th_record_form_init (ThRecordForm *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  th_widget_set_code (self->same_as);
  forbid_focus (self->columns);
  th_expander_take_enter (self->missing);
  self->completion = th_function_completion_new (GTK_ENTRY (self->functions));
  self->measured = g_signal_group_new (TH_TYPE_CAPTURE);
  g_signal_group_connect_swapped (self->measured, "notify::state", G_CALLBACK (measured_cb),
                                  self);
}
