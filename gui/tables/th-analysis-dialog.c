/* th-analysis-dialog.c - asks for an analysis that needs parameters, and adds it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analysis-dialog.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-completion.h"
#include "th-chooser.h"
#include "th-widgets.h"

/* A parameter of an analysis and its widget. */
typedef struct
{
  ThAnalysisDialog *dialog; /* lent */
  const ThAnalysis *analysis;
  const ThParam    *param;
  GtkWidget        *widget; /* GtkEntry or GtkCheckButton */
} Input;

struct _ThAnalysisDialog
{
  GtkWindow   parent;

  ThDocument *document;
  GPtrArray  *inputs;  /* Input */
  GPtrArray  *names;   /* the choices of the open chooser */
  Input      *asking;  /* the input that the chooser fills in */
  GtkStringList *ids;  /* of the analyses that were added */
  GtkWidget  *stack;   /* a page for each analysis, named by its id */
  GtkWidget  *added;
  GtkWidget  *error;
};

G_DEFINE_FINAL_TYPE (ThAnalysisDialog, th_analysis_dialog, GTK_TYPE_WINDOW)

static Input *
find_input (ThAnalysisDialog *self,
            const char       *analysis,
            const char       *param)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      Input *input = self->inputs->pdata[i];

      if (g_str_equal (input->analysis->id, analysis) &&
          (param == NULL || g_str_equal (input->param->id, param)))
        return input;
    }

  return NULL;
}

/* --- finding events and fields ------------------------------------------ */

static void
found_cb (guint    id,
          gpointer data)
{
  ThAnalysisDialog *self = data;

  gtk_editable_set_text (GTK_EDITABLE (self->asking->widget), self->names->pdata[id]);
  gtk_widget_grab_focus (self->asking->widget);
}

static void
add_name (ThAnalysisDialog *self,
          ThChooser         *chooser,
          char             *name, /* taken */
          const char       *detail)
{
  th_chooser_add (chooser, &(ThChoice) { name, detail, NULL, self->names->len, FALSE });
  g_ptr_array_add (self->names, name);
}

static void
list_events (ThAnalysisDialog  *self,
             ThChooser         *chooser)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autoptr(ThCompleter) completer = th_completer_new (recording);
  guint n_seen;
  g_autoptr(GArray) types = th_completer_list_types (completer, &n_seen);

  for (guint i = 0; i < types->len; i++)
    {
      guint type = g_array_index (types, guint, i);

      add_name (self, chooser,
                g_strdup_printf ("%s:%s", th_recording_get_type_system (recording, type),
                                 th_recording_get_type_name (recording, type)),
                /* Translators: events of a type */
                i < n_seen ? NULL : _("rare or absent in this recording"));
    }
}

/* Fields of the event types that this analysis was given; common fields come last. */
static void
list_fields (ThAnalysisDialog  *self,
             ThChooser         *chooser)
{
  ThRecording *recording = th_document_get_recording (self->document);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      const Input *input = self->inputs->pdata[i];
      const ThFieldTable *fields;
      const char *event;
      guint type;

      if (input->analysis != self->asking->analysis || input->param->kind != TH_PARAM_EVENT)
        continue;
      event = gtk_editable_get_text (GTK_EDITABLE (input->widget));
      type = th_recording_find_type (recording, event);
      fields = type != TH_TYPE_NONE ? th_recording_get_fields (recording, type) : NULL;
      for (guint pass = 0; pass < 2; pass++)
        for (guint f = 0; fields != NULL && f < fields->n_fields; f++)
          if (!(fields->fields[f].flags & TH_FIELD_COMMON) == (pass == 0))
            add_name (self, chooser, g_strdup (fields->fields[f].name), event);
    }
}

static void
find_cb (Input *input)
{
  ThAnalysisDialog *self = input->dialog;
  ThChooser *chooser = th_chooser_new (GTK_WINDOW (self), _(input->param->title), found_cb, self);

  self->asking = input;
  g_ptr_array_set_size (self->names, 0);
  if (input->param->kind == TH_PARAM_EVENT)
    list_events (self, chooser);
  else
    list_fields (self, chooser);
  gtk_window_present (GTK_WINDOW (chooser));
}

/* --- adding ------------------------------------------------------------- */

/* Shows a message below its page. */
static void
show_error (ThAnalysisDialog *self,
            const Input      *input,
            const char       *text)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), input->analysis->id);
  gtk_label_set_text (GTK_LABEL (self->error), text);
  gtk_widget_set_visible (self->error, text[0] != '\0');
}

