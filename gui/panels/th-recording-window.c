/* th-recording-window.c - the details and the problems of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-window.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-recording-sheets.h"
#include "th-widgets.h"

struct _ThRecordingWindow
{
  GtkWindow   parent;

  GtkWidget  *copy;
  GtkWidget  *box;      /* problems and sheets */
  GPtrArray  *problems; /* of ThProblem */
  char       *text;     /* the complete text */
  ThDocument *document;
};

enum
{
  PROP_0,
  PROP_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThRecordingWindow, th_recording_window, GTK_TYPE_WINDOW)

/* --- labels ------------------------------------------------------------- */

static GtkWidget *
label_new (const char *text,
           const char *css_class,
           float       xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* Tab must not stop at hundreds of labels. */
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

static GtkWidget *
wrapping_new (const char *text,
              const char *css_class)
{
  GtkWidget *label = label_new (text, css_class, 0);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);

  return label;
}

/* --- problems ----------------------------------------------------------- */

/* Returns the first event on the CPU of the problem at or after its time, or else the last
 * one. */
static ThRef
ref_of (ThRecording     *recording,
        const ThProblem *problem)
{
  ThStream *stream = th_recording_get_stream (recording, problem->stream);
  guint32 n = th_cpu_get_n_rows (problem->cpu);
  ThRef ref = { (guint16) problem->stream, 0,
                MIN (th_cpu_lower_bound (problem->cpu, n, problem->time), MAX (n, 1) - 1) };

  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    if (th_stream_get_cpu (stream, i) == problem->cpu)
      {
        ref.cpu = (guint16) i;
        return n > 0 ? ref : TH_REF_NONE;
      }
  return TH_REF_NONE;
}

static void
show_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThRecordingWindow *self = TH_RECORDING_WINDOW (widget);
  guint32 index = g_variant_get_uint32 (parameter);
  const ThProblem *problem = self->problems != NULL && index < self->problems->len
                             ? self->problems->pdata[index] : NULL;

  if (problem != NULL && problem->cpu != NULL)
    th_document_lead_to (self->document,
                         ref_of (th_document_get_recording (self->document), problem));
}

static char *
problem_facts (ThDocument      *document,
               const ThProblem *problem)
{
  g_autofree char *count = th_format_count (problem->count);
  g_autofree char *place = th_problem_place (problem);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "%s time", "%s times",
                                       MIN (problem->count, G_MAXINT)), count);
  if (*place != '\0')
    /* Translators: %s is the place of the first problem: "CPU 2, time 188.024310512" */
    g_string_append_printf (text, _(" · first: %s"), place);
  if (problem->detail != NULL)
    g_string_append_printf (text, " · %s", problem->detail);

  return th_display_text_take_string (text);
}

static GtkWidget *
problem_row (ThRecordingWindow *self,
             guint              index)
{
  const ThProblem *problem = self->problems->pdata[index];
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *facts = problem_facts (self->document, problem);
  GtkWidget *button;

  gtk_widget_add_css_class (row, "problem-row");
  gtk_box_append (GTK_BOX (texts), wrapping_new (th_problem_kind_text (problem->kind), NULL));
  gtk_box_append (GTK_BOX (texts), wrapping_new (facts, "dim-label"));
  gtk_box_append (GTK_BOX (row), texts);
  if (problem->cpu == NULL)
    return row;

  button = th_button_new (_("_Show"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Show the first one on the timeline"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "recording.show");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", index);
  gtk_box_append (GTK_BOX (row), button);
  return row;
}

static void
add_problems (ThRecordingWindow *self)
{
  if (self->problems->len == 0)
    return;

  gtk_box_append (GTK_BOX (self->box), label_new (_("Problems"), "heading", 0));
  for (guint i = 0; i < self->problems->len; i++)
    gtk_box_append (GTK_BOX (self->box), problem_row (self, i));
}

/* --- sheets ------------------------------------------------------------- */

static GtkWidget *
grid_new (int column_spacing)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), column_spacing);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);

  return grid;
}

