/* th-status-bar.c - the status line, and the bars that tell of trouble
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-align.h"
#include "th-document-parts.h"
#include "th-recording-facts.h"
#include "th-lane-state.h"
#include "th-display-text.h"
#include "th-widgets.h"

#define NOTICE_SECONDS 6
/* The number of events, and the first CPUs; the button of the distance tells more. */
#define MAX_MARKER_FACTS 5

static void
add_part (GPtrArray *parts,
          char      *part) /* taken; may be NULL */
{
  if (part != NULL && part[0] != '\0')
    g_ptr_array_add (parts, part);
  else
    g_free (part);
}

/* On one line: of a part of several lines the first. */
static char *
join_first_lines (GPtrArray *parts)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < parts->len; i++)
    {
      const char *part = g_ptr_array_index (parts, i);

      g_string_append (text, i > 0 ? " · " : "");
      g_string_append_len (text, part, strcspn (part, "\n"));
    }

  return g_string_free (text, FALSE);
}

/* --- status line -------------------------------------------------------- */

static char *
selected_part (ThWindow *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThRef ref = th_document_get_selected (self->document);
  g_autofree char *time = NULL, *name = NULL;
  guint number;

  if (th_ref_is_none (ref))
    return NULL;

  time = th_document_format_time (self->document, th_recording_get_time (recording, ref));
  name = th_text_make_valid (th_recording_get_type_name (recording, th_recording_get_type (recording, ref)));
  number = th_cpu_get_number (th_recording_get_cpu (recording, ref));
  if (number == G_MAXUINT)
    return g_strdup_printf (_("Selected: %s at %s"), name, time);

  return g_strdup_printf (_("Selected: %s at %s on CPU %u"), name, time, number);
}

static char *
span_part (ThWindow *self)
{
  g_autofree char *length = NULL, *count = NULL;
  gint64 from, to;
  guint64 n;

  if (!th_document_get_span (self->document, &from, &to))
    return NULL;

  n = th_document_count_events (self->document, from, to);
  length = th_document_format_length (self->document, to - from);
  count = th_format_count (n);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "span %s, %s event", "span %s, %s events", n), length, count);
}

/* How far apart they are stands above. */
static char *
markers_part (ThWindow *self)
{
  const char *facts = th_marker_bar_describe (self->marker_bar);
  g_autofree char *line = NULL;
  g_auto(GStrv) lines = g_strsplit (facts, "\n", MAX_MARKER_FACTS + 1);

  if (facts[0] == '\0')
    return NULL;

  if (g_strv_length (lines) > MAX_MARKER_FACTS)
    {
      g_free (lines[MAX_MARKER_FACTS]);
      lines[MAX_MARKER_FACTS] = g_strdup ("…");
    }
  line = g_strjoinv (", ", lines);

  /* Translators: what lies between markers A and B */
  return g_strdup_printf (_("A–B: %s"), line);
}

static char *
events_part (ThWindow *self)
{
  guint64 n = th_recording_get_n_events (th_document_get_recording (self->document));
  g_autofree char *count = th_format_count (n);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", n), count);
}

static char *
opening_part (ThWindow *self)
{
  double progress = th_document_get_progress (self->document);
  g_autofree char *size = NULL;
  guint64 n_bytes;

  if (!th_document_get_awaited (self->document, &n_bytes))
    return g_strdup (_("Opening…"));
  if (progress >= 0)
    return g_strdup_printf (_("Unpacking, %.0f %%, Esc to stop"), floor (progress * 100));

  size = g_format_size (n_bytes);
  /* Translators: %s is a size, like "12 MB" */
  return g_strdup_printf (_("Reading from a pipe, %s so far, Esc to stop"), size);
}

/* The end is not known: this much has come. */
static char *
reading_part (ThWindow *self)
{
  guint64 n = th_recording_get_n_events (th_document_get_recording (self->document));
  g_autofree char *count = th_format_count (n);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Reading, %s event so far, Esc to stop",
                                       "Reading, %s events so far, Esc to stop", n), count);
}

static char *
loading_part (ThWindow *self)
{
  double progress = th_document_get_progress (self->document);
  double left = th_document_get_seconds_left (self->document);

  if (th_document_get_state (self->document) == TH_DOCUMENT_OPENING)
    return opening_part (self);
  if (th_document_get_state (self->document) != TH_DOCUMENT_LOADING)
    return NULL;
  if (progress < 0)
    return reading_part (self);
  if (left < 0)
    return g_strdup_printf (_("Loading, %.0f %%, Esc to stop"), floor (progress * 100));

  return g_strdup_printf (_("Loading, %.0f %%, about %.0f s left, Esc to stop"), floor (progress * 100), ceil (left));
}

static char *
filter_part (ThWindow *self)
{
  ThRows *rows = th_document_get_rows (self->document);
  g_autofree char *count = NULL;

  if (rows == NULL)
    return NULL;

  count = th_format_count (th_rows_get_n_decided (rows) - th_rows_get_n (rows));
  /* Translators: that many events */
  return g_strdup_printf (_("filter hides %s"), count);
}

