/* th-status-bar.c - the status bar: selection, progress and messages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analysis-runner.h"
#include "th-scene-edit.h"
#include "th-status-bar.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"
#include "th-journey-text.h"
#include "th-journey.h"
#include "th-notice.h"
#include "th-recording-facts.h"
#include "th-widgets.h"

/* The number of events and the first CPUs; the button of the marker bar lists all CPUs. */
#define MAX_MARKER_FACTS 5

struct _ThStatusBar
{
  GtkBox         parent;

  GtkLabel      *left;
  GtkLabel      *right;
  GtkWidget     *live;      /* weak; shown instead of @left; or NULL */
  GtkMenuButton *more;      /* opens the complete text of both */
  GtkLabel      *all;

  ThDocument    *document;
  GSignalGroup  *signals;   /* of the document */
  GSignalGroup  *markers;   /* of its markers */
  ThMarkerBar   *marker_bar;
  ThNotice      *notice;
  guint          queue_id;
  gboolean       reading;
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TEXT,
  PROP_ACTIVITY,
  PROP_NOTICE,
  PROP_READING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThStatusBar, th_status_bar, GTK_TYPE_BOX)

/* --- parts -------------------------------------------------------------- */

static void
add_part (GPtrArray *parts,
          char      *part) /* taken; may be NULL */
{
  if (part != NULL && part[0] != '\0')
    g_ptr_array_add (parts, part);
  else
    g_free (part);
}

/* Joins the first lines of the parts. */
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

static char *
describe_selected (ThStatusBar *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThRef ref = th_document_get_selected (self->document);
  g_autofree char *time = NULL, *name = NULL;
  guint number;

  if (th_ref_is_none (ref))
    return NULL;

  time = th_document_format_time (self->document, th_recording_get_time (recording, ref));
  name =
    th_display_text_make_valid (th_recording_get_type_name (recording,
                                                            th_recording_get_type (recording,
                                                                                   ref)));
  number = th_cpu_get_number (th_recording_get_cpu (recording, ref));
  if (number == G_MAXUINT)
    return g_strdup_printf (_("Selected: %s at %s"), name, time);

  return g_strdup_printf (_("Selected: %s at %s on CPU %u"), name, time, number);
}

static char *
selected_part (ThStatusBar *self)
{
  g_autofree char *event = describe_selected (self);

  if (event == NULL)
    return NULL;

  switch (th_document_get_unlisted (self->document, th_document_get_selected (self->document)))
    {
    case TH_UNLISTED_BY_FILTER:
      /* Translators: %s describes the selected event */
      return g_strdup_printf (_("%s, hidden by the filter"), event);

    case TH_UNLISTED_BY_SPAN:
      /* Translators: %s describes the selected event */
      return g_strdup_printf (_("%s, outside the listed span"), event);

    default:
      return g_steal_pointer (&event);
    }
}

static char *
span_part (ThStatusBar *self)
{
  g_autofree char *length = NULL, *count = NULL;
  gint64 from, to;
  guint64 n;

  if (!th_document_get_span (self->document, &from, &to))
    return NULL;

  n = th_document_count_events (self->document, from, to);
  length = th_document_format_length (self->document, to - from);
  count = th_format_count (n);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "span %s, %s event", "span %s, %s events",
                                       n), length, count);
}

/* The distance of the markers is in the marker bar. */
static char *
markers_part (ThStatusBar *self)
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

  /* Translators: number of events between markers A and B, and the CPUs they are on */
  return g_strdup_printf (_("A–B: %s"), line);
}

static char *
events_part (ThStatusBar *self)
{
  guint64 n = th_recording_get_n_events (th_document_get_recording (self->document));
  g_autofree char *count = th_format_count (n);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", n), count);
}

static char *
opening_part (ThStatusBar *self)
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

/* The size of the recording is not known, so this is the number of events read so far. */
static char *
reading_part (ThStatusBar *self)
{
  guint64 n = th_recording_get_n_events (th_document_get_recording (self->document));
  g_autofree char *count = th_format_count (n);

  if (th_document_is_live (self->document))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Recording, %s event so far",
                                         "Recording, %s events so far", n), count);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Reading, %s event so far, Esc to stop",
                                       "Reading, %s events so far, Esc to stop", n), count);
}

static char *
loading_part (ThStatusBar *self)
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

  return g_strdup_printf (_("Loading, %.0f %%, about %.0f s left, Esc to stop"),
                          floor (progress * 100), ceil (left));
}

static char *
filter_part (ThStatusBar *self)
{
  ThRows *rows = th_event_filter_get_rows (th_document_get_filter (self->document));
  g_autofree char *count = NULL;

  if (rows == NULL)
    return NULL;

  count = th_format_count (th_rows_get_n_decided (rows) - th_rows_get_n (rows));
  /* Translators: number of events */
  return g_strdup_printf (_("filter hides %s"), count);
}