/* Creates the lines of a sheet.  @group aligns the values of all sheets. */
static GtkWidget *
lines_new (const ThRecordingSheet *sheet,
           GtkSizeGroup           *group)
{
  GtkWidget *grid = grid_new (16);

  for (guint i = 0; i < sheet->names->len; i++)
    {
      GtkWidget *name = label_new (sheet->names->pdata[i], "dim-label", 0);
      GtkWidget *value = wrapping_new (sheet->values->pdata[i], "value");

      gtk_size_group_add_widget (group, name);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      name, NULL, -1);
      gtk_grid_attach (GTK_GRID (grid), name, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), value, 1, (int) i, 1, 1);
    }
  return grid;
}

static GtkWidget *
table_new (const ThRecordingSheet *sheet)
{
  GtkWidget *grid = grid_new (24);
  gpointer *cells = sheet->cells->pdata;

  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  for (guint i = 0; i < sheet->cells->len; i++)
    {
      GtkWidget *label = label_new (cells[i], i < sheet->n_columns ? "dim-label" : "value", 1);
      guint column = i % sheet->n_columns;
      g_autofree char *row = g_strdup_printf ("%s %s", (char *) cells[0],
                                              (char *) cells[i - column]);

      if (i >= sheet->n_columns && column > 0)
        th_label_place (label, row, cells[column]);
      gtk_grid_attach (GTK_GRID (grid), label, (int) column, (int) (i / sheet->n_columns), 1, 1);
    }
  return grid;
}

static void
add_sheet (ThRecordingWindow          *self,
           const ThRecordingSheet     *sheet,
           GtkSizeGroup               *group)
{
  gtk_box_append (GTK_BOX (self->box), label_new (sheet->title, "heading", 0));
  gtk_box_append (GTK_BOX (self->box), lines_new (sheet, group));
  if (sheet->n_columns > 0)
    gtk_box_append (GTK_BOX (self->box), table_new (sheet));
  if (sheet->n_more > 0)
    {
      g_autofree char *count = th_format_count (sheet->n_more);
      g_autofree char *more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %s more CPU",
                                                            "and %s more CPUs", sheet->n_more),
                                               count);

      gtk_box_append (GTK_BOX (self->box), label_new (more, "dim-label", 0));
    }
}

void
th_recording_window_fill (ThRecordingWindow *self,
                          ThDocument        *document)
{
  g_autoptr(GPtrArray) sheets = th_recording_sheets_new (document);
  g_autoptr(GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  g_autofree char *text = NULL;

  g_set_object (&self->document, document);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->problems = th_recording_list_problems (th_document_get_recording (document));
  text = th_recording_sheets_to_text (sheets, self->problems);
  /* Keep focus and selection if nothing has changed. */
  if (g_strcmp0 (text, self->text) == 0)
    return;

  g_free (self->text);
  self->text = g_steal_pointer (&text);
  th_widget_clear (self->box);
  add_problems (self);
  for (guint i = 0; i < sheets->len; i++)
    add_sheet (self, sheets->pdata[i], group);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

/* --- class -------------------------------------------------------------- */

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  const char *text = TH_RECORDING_WINDOW (widget)->text;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text != NULL ? text : "");
}

static void
th_recording_window_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  g_assert (id == PROP_TEXT);
  g_value_set_string (value, TH_RECORDING_WINDOW (object)->text);
}

static void
th_recording_window_dispose (GObject *object)
{
  ThRecordingWindow *self = TH_RECORDING_WINDOW (object);

  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->document);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORDING_WINDOW);

  G_OBJECT_CLASS (th_recording_window_parent_class)->dispose (object);
}

static void
th_recording_window_class_init (ThRecordingWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_recording_window_get_property;
  object_class->dispose = th_recording_window_dispose;
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-recording-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ThRecordingWindow, box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingWindow, copy);
  gtk_widget_class_install_action (widget_class, "recording.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "recording.show", "u", show_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_recording_window_init (ThRecordingWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_button_fix_name (self->copy);
}

GtkWidget *
th_recording_window_new (GtkWindow *parent)
{
  return th_dialog_new (TH_TYPE_RECORDING_WINDOW, parent);
}