static char *
analyses_part (ThWindow *self)
{
  double seconds = th_document_get_feed_seconds (self->document);

  if (th_document_get_state (self->document) != TH_DOCUMENT_LOADED)
    return NULL;
  if (th_document_is_analysing (self->document))
    return g_strdup_printf (_("Analyzing, %.0f %%, Esc to stop"), floor (th_document_get_feed_progress (self->document) * 100));
  if (seconds < 0)
    return g_strdup (_("analyses stopped"));

  return g_strdup_printf (_("analyses done in %.2f s"), seconds);
}

static char *
ended_part (ThWindow *self)
{
  if (th_document_get_state (self->document) != TH_DOCUMENT_LOADED)
    return NULL;

  switch (th_recording_get_state (th_document_get_recording (self->document)))
    {
    case TH_LOAD_CANCELLED: return g_strdup (_("loading stopped: incomplete"));
    case TH_LOAD_PART: return g_strdup (_("partly read"));
    default: return NULL;
    }
}

static gboolean
notice_cb (gpointer data)
{
  ThWindow *self = data;

  self->notice_id = 0;
  g_clear_pointer (&self->notice, g_free);
  th_window_queue_status (self);

  return G_SOURCE_REMOVE;
}

void
th_window_say (ThWindow   *self,
               const char *text)
{
  g_free (self->notice);
  self->notice = g_strdup (text);
  g_clear_handle_id (&self->notice_id, g_source_remove);
  self->notice_id = g_timeout_add_seconds (NOTICE_SECONDS, notice_cb, self);
  th_window_queue_status (self);
}

static char *
hidden_part (ThWindow *self)
{
  guint n = th_scene_get_n_hidden (th_document_get_scene (self->document));

  if (n == 0)
    return NULL;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lane hidden", "%u lanes hidden", n), n);
}

/* First what is nowhere else in the window: a narrow one leaves out the end. */
static void
list_parts (ThWindow  *self,
            GPtrArray *left,
            GPtrArray *right)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document) : NULL;

  add_part (right, g_strdup (self->notice));
  if (recording != NULL)
    {
      add_part (left, filter_part (self));
      add_part (left, th_facts_lost (recording));
      add_part (left, span_part (self));
      add_part (left, markers_part (self));
      add_part (left, selected_part (self));
      add_part (left, th_window_follow_part (self));
      add_part (left, hidden_part (self));
      add_part (left, events_part (self));
      add_part (right, ended_part (self));
      add_part (right, analyses_part (self));
    }
  if (self->document != NULL)
    add_part (right, loading_part (self));
}

static void
update_status (ThWindow *self)
{
  g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) right = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *left_text = NULL, *right_text = NULL, *all = NULL;
  const char *more = self->notice != NULL && strchr (self->notice, '\n') != NULL ? self->notice : NULL;

  list_parts (self, left, right);
  left_text = join_first_lines (left);
  right_text = join_first_lines (right);
  th_label_set_text (GTK_WIDGET (self->status), left_text);
  th_label_set_text (GTK_WIDGET (self->status_right), right_text);
  /* GTK 4.8 looks where the pointer is each time, for which there must be a surface. */
  if (gtk_widget_get_realized (GTK_WIDGET (self)) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (self->status_right)), more) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->status_right), more);

  g_ptr_array_extend_and_steal (left, g_steal_pointer (&right));
  g_ptr_array_add (left, NULL);
  all = g_strjoinv ("\n", (char **) left->pdata);
  th_label_set_text (GTK_WIDGET (self->status_all), all);
  gtk_widget_set_sensitive (GTK_WIDGET (self->status_more), all[0] != '\0');
  th_window_enable (self, "status", all[0] != '\0');
}

static gboolean
status_cb (gpointer data)
{
  ThWindow *self = data;

  self->status_id = 0;
  update_status (self);
  th_window_update_actions (self);

  return G_SOURCE_REMOVE;
}

/* Many things change at once: written once, before the next frame. */
void
th_window_queue_status (ThWindow *self)
{
  if (self->status_id == 0)
    self->status_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, status_cb, self, NULL);
}

/* A label that gets the focus selects all of its text. */
static void
shown_cb (ThWindow *self)
{
  gtk_label_select_region (self->status_all, 0, 0);
}