static GtkWidget *
create_added_row (gpointer item,
                  gpointer data)
{
  const char *id = gtk_string_object_get_string (item);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *label = th_label_new (id, NULL);
  GtkWidget *button = gtk_button_new_with_label (_("Remove")), *row = gtk_list_box_row_new ();

  th_button_name_of (button, id, _("Remove"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "analysis.remove");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", id);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  g_object_set (row, "child", box, "activatable", FALSE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, id, -1);

  return row;
}

static void
show_added (ThAnalysisDialog *self)
{
  g_auto(GStrv) ids = th_analysis_runner_list_added (th_document_get_analyses (self->document));

  gtk_string_list_splice (self->ids, 0, g_list_model_get_n_items (G_LIST_MODEL (self->ids)),
                          (const char *const *) ids);
  gtk_widget_set_visible (self->added, ids[0] != NULL);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ThAnalysisDialog *self = TH_ANALYSIS_DIALOG (widget);
  /* The button that owns the parameter is destroyed with its row. */
  g_autofree char *id = g_variant_dup_string (parameter, NULL);

  /* GTK 4.8 would draw the row's surroundings as if the focus were still there. */
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  th_analysis_runner_remove (th_document_get_analyses (self->document), id);
  show_added (self);
}

static GHashTable *
collect_params (ThAnalysisDialog *self,
                const ThAnalysis *analysis)
{
  GHashTable *params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      const Input *input = self->inputs->pdata[i];
      const char *text;

      if (input->analysis != analysis)
        continue;
      text = GTK_IS_CHECK_BUTTON (input->widget)
             ? (gtk_check_button_get_active (GTK_CHECK_BUTTON (input->widget)) ? "1" : "0")
             : gtk_editable_get_text (GTK_EDITABLE (input->widget));
      /* An empty entry means the default. */
      if (text[0] != '\0')
        g_hash_table_replace (params, g_strdup (input->param->id), g_strdup (text));
    }

  return params;
}

/* Returns the required parameter that is missing; NULL if there is none. */
static const Input *
find_missing (ThAnalysisDialog *self,
              const ThAnalysis *analysis)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const Input *input = self->inputs->pdata[i];

      if (input->analysis == analysis && input->param->value == NULL &&
          GTK_IS_ENTRY (input->widget) &&
          gtk_editable_get_text (GTK_EDITABLE (input->widget))[0] == '\0')
        return input;
    }

  return NULL;
}

static void
add (ThAnalysisDialog *self,
     const char       *analysis)
{
  const Input *input = find_input (self, analysis, NULL), *missing;
  g_autoptr(GHashTable) params = NULL;
  g_autoptr(GError) error = NULL;

  if (input == NULL)
    return;

  missing = find_missing (self, input->analysis);
  if (missing != NULL)
    {
      /* Translators: the title of an entry that must be filled in */
      g_autofree char *text = g_strdup_printf (_("“%s” is missing"), _(missing->param->title));

      show_error (self, missing, text);
      gtk_widget_grab_focus (missing->widget);
      return;
    }

  params = collect_params (self, input->analysis);
  if (!th_analysis_runner_add (th_document_get_analyses (self->document), input->analysis, params,
                               &error))
    {
      show_error (self, input, error->message);
      return;
    }

  show_error (self, input, "");
  show_added (self);
}

static void
add_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  add (TH_ANALYSIS_DIALOG (widget), g_variant_get_string (parameter, NULL));
}

/* --- building ----------------------------------------------------------- */

/* Enter was pressed in an entry. */
static void
entered_cb (Input *input)
{
  add (input->dialog, input->analysis->id);
}

/* Returns the selected span or, if there is none, the visible one. */
static void
propose_time (ThAnalysisDialog *self,
              const ThAnalysis *analysis,
              const Input      *input)
{
  const ThParam *param = analysis->params;
  ThRecording *recording = th_document_get_recording (self->document);
  ThStream *stream = th_recording_get_n_streams (recording) > 0
                     ? th_recording_get_stream (recording, 0) : NULL;
  g_autofree char *text = NULL;
  gint64 from, to;

  while (param->kind != TH_PARAM_TIME)
    param++;
  if (!th_document_get_span (self->document, &from, &to))
    {
      from = th_document_get_view (self->document)->from;
      to = th_document_get_view (self->document)->to;
    }
  from = MAX (param == input->param ? from : to, 0);
  text = stream != NULL && th_stream_get_clock (stream)->ticks
           ? g_strdup_printf ("%" G_GINT64_FORMAT, from)
           : g_strdup_printf ("%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT, from / 1000000000,
                              from % 1000000000);
  gtk_editable_set_text (GTK_EDITABLE (input->widget), text);
}