static char *
analyses_part (ThStatusBar *self)
{
  ThAnalysisRunner *analyses = th_document_get_analyses (self->document);
  double seconds = th_analysis_runner_get_seconds (analyses);

  if (th_document_get_state (self->document) != TH_DOCUMENT_LOADED)
    return NULL;
  if (th_analysis_runner_is_running (analyses))
    return g_strdup_printf (_("Analyzing, %.0f %%, Esc to stop"),
                            floor (th_analysis_runner_get_progress (analyses) * 100));
  if (seconds < 0)
    return g_strdup (_("analyses stopped"));

  return g_strdup_printf (_("analyses done in %.2f s"), seconds);
}

/* A load tells of itself. */
static char *
view_part (ThStatusBar *self)
{
  if (!self->reading || th_document_get_state (self->document) != TH_DOCUMENT_LOADED)
    return NULL;

  /* Translators: events of the time that is shown are being read from the file again */
  return g_strdup (_("Reading events…"));
}

static char *
ended_part (ThStatusBar *self)
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

static char *
hidden_part (ThStatusBar *self)
{
  guint n = th_scene_get_n_hidden (th_document_get_scene (self->document));
  g_autofree char *count = NULL;

  if (n == 0)
    return NULL;

  count = th_format_count (n);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s lane hidden", "%s lanes hidden", n),
                          count);
}

static char *
follow_part (ThStatusBar *self)
{
  ThFlowFollower *follower = th_document_get_follower (self->document);
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (follower, &row);
  const char *lookup = th_flow_follower_describe (follower);
  const ThFlow *flow;
  g_autofree char *noun = NULL, *name = NULL, *n_steps = NULL;

  if (lookup != NULL)
    return g_strdup (lookup);
  if (results == NULL)
    return NULL;

  flow = th_flows_get (th_results_get_flows (results), row);
  noun = th_journey_dup_noun (th_results_get_flows (results));
  name = th_journey_dup_name (flow);
  n_steps = th_format_count (flow->n_steps);
  /* Translators: a packet, its name, and how many steps its journey has */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s %s, %s step", "%s %s, %s steps",
                                       flow->n_steps), noun, name, n_steps);
}

/* A narrow window truncates the text, so parts that are shown nowhere else come first. */
static void
list_parts (ThStatusBar *self,
            GPtrArray   *left,
            GPtrArray   *right)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;

  add_part (right, g_strdup (th_notice_get_text (self->notice)));
  if (recording != NULL)
    {
      add_part (left, filter_part (self));
      add_part (left, th_recording_facts_lost (recording));
      add_part (left, span_part (self));
      add_part (left, markers_part (self));
      add_part (left, selected_part (self));
      add_part (left, follow_part (self));
      add_part (left, hidden_part (self));
      add_part (left, events_part (self));
      add_part (right, view_part (self));
      add_part (right, ended_part (self));
      add_part (right, analyses_part (self));
    }
  if (self->document != NULL)
    add_part (right, loading_part (self));
}

/* --- updating ----------------------------------------------------------- */

static void
show_labels (ThStatusBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->left), self->live == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->right),
                          self->live == NULL || th_notice_get_text (self->notice) != NULL);
}

static void
show_tooltip (ThStatusBar *self)
{
  const char *notice = th_notice_get_text (self->notice);
  const char *more = notice != NULL && strchr (notice, '\n') != NULL ? notice : NULL;

  /* In GTK 4.8 setting a tooltip queries the pointer, which needs a surface. */
  if (gtk_widget_get_realized (GTK_WIDGET (self)) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (self->right)), more) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->right), more);
}

static void
update (ThStatusBar *self)
{
  g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) right = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *left_text = NULL, *right_text = NULL, *all = NULL;

  list_parts (self, left, right);
  left_text = join_first_lines (left);
  right_text = join_first_lines (right);
  th_label_set_text (GTK_WIDGET (self->left), left_text);
  th_label_set_text (GTK_WIDGET (self->right), right_text);
  show_tooltip (self);
  show_labels (self);

  g_ptr_array_extend_and_steal (left, g_steal_pointer (&right));
  g_ptr_array_add (left, NULL);
  all = g_strjoinv ("\n", (char **) left->pdata);
  th_label_set_text (GTK_WIDGET (self->all), all);
  gtk_widget_set_sensitive (GTK_WIDGET (self->more), all[0] != '\0');

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVITY]);
}

static gboolean
update_cb (gpointer data)
{
  ThStatusBar *self = data;

  self->queue_id = 0;
  update (self);

  return G_SOURCE_REMOVE;
}

void
th_status_bar_queue_update (ThStatusBar *self)
{
  if (self->queue_id == 0)
    self->queue_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
notice_cb (ThStatusBar *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NOTICE]);
  th_status_bar_queue_update (self);
}

void
th_status_bar_say (ThStatusBar *self,
                   const char  *text)
{
  g_return_if_fail (TH_IS_STATUS_BAR (self));

  th_notice_say (self->notice, text);
}

void
th_status_bar_remark (ThStatusBar *self,
                      const char  *text)
{
  g_return_if_fail (TH_IS_STATUS_BAR (self));

  th_notice_remark (self->notice, text);
}