void
th_window_add_status (ThWindow *self)
{
  th_window_enable (self, "status", FALSE);
  g_signal_connect_object (gtk_menu_button_get_popover (self->status_more), "show", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
}

/* --- bars --------------------------------------------------------------- */

/* More would fill the window; `thresh info` tells them all. */
#define MAX_SENTENCES 4

static char *
describe_problems (ThRecording *recording,
                   const char  *missing, /* or NULL */
                   char        *apart)   /* taken; or NULL */
{
  guint n = 0;
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);
  GString *text = g_string_new (missing);

  if (apart != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", apart);
  g_free (apart);

  for (guint i = 0; i < problems->len && n < MAX_SENTENCES; i++)
    {
      const ThProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *sentence = NULL, *valid = NULL;

      if (problem->kind == TH_PROBLEM_CANCELLED)
        continue; /* the user knows; the status line says so */
      n++;
      sentence = th_problem_describe (problem);
      valid = th_text_make_valid (sentence);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", valid);
    }

  return g_string_free (text, FALSE);
}

/* Clocks that cannot be compared at all come before all else. */
static char *
describe_clocks (ThRecording *recording)
{
  gboolean ticks = th_recording_get_clock (recording)->ticks;

  for (guint i = 1; i < th_recording_get_n_parts (recording); i++)
    {
      g_autofree char *name = th_text_make_valid (th_recording_get_name (th_recording_get_part (recording, i)));
      g_autofree char *guest = NULL;
      gboolean aligned;

      if (th_recording_get_clock (th_recording_get_part (recording, i))->ticks != ticks)
        return g_strdup_printf (_("%s: one clock counts ticks, the other nanoseconds: their times cannot be "
                                  "compared"), name);
      guest = th_append_describe_guest (recording, i, &aligned);
      if (guest != NULL && !aligned)
        return g_steal_pointer (&guest);
    }

  return NULL;
}

/* A recording beside the first that nothing meets, as one forgot to align it. */
static char *
describe_apart (ThRecording *recording)
{
  guint i = th_align_find_apart (recording, 0);
  ThRecording *part = th_recording_get_part (recording, i);
  g_autofree char *name = NULL;
  gint64 shift;

  if (i == 0)
    return NULL;

  name = th_text_make_valid (th_recording_get_name (part));
  if (th_align_find (th_recording_get_part (recording, 0), part, TH_ALIGN_WALL, &shift))
    return g_strdup_printf (_("%s does not overlap with the first recording in time. “Align” shifts it by time "
                              "of day, “Offsets…” in the Open menu by any amount."), name);

  return g_strdup_printf (_("%s does not overlap with the first recording in time. “Align” aligns their first "
                            "events, “Offsets…” in the Open menu shifts it by any amount."), name);
}

/* Whether a click could bring one to the first. */
static gboolean
can_align (ThWindow *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autofree char *clocks = NULL;

  return th_document_get_state (self->document) == TH_DOCUMENT_LOADED &&
         (clocks = describe_clocks (recording)) == NULL && th_align_find_apart (recording, 0) != 0;
}

static char *
bar_text (ThWindow *self)
{
  ThDocumentState state = th_document_get_state (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  char *clocks = NULL;
  gint64 first, last;

  /* Loading again failed; what was loaded before is still there. */
  if (state == TH_DOCUMENT_FAILED)
    return th_text_make_valid (th_document_get_error (self->document));
  if (state == TH_DOCUMENT_LOADED && !th_document_get_range (self->document, &first, &last) &&
      th_recording_get_state (recording) == TH_LOAD_WHOLE)
    return g_strdup (_("This recording has no events."));

  if (state == TH_DOCUMENT_LOADED && (clocks = describe_clocks (recording)) == NULL)
    clocks = describe_apart (recording);
  if (clocks == NULL && self->lacks_symbols)
    clocks = g_strdup (_("Kernel functions are shown as addresses: this recording has no symbols. Load a copy of "
                         "/proc/kallsyms from that machine, or its vmlinux."));
  return describe_problems (recording, th_window_get_missing (self), clocks);
}

/* GTK 4.8 measures a label with line breaks wrongly: one label a sentence. */
static void
fill_bar (ThWindow   *self,
          const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  th_widget_clear (self->bar_lines);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", lines[i], "xalign", 0.0, "wrap", TRUE,
                                       "wrap-mode", PANGO_WRAP_WORD_CHAR, "selectable", TRUE, NULL);

      gtk_widget_set_can_focus (label, FALSE);
      gtk_box_append (GTK_BOX (self->bar_lines), label);
    }
}

void
th_window_update_bars (ThWindow *self)
{
  gboolean has_recording = self->document != NULL && th_document_get_recording (self->document) != NULL;
  g_autofree char *text = has_recording ? bar_text (self) : g_strdup ("");

  gtk_widget_set_visible (self->bar, text[0] != '\0' && !self->bar_closed);
  gtk_widget_set_visible (self->bar_align, has_recording && can_align (self));
  gtk_widget_set_visible (self->bar_symbols, has_recording && self->lacks_symbols);
  gtk_widget_set_visible (self->changed_bar, has_recording && th_document_get_changed (self->document));
  if (g_strcmp0 (text, self->bar_text) == 0)
    return;

  fill_bar (self, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_free (self->bar_text);
  self->bar_text = g_steal_pointer (&text);
}
