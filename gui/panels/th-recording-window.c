/* th-recording-window.c - all about a recording, and what is wrong with it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-window.h"

#include <glib/gi18n-lib.h>

#include "th-scene.h"
#include "th-recording-sheets.h"
#include "th-display-text.h"
#include "th-widgets.h"

#define WIDTH 680
#define HEIGHT 640

struct _ThRecordingWindow
{
  GtkWindow   parent;

  GtkWidget  *box;      /* the sheets, one below the other */
  GPtrArray  *list;     /* of ThProblem */
  char       *text;     /* all of it, for the clipboard */
  ThDocument *document;
};

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
  /* Tab moves from button to button, not through hundreds of labels. */
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

/* The event at the place of the problem, or the next one. */
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

gboolean
th_recording_window_lead (ThRecordingWindow *self,
                          guint              index)
{
  const ThProblem *problem = index < self->list->len ? self->list->pdata[index] : NULL;

  if (problem == NULL || problem->cpu == NULL)
    return FALSE;

  th_document_lead_to (self->document,
                       ref_of (th_document_get_recording (self->document), problem));
  return TRUE;
}

static void
show_cb (GtkButton         *button,
         ThRecordingWindow *self)
{
  th_recording_window_lead (self,
                            GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index")));
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
    /* Translators: %s is where the first of the problems is: "CPU 2, time 188.024310512" */
    g_string_append_printf (text, _(" · first: %s"), place);
  if (problem->detail != NULL)
    g_string_append_printf (text, " · %s", problem->detail);

  return th_display_text_take_string (text);
}

static GtkWidget *
problem_row (ThRecordingWindow *self,
             guint              index)
{
  const ThProblem *problem = self->list->pdata[index];
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
  g_object_set_data (G_OBJECT (button), "index", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (show_cb), self);
  gtk_box_append (GTK_BOX (row), button);
  return row;
}

static void
add_problems (ThRecordingWindow *self)
{
  if (self->list->len == 0)
    return;

  gtk_box_append (GTK_BOX (self->box), label_new (_("Problems"), "heading", 0));
  for (guint i = 0; i < self->list->len; i++)
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

/* The values of all sheets are aligned. */
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
  g_clear_pointer (&self->list, g_ptr_array_unref);
  self->list = th_recording_list_problems (th_document_get_recording (document));
  text = th_recording_sheets_to_text (sheets, self->list);
  /* Focus and selection survive as long as nothing has changed. */
  if (g_strcmp0 (text, self->text) == 0)
    return;

  g_free (self->text);
  self->text = g_steal_pointer (&text);
  th_widget_clear (self->box);
  add_problems (self);
  for (guint i = 0; i < sheets->len; i++)
    add_sheet (self, sheets->pdata[i], group);
}

const char *
th_recording_window_get_text (ThRecordingWindow *self)
{
  return self->text;
}

/* --- class -------------------------------------------------------------- */

static void
copy_cb (ThRecordingWindow *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          self->text != NULL ? self->text : "");
}

static void
th_recording_window_dispose (GObject *object)
{
  ThRecordingWindow *self = TH_RECORDING_WINDOW (object);

  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_recording_window_parent_class)->dispose (object);
}

static void
th_recording_window_class_init (ThRecordingWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_recording_window_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
th_recording_window_init (ThRecordingWindow *self)
{
  GtkWidget *header = gtk_header_bar_new (), *copy = th_button_new (_("_Copy"));
  GtkWidget *scroller;

  gtk_widget_set_tooltip_text (copy, _("Copy all of this as text"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (copy_cb), self);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), copy);
  gtk_window_set_titlebar (GTK_WINDOW (self), header);
  gtk_window_set_title (GTK_WINDOW (self), _("Recording"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->box, "sheets");
  scroller = th_scroller_new (self->box);
  gtk_widget_set_focusable (scroller, TRUE); /* see th-inspector.c */
  gtk_accessible_update_property (GTK_ACCESSIBLE (scroller), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Recording"), -1);
  gtk_window_set_child (GTK_WINDOW (self), scroller);
}

GtkWidget *
th_recording_window_new (GtkWindow *parent)
{
  return g_object_new (TH_TYPE_RECORDING_WINDOW, "transient-for", parent, "destroy-with-parent",
                       TRUE, NULL);
}
