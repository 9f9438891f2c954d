/* th-marker-bar.c - buttons of markers A and B, and the time between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-marker-bar.h"
#include "th-scene-times.h"
#include "th-shortcuts.h"
#include "th-display-text.h"
#include "th-widgets.h"

#include <glib/gi18n-lib.h>

/* More lines would not fit a small window. */
#define MAX_CPUS 16

struct _ThMarkerBar
{
  GtkWidget   parent;

  ThDocument *document;
  GtkWidget  *box;
  GtkWidget  *markers[TH_N_MARKERS];
  GtkWidget  *times[TH_N_MARKERS];
  GtkWidget  *between;
  GtkWidget  *delta;  /* the label of its button */
  GtkWidget  *facts;

  /* The last description and what it was made from, as every change of the view asks. */
  gint64      told_from, told_to;
  guint       told_serial; /* of the document */
  char       *told;
};

G_DEFINE_FINAL_TYPE (ThMarkerBar, th_marker_bar, GTK_TYPE_WIDGET)

static const struct
{
  const char *letter;
  const char *style;
  const char *set;
  const char *go;
} looks[TH_N_MARKERS] = {
  { "A", "marker-a", "win.set-marker-a", "win.go-marker-a" },
  { "B", "marker-b", "win.set-marker-b", "win.go-marker-b" }
};

/* --- words -------------------------------------------------------------- */

static void
append_cpus (GString     *text,
             ThRecording *recording,
             gint64       from,
             gint64       to)
{
  g_autoptr(GArray) cpus = th_recording_list_runs (recording);

  for (guint i = 0; i < MIN (cpus->len, MAX_CPUS); i++)
    {
      const ThCpuRuns *cpu = &g_array_index (cpus, ThCpuRuns, i);
      guint number = th_cpu_get_number (cpu->cpu);
      double share = 100.0 * th_cpu_get_busy (cpu->runs, from, to) / MAX (to - from, 1);
      g_autofree char *name = th_recording_get_n_parts (recording) > 1
                              ? th_display_text_make_valid (th_recording_get_name (cpu->part))
                                : NULL;

      if (name != NULL)
        /* Translators: CPU number, name of its recording, share of the time that it was busy */
        g_string_append_printf (text, _("\nCPU %u · %s: %.1f %% busy"), number, name, share);
      else
        /* Translators: CPU number, share of the time that it was busy */
        g_string_append_printf (text, _("\nCPU %u: %.1f %% busy"), number, share);
    }
}

static char *
describe (ThMarkerBar *self,
          gint64       from,
          gint64       to)
{
  guint64 n = th_document_count_events (self->document, from, to);
  g_autofree char *count = th_format_count (n);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", n), count);
  append_cpus (text, th_document_get_recording (self->document), from, to);

  return g_string_free (text, FALSE);
}

const char *
th_marker_bar_describe (ThMarkerBar *self)
{
  gint64 from, to;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL ||
      !th_markers_get_span (th_document_get_markers (self->document), &from, &to))
    return "";

  if (self->told == NULL || from != self->told_from || to != self->told_to ||
      th_document_get_serial (self->document) != self->told_serial)
    {
      g_free (self->told);
      self->told = describe (self, from, to);
      self->told_from = from;
      self->told_to = to;
      self->told_serial = th_document_get_serial (self->document);
    }

  return self->told;
}

const char *
th_marker_bar_get_delta (ThMarkerBar *self)
{
  return gtk_label_get_text (GTK_LABEL (self->delta));
}

/* --- following ---------------------------------------------------------- */

static void
update_marker (ThMarkerBar *self,
               ThMarker     marker)
{
  gint64 time = th_markers_get_marker (th_document_get_markers (self->document), marker);
  gboolean is_set = time != TH_TIME_NONE;
  /* When times count from A, its own time would always be 0. */
  g_autofree char *text = is_set
                          ? th_scene_format_time (th_document_get_scene (self->document), time,
                                                  TH_TIME_ABSOLUTE) : g_strdup ("");
  g_autofree char *label = g_strdup_printf (is_set ? _("Marker %s at %s") : _("Marker %s, not set"),
                                            looks[marker].letter, text);

  gtk_label_set_text (GTK_LABEL (self->times[marker]), text);
  gtk_widget_set_visible (self->times[marker], is_set);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->markers[marker]),
                                  is_set ? "win.go-marker" : "win.set-marker");
  th_shortcuts_set_tooltip (self->markers[marker], is_set ? looks[marker].go : looks[marker].set);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->markers[marker]),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