static gboolean
asks_for_time (const ThAnalysis *analysis)
{
  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    if (param->kind == TH_PARAM_TIME)
      return TRUE;

  return FALSE;
}

static void
add_input (ThAnalysisDialog *self,
           GtkWidget        *grid,
           int               row,
           const ThAnalysis *analysis,
           const ThParam    *param)
{
  Input *input = g_new0 (Input, 1);
  GtkWidget *title = th_paragraph_new (_(param->title), NULL);

  *input = (Input) { self, analysis, param, NULL };
  g_ptr_array_add (self->inputs, input);
  if (param->kind == TH_PARAM_BOOL)
    {
      input->widget = gtk_check_button_new_with_label (_(param->title));
      gtk_widget_set_name (input->widget, param->id);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (input->widget),
                                   g_strcmp0 (param->value, "1") == 0);
      gtk_grid_attach (GTK_GRID (grid), input->widget, 1, row, 2, 1);
      g_object_ref_sink (title);
      g_object_unref (title);
      return;
    }

  gtk_label_set_width_chars (GTK_LABEL (title), 18);
  input->widget = gtk_entry_new ();
  gtk_widget_set_name (input->widget, param->id);
  gtk_widget_set_hexpand (input->widget, TRUE);
  gtk_widget_set_valign (input->widget, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (input->widget, "activate", G_CALLBACK (entered_cb), input);
  gtk_accessible_update_property (GTK_ACCESSIBLE (input->widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(param->title), -1);
  /* A default that names another parameter ("$key") says nothing to a reader. */
  if (param->value != NULL && param->value[0] != '$')
    gtk_editable_set_text (GTK_EDITABLE (input->widget), param->value);
  if (param->kind == TH_PARAM_TIME)
    propose_time (self, analysis, input);
  gtk_grid_attach (GTK_GRID (grid), title, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), input->widget, 1, row, 1, 1);
  if (param->kind == TH_PARAM_EVENT || param->kind == TH_PARAM_FIELD)
    {
      GtkWidget *button = gtk_button_new_with_label ("…");

      const char *tip = param->kind == TH_PARAM_EVENT ? _("Find an event type") : _("Find a field");

      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (button, tip);
      th_button_name_of (button, _(param->title), tip);
      g_signal_connect_swapped (button, "clicked", G_CALLBACK (find_cb), input);
      gtk_grid_attach (GTK_GRID (grid), button, 2, row, 1, 1);
    }
}

/* --- examples ------------------------------------------------------------- */

static void
set_value (ThAnalysisDialog *self,
           const char       *analysis,
           const char       *param,
           const char       *value)
{
  Input *input = find_input (self, analysis, param);

  if (input == NULL)
    return;

  if (GTK_IS_CHECK_BUTTON (input->widget))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (input->widget), g_str_equal (value, "1"));
  else
    gtk_editable_set_text (GTK_EDITABLE (input->widget), value);
}

static void
try_cb (GtkWidget        *button,
        ThAnalysisDialog *self)
{
  const ThAnalysis *analysis = g_object_get_data (G_OBJECT (button), "analysis");
  const ThExample *example = g_object_get_data (G_OBJECT (button), "example");
  g_auto(GStrv) params = g_strsplit (example->params, " ", -1);

  for (const ThParam *param = analysis->params; param->id != NULL; param++)
    set_value (self, analysis->id, param->id,
               param->value != NULL && param->value[0] != '$' ? param->value : "");
  for (guint i = 0; params[i] != NULL; i++)
    {
      g_auto(GStrv) pair = g_strsplit (params[i], "=", 2);

      set_value (self, analysis->id, pair[0], pair[1]);
    }
}

/* Returns whether the recording has the events that @example uses. */
static gboolean
can_try (ThAnalysisDialog *self,
         const ThAnalysis *analysis,
         const ThExample  *example)
{
  g_auto(GStrv) params = g_strsplit (example->params, " ", -1);

  for (guint i = 0; params[i] != NULL; i++)
    {
      g_auto(GStrv) pair = g_strsplit (params[i], "=", 2);

      for (const ThParam *param = analysis->params; param->id != NULL; param++)
        if (param->kind == TH_PARAM_EVENT && g_str_equal (param->id, pair[0]) &&
            th_recording_find_type (th_document_get_recording (self->document),
                                    pair[1]) == TH_TYPE_NONE)
          return FALSE;
    }

  return TRUE;
}