void
th_status_bar_set_live (ThStatusBar *self,
                        GtkWidget   *live)
{
  g_return_if_fail (TH_IS_STATUS_BAR (self));

  if (self->live != NULL)
    gtk_box_remove (GTK_BOX (self), self->live);
  g_set_weak_pointer (&self->live, live);
  if (live != NULL)
    gtk_box_prepend (GTK_BOX (self), live);
  show_labels (self);
}

void
th_status_bar_open (ThStatusBar *self)
{
  th_menu_button_open_by_key (self->more);
}

gboolean
th_status_bar_is_empty (ThStatusBar *self)
{
  return gtk_label_get_text (self->all)[0] == '\0';
}

/* --- class -------------------------------------------------------------- */

void
th_status_bar_set_document (ThStatusBar *self,
                            ThDocument  *document)
{
  g_return_if_fail (TH_IS_STATUS_BAR (self));

  if (!g_set_object (&self->document, document))
    return;

  g_signal_group_set_target (self->signals, document);
  g_signal_group_set_target (self->markers,
                             document != NULL ? th_document_get_markers (document) : NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
  th_status_bar_queue_update (self);
}

void
th_status_bar_set_marker_bar (ThStatusBar *self,
                              ThMarkerBar *marker_bar)
{
  g_set_object (&self->marker_bar, marker_bar);
}

static void
set_reading (ThStatusBar *self,
             gboolean     reading)
{
  if (self->reading == reading)
    return;

  self->reading = reading;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READING]);
  th_status_bar_queue_update (self);
}

static void
th_status_bar_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  ThStatusBar *self = TH_STATUS_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_TEXT: g_value_set_string (value, gtk_label_get_text (self->left)); break;
    case PROP_ACTIVITY: g_value_set_string (value, gtk_label_get_text (self->right)); break;
    case PROP_NOTICE: g_value_set_string (value, th_notice_get_text (self->notice)); break;
    case PROP_READING: g_value_set_boolean (value, self->reading); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_status_bar_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  ThStatusBar *self = TH_STATUS_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: th_status_bar_set_document (self, g_value_get_object (value)); break;
    case PROP_READING: set_reading (self, g_value_get_boolean (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_status_bar_dispose (GObject *object)
{
  ThStatusBar *self = TH_STATUS_BAR (object);

  th_status_bar_set_document (self, NULL);
  th_notice_say (self->notice, NULL);
  g_clear_handle_id (&self->queue_id, g_source_remove);
  g_clear_weak_pointer (&self->live);
  g_clear_object (&self->marker_bar);
  g_clear_object (&self->signals);
  g_clear_object (&self->markers);

  G_OBJECT_CLASS (th_status_bar_parent_class)->dispose (object);
}

static void
th_status_bar_finalize (GObject *object)
{
  g_clear_object (&TH_STATUS_BAR (object)->notice);

  G_OBJECT_CLASS (th_status_bar_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  properties[PROP_READING] = g_param_spec_boolean ("reading", NULL, NULL, FALSE,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", readable);
  properties[PROP_ACTIVITY] = g_param_spec_string ("activity", NULL, NULL, "", readable);
  properties[PROP_NOTICE] = g_param_spec_string ("notice", NULL, NULL, NULL, readable);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
th_status_bar_class_init (ThStatusBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_status_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_status_bar_finalize;
  G_OBJECT_CLASS (klass)->get_property = th_status_bar_get_property;
  G_OBJECT_CLASS (klass)->set_property = th_status_bar_set_property;
  install_properties (G_OBJECT_CLASS (klass));

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-status-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThStatusBar, left);
  gtk_widget_class_bind_template_child (widget_class, ThStatusBar, right);
  gtk_widget_class_bind_template_child (widget_class, ThStatusBar, more);
  gtk_widget_class_bind_template_child (widget_class, ThStatusBar, all);
}

/* Undoes that a label selects all of its text when it gets the focus. */
static void
shown_cb (ThStatusBar *self)
{
  gtk_label_select_region (self->all, 0, 0);
}

static void
th_status_bar_init (ThStatusBar *self)
{
  static const char *const names[] = {
    "view-changed", "selection-changed", "results-changed", "lanes-changed", "filter-changed",
    "follow-changed", "followed", "grown",
    "notify::time-format", "notify::progress", "notify::state", "notify::only-span"
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->notice = th_notice_new ();
  g_signal_connect_swapped (self->notice, "notify::text", G_CALLBACK (notice_cb), self);
  g_signal_connect_object (gtk_menu_button_get_popover (self->more), "show", G_CALLBACK (shown_cb),
                           self, G_CONNECT_SWAPPED);
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_group_connect_swapped (self->signals, names[i],
                                    G_CALLBACK (th_status_bar_queue_update), self);
  self->markers = g_signal_group_new (TH_TYPE_MARKERS);
  g_signal_group_connect_swapped (self->markers, "changed", G_CALLBACK (th_status_bar_queue_update),
                                  self);
}
