/* th-marker-bar.c - buttons of markers A and B, and the time between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-marker-bar.h"
#include "th-scene-times.h"
#include "th-shortcuts.h"

#include <glib/gi18n-lib.h>

/* More lines would not fit a small window. */
#define MAX_CPUS 16

struct _ThMarkerBar
{
  GtkWidget      parent;

  ThDocument    *document;
  GSignalGroup  *document_signals;
  GSignalGroup  *marker_signals;
  GtkWidget     *box;
  GtkWidget     *marker_a, *marker_b;
  GtkWidget     *time_a, *time_b;
  GtkWidget     *between;
  GtkWidget     *delta; /* the label of its button */
  GtkWidget     *facts;

  /* The last description and its inputs, cached because every change of the view requests it. */
  gint64         described_from, described_to;
  guint          described_serial; /* of the document */
  char          *description;
};

G_DEFINE_FINAL_TYPE (ThMarkerBar, th_marker_bar, GTK_TYPE_WIDGET)

static const struct
{
  const char *letter;
  const char *set;
  const char *go;
} actions[TH_N_MARKERS] = {
  { "A", "win.set-marker-a", "win.go-marker-a" },
  { "B", "win.set-marker-b", "win.go-marker-b" }
};

/* --- description -------------------------------------------------------------- */

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
  /* The share of busy time is not defined for a span without length. */
  if (to > from)
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

  if (self->description == NULL || from != self->described_from || to != self->described_to ||
      th_document_get_serial (self->document) != self->described_serial)
    {
      g_free (self->description);
      self->description = describe (self, from, to);
      self->described_from = from;
      self->described_to = to;
      self->described_serial = th_document_get_serial (self->document);
    }

  return self->description;
}

/* --- updates ---------------------------------------------------------- */

static void
update_marker (ThMarkerBar *self,
               ThMarker     marker)
{
  GtkWidget *button = marker == TH_MARKER_A ? self->marker_a : self->marker_b;
  GtkWidget *shown = marker == TH_MARKER_A ? self->time_a : self->time_b;
  gint64 time = th_markers_get_marker (th_document_get_markers (self->document), marker);
  gboolean is_set = time != TH_TIME_NONE;
  /* When times count from A, its own time would always be 0. */
  g_autofree char *text = is_set
                          ? th_scene_format_time (th_document_get_scene (self->document), time,
                                                  TH_TIME_ABSOLUTE) : g_strdup ("");
  g_autofree char *label = g_strdup_printf (is_set ? _("Marker %s at %s") : _("Marker %s, not set"),
                                            actions[marker].letter, text);

  gtk_label_set_text (GTK_LABEL (shown), text);
  gtk_widget_set_visible (shown, is_set);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button),
                                  is_set ? "win.go-marker" : "win.set-marker");
  th_shortcuts_set_tooltip (button, is_set ? actions[marker].go : actions[marker].set);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
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
      ThMarkers *markers = th_document_get_markers (self->document);

      /* From A to B, so it is negative if B is before A. */
      duration = th_document_format_length (self->document,
                                            th_markers_get_marker (markers, TH_MARKER_B) == to
                                            ? to - from : from - to);
      text = g_strconcat ("Δ ", duration, NULL);
    }
  gtk_label_set_text (GTK_LABEL (self->delta), text != NULL ? text : "");
  /* The focus is on the button inside, so that gets the accessible description. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->between)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : "", -1);
  gtk_widget_set_visible (self->between, text != NULL);
}

/* The description is generated when the popover opens. */
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
  g_set_object (&self->document, document);
  g_clear_pointer (&self->description, g_free);
  g_signal_group_set_target (self->document_signals, document);
  g_signal_group_set_target (self->marker_signals,
                             document != NULL ? th_document_get_markers (document) : NULL);
  update (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_marker_bar_dispose (GObject *object)
{
  ThMarkerBar *self = TH_MARKER_BAR (object);

  g_clear_object (&self->document_signals);
  g_clear_object (&self->marker_signals);
  g_clear_object (&self->document);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_MARKER_BAR);

  G_OBJECT_CLASS (th_marker_bar_parent_class)->dispose (object);
}

static void
th_marker_bar_finalize (GObject *object)
{
  g_free (TH_MARKER_BAR (object)->description);

  G_OBJECT_CLASS (th_marker_bar_parent_class)->finalize (object);
}

static void
th_marker_bar_class_init (ThMarkerBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_marker_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_marker_bar_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "markerbar");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-marker-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, box);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, marker_a);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, marker_b);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, time_a);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, time_b);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, between);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, delta);
  gtk_widget_class_bind_template_child (widget_class, ThMarkerBar, facts);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);
}

static void
th_marker_bar_init (ThMarkerBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (gtk_widget_get_parent (self->facts));
  self->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->document_signals, "recording-changed",
                                  G_CALLBACK (update), self);
  self->marker_signals = g_signal_group_new (TH_TYPE_MARKERS);
  g_signal_group_connect_swapped (self->marker_signals, "changed", G_CALLBACK (update), self);
  update (self);
}