update (ThMarkerBar *self)
{
  gboolean has_scene = self->document != NULL && th_document_get_scene (self->document) != NULL;
  g_autofree char *duration = NULL, *text = NULL;
  gint64 from, to;

  gtk_widget_set_visible (GTK_WIDGET (self), has_scene);
  if (!has_scene)
    return;

  for (guint i = 0; i < TH_N_MARKERS; i++)
    update_marker (self, i);
  if (th_markers_get_span (th_document_get_markers (self->document), &from, &to))
    {
      duration = th_document_format_length (self->document, to - from);
      text = g_strconcat ("Δ ", duration, NULL);
    }
  gtk_label_set_text (GTK_LABEL (self->delta), text != NULL ? text : "");
  /* The focus is on the button inside, so that gets the accessible description. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->between)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : "", -1);
  gtk_widget_set_visible (self->between, text != NULL);
}

/* The description is made when the popover opens. */
static void
shown_cb (ThMarkerBar *self)
{
  const char *text = th_marker_bar_describe (self);

  gtk_label_set_text (GTK_LABEL (self->facts), text);
}

void
th_marker_bar_set_document (ThMarkerBar *self,
                            ThDocument  *document)
{
  if (self->document != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->document, self);
      g_signal_handlers_disconnect_by_data (th_document_get_markers (self->document), self);
    }
  g_set_object (&self->document, document);
  g_clear_pointer (&self->told, g_free);
  if (document != NULL)
    {
      g_signal_connect_swapped (th_document_get_markers (document), "changed", G_CALLBACK (update),
                                self);
      g_signal_connect_swapped (document, "recording-changed", G_CALLBACK (update), self);
    }
  update (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_marker_bar_dispose (GObject *object)
{
  ThMarkerBar *self = TH_MARKER_BAR (object);

  if (self->box != NULL)
    th_marker_bar_set_document (self, NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (th_marker_bar_parent_class)->dispose (object);
}

static void
th_marker_bar_class_init (ThMarkerBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_marker_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "markerbar");
}

static void
add_marker (ThMarkerBar *self,
            ThMarker     marker)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *letter = gtk_label_new (looks[marker].letter);

  gtk_widget_add_css_class (letter, "letter");
  self->times[marker] = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->times[marker], "numeric");
  gtk_box_append (GTK_BOX (content), letter);
  gtk_box_append (GTK_BOX (content), self->times[marker]);

  self->markers[marker] = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->markers[marker]), content);
  gtk_widget_add_css_class (self->markers[marker], looks[marker].style);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->markers[marker]), "s",
                                    looks[marker].letter);
  gtk_box_append (GTK_BOX (self->box), self->markers[marker]);
}

static GtkWidget *
text_button (const char *text,
             const char *action)
{
  GtkWidget *button = th_button_new (text);

  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
add_between (ThMarkerBar *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->facts = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->facts), 0);
  gtk_label_set_selectable (GTK_LABEL (self->facts), TRUE);
  gtk_widget_set_can_focus (self->facts, FALSE);
  gtk_box_append (GTK_BOX (content), self->facts);
  gtk_box_append (GTK_BOX (content),
                  text_button (_("_Select Span Between Markers"), "win.select-markers"));
  gtk_box_append (GTK_BOX (content), text_button (_("_Zoom to Span"), "win.fit-markers"));
  gtk_box_append (GTK_BOX (content), text_button (_("_Remove Markers"), "win.clear-markers"));
  gtk_popover_set_child (GTK_POPOVER (popover), content);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (shown_cb), self);

  self->delta = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->delta, "numeric");
  self->between = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->between), self->delta);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->between), popover);
  gtk_widget_set_tooltip_text (self->between, _("Between the markers"));
  gtk_widget_add_css_class (self->between, "delta");
  gtk_box_append (GTK_BOX (self->box), self->between);
}

static void
th_marker_bar_init (ThMarkerBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  for (guint i = 0; i < TH_N_MARKERS; i++)
    add_marker (self, i);
  add_between (self);
  update (self);
}