static GtkWidget *
examples_new (ThAnalysisDialog *self,
              const ThAnalysis *analysis)
{
  GtkWidget *box = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (box), 4);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (box), 4);
  for (const ThExample *example = analysis->examples; example->title != NULL; example++)
    {
      GtkWidget *button = gtk_button_new_with_label (_(example->title));
      gboolean possible = can_try (self, analysis, example);

      gtk_widget_set_sensitive (button, possible);
      gtk_widget_set_tooltip_text (button, possible ? example->params
                                                    : _("This recording has no such events."));
      gtk_widget_add_css_class (button, "example");
      g_object_set_data (G_OBJECT (button), "analysis", (gpointer) analysis);
      g_object_set_data (G_OBJECT (button), "example", (gpointer) example);
      g_signal_connect (button, "clicked", G_CALLBACK (try_cb), self);
      gtk_flow_box_insert (GTK_FLOW_BOX (box), button, -1);
      /* The button takes the focus, not the child that holds it. */
      gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
    }

  return box;
}

/* --- pages ---------------------------------------------------------------- */

static void
add_analysis (ThAnalysisDialog *self,
              const ThAnalysis *analysis)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *grid = gtk_grid_new ();
  GtkWidget *button = gtk_button_new_with_label (_("Add"));
  int row = 0;

  th_button_name_of (button, _(analysis->title), _("Add"));

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_box_append (GTK_BOX (box), th_paragraph_new (_(analysis->text), "dim-label"));
  if (analysis->examples != NULL)
    {
      gtk_box_append (GTK_BOX (box), th_label_new (_("Examples"), "heading"));
      gtk_box_append (GTK_BOX (box), examples_new (self, analysis));
    }
  for (const ThParam *param = analysis->params; param->id != NULL; param++)
    add_input (self, grid, row++, analysis, param);
  gtk_box_append (GTK_BOX (box), grid);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "analysis.add");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", analysis->id);
  gtk_box_append (GTK_BOX (box), button);
  gtk_stack_add_titled (GTK_STACK (self->stack), box, analysis->id, _(analysis->title));
}

static void
th_analysis_dialog_dispose (GObject *object)
{
  ThAnalysisDialog *self = TH_ANALYSIS_DIALOG (object);

  if (self->added != NULL)
    gtk_list_box_bind_model (GTK_LIST_BOX (self->added), NULL, NULL, NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_ANALYSIS_DIALOG);

  G_OBJECT_CLASS (th_analysis_dialog_parent_class)->dispose (object);
}

static void
th_analysis_dialog_finalize (GObject *object)
{
  ThAnalysisDialog *self = TH_ANALYSIS_DIALOG (object);

  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->names);
  g_clear_object (&self->ids);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_analysis_dialog_parent_class)->finalize (object);
}

static void
th_analysis_dialog_class_init (ThAnalysisDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_analysis_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_analysis_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-analysis-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThAnalysisDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, ThAnalysisDialog, error);
  gtk_widget_class_bind_template_child (widget_class, ThAnalysisDialog, added);
  gtk_widget_class_install_action (widget_class, "analysis.add", "s", add_action);
  gtk_widget_class_install_action (widget_class, "analysis.remove", "s", remove_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_analysis_dialog_init (ThAnalysisDialog *self)
{
  self->inputs = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->ids = gtk_string_list_new (NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  gtk_list_box_bind_model (GTK_LIST_BOX (self->added), G_LIST_MODEL (self->ids), create_added_row,
                           NULL, NULL);
}

ThAnalysisDialog *
th_analysis_dialog_new (GtkWindow  *parent,
                        ThDocument *document)
{
  ThAnalysisDialog *self = th_dialog_new (TH_TYPE_ANALYSIS_DIALOG, parent);

  self->document = g_object_ref (document);
  /* Analyses that need parameters come first; the others can be limited to a span. */
  for (guint i = 0; th_analyses_list ()[i] != NULL; i++)
    if (!th_analysis_is_automatic (th_analyses_list ()[i]) && !th_analyses_list ()[i]->only_needed)
      add_analysis (self, th_analyses_list ()[i]);
  for (guint i = 0; th_analyses_list ()[i] != NULL; i++)
    if (th_analysis_is_automatic (th_analyses_list ()[i]) && asks_for_time (th_analyses_list ()[i]))
      add_analysis (self, th_analyses_list ()[i]);
  show_added (self);
  /* The focus must not be on the button that removes an analysis. */
  if (self->inputs->len > 0)
    gtk_window_set_focus (GTK_WINDOW (self), ((Input *) self->inputs->pdata[0])->widget);

  return self;
}
