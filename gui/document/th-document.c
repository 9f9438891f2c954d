/* th-document.c - a recording in a window: loading, view, selection
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"
#include "th-scene-times.h"
#include "th-shown-row.h"

#include <glib/gi18n-lib.h>

#include "th-recording-summary.h"
#include "th-literals.h"
#include "th-printable.h"

/* A view becomes a step of the history once it has rested this long. */
#define SETTLE_MS 400
#define MIN_TIME_CHARS 14

G_DEFINE_FINAL_TYPE (ThDocument, th_document, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];
static GParamSpec *properties[N_PROPS];

void
th_document_emit (ThDocument *self,
                  guint       signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
th_document_notify (ThDocument *self,
                    guint       prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

void
th_document_set_state (ThDocument      *self,
                       ThDocumentState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  th_document_notify (self, PROP_STATE);
}

/* --- view --------------------------------------------------------------- */

/* Where a step of the history led, give or take the margins at the ends. */
static gboolean
is_at_step (ThDocument *self)
{
  gint64 slack = (self->view.to - self->view.from) / 100;
  ThSpan span;

  return th_history_peek (self->history, &span) && span.filter == self->filter_state &&
         span.followed == th_document_encode_followed (self) &&
         ABS (span.from - self->view.from) <= slack && ABS (span.to - self->view.to) <= slack;
}

void
th_document_settle (ThDocument *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (!self->stepping || !is_at_step (self))
    th_history_push (self->history, (ThSpan) { self->view.from, self->view.to, self->filter_state, th_document_encode_followed (self) });
  self->stepping = FALSE;
}

static gboolean
settle_cb (gpointer data)
{
  ThDocument *self = data;

  self->settle_id = 0;
  th_document_settle (self);
  th_document_emit (self, SIGNAL_VIEW_CHANGED);

  return G_SOURCE_REMOVE;
}

void
th_document_rest (ThDocument *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  self->settle_id = g_timeout_add (SETTLE_MS, settle_cb, self);
}

gboolean
th_document_get_range (ThDocument *self,
                       gint64     *first,
                       gint64     *last)
{
  return self->recording != NULL && th_recording_get_range (self->recording, first, last);
}

ThView
th_document_get_fit (ThDocument *self)
{
  gint64 first, last;

  if (!th_document_get_range (self, &first, &last))
    return (ThView) { 0, 1000, self->view.width };

  return th_view_fit (first, last, self->view.width);
}

static gboolean
take_view (ThDocument *self,
           ThView      view)
{
  gboolean moved = view.from != self->view.from || view.to != self->view.to;

  self->view = view;
  return moved;
}

static gboolean
fit_range (ThDocument *self)
{
  gboolean moved = take_view (self, th_document_get_fit (self));

  th_history_move_all (self->history, self->view.from, self->view.to);
  th_document_settle (self);
  return moved;
}

void
th_document_follow_range (ThDocument *self)
{
  if (!self->view_chosen && fit_range (self))
    th_document_emit (self, SIGNAL_VIEW_CHANGED);
}

const ThView *
th_document_get_view (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), NULL);

  return &self->view;
}

void
th_document_set_view (ThDocument *self,
                      gint64      from,
                      gint64      to)
{
  ThView view = { from, to, self->view.width };
  gint64 first, last;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (!th_document_get_range (self, &first, &last))
    return;

  self->view_chosen = TRUE;
  if (take_view (self, th_view_clamp (&view, first, last)))
    th_document_emit (self, SIGNAL_VIEW_CHANGED);
  th_document_rest (self);
}

gboolean
th_document_has_chosen_view (ThDocument *self)
{
  return self->view_chosen;
}

static gboolean
width_cb (gpointer data)
{
  ThDocument *self = data;

  self->width_id = 0;
  th_document_emit (self, SIGNAL_VIEW_CHANGED);

  return G_SOURCE_REMOVE;
}

void
th_document_set_view_width (ThDocument *self,
                            double      width)
{
  if (self->view.width == width)
    return;

  self->view.width = width;
  if (!self->view_chosen && fit_range (self) && self->width_id == 0)
    self->width_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, width_cb, self, NULL);
}

gboolean
th_document_step_history (ThDocument *self,
                          gboolean    forward,
                          ThView     *view)
{
  ThSpan span;

  /* A step may be taken before the view of the last one was reached. */
  if (self->settle_id != 0 && !self->stepping)
    th_document_settle (self);
  if (!(forward ? th_history_forward (self->history, &span) : th_history_back (self->history, &span)))
    return FALSE;

  self->stepping = TRUE;
  if (span.filter != NULL && span.filter != self->filter_state)
    th_document_set_filter_state (self, span.filter);
  th_document_restore_followed (self, span.followed);
  self->stepping = TRUE;
  *view = (ThView) { span.from, span.to, self->view.width };
  return TRUE;
}

gboolean
th_document_can_step (ThDocument *self,
                      gboolean    forward)
{
  gboolean moved = self->settle_id != 0 && !self->stepping;

  if (forward)
    return !moved && th_history_can_forward (self->history);

  return moved || th_history_can_back (self->history);
}

/* --- selection ---------------------------------------------------------- */

ThRef
th_document_get_selected (ThDocument *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT (self), TH_REF_NONE);

  return self->selected;
}

static gboolean
ref_is_valid (ThDocument *self,
              ThRef       ref)
{
  ThStream *stream;

  if (self->recording == NULL || ref.stream >= th_recording_get_n_streams (self->recording))
    return FALSE;

  stream = th_recording_get_stream (self->recording, ref.stream);
  return ref.cpu < th_stream_get_n_cpus (stream) &&
         ref.row < th_cpu_get_n_rows (th_stream_get_cpu (stream, ref.cpu));
}

void
th_document_select (ThDocument *self,
                    ThRef       ref)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  self->again.has_selected = FALSE;
  if (!ref_is_valid (self, ref))
    ref = TH_REF_NONE;
  if (th_ref_equal (self->selected, ref))
    return;

  self->selected = ref;
  th_document_emit (self, SIGNAL_SELECTION_CHANGED);
}

gboolean
th_document_get_span (ThDocument *self,
                      gint64     *from,
                      gint64     *to)
{
  *from = self->span_from;
  *to = self->span_to;

  return self->span_from != TH_TIME_NONE;
}

void
th_document_select_span (ThDocument *self,
                         gint64      from,
                         gint64      to)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (from == to)
    from = to = TH_TIME_NONE;
  if (self->span_from == MIN (from, to) && self->span_to == MAX (from, to))
    return;

  self->span_from = MIN (from, to);
  self->span_to = MAX (from, to);
  th_document_emit (self, SIGNAL_SELECTION_CHANGED);
}

void
th_document_clear_span (ThDocument *self)
{
  th_document_select_span (self, TH_TIME_NONE, TH_TIME_NONE);
}

void
th_document_clear_selection (ThDocument *self)
{
  th_document_clear_span (self);
  th_document_select (self, TH_REF_NONE);
}

void
th_document_lead_to (ThDocument *self,
                     ThRef       ref)
{
  gint64 time, span = self->view.to - self->view.from;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (!ref_is_valid (self, ref))
    return;

  th_document_select (self, ref);
  time = th_recording_get_time (self->recording, ref);
  if (time < self->view.from || time > self->view.to)
    th_document_set_view (self, time - span / 2, time + span / 2);
}

ThRef
th_document_get_neighbour (ThDocument *self,
                           ThRef       ref,
                           int         step)
{
  gint64 row = (gint64) ref.row + step;

  if (!ref_is_valid (self, ref) || row < 0)
    return TH_REF_NONE;

  ref.row = row;
  return ref_is_valid (self, ref) ? ref : TH_REF_NONE;
}

guint64
th_document_count_events (ThDocument *self,
                          gint64      from,
                          gint64      to)
{
  return self->recording != NULL ? th_recording_count_events (self->recording, from, to) : 0;
}

/* --- how things are shown ----------------------------------------------- */

const GArray *
th_document_get_cpus (ThDocument *self)
{
  return self->cpus;
}

GFile *
th_document_get_file (ThDocument *self)
{
  return self->file;
}

ThDocumentState
th_document_get_state (ThDocument *self)
{
  return self->state;
}

const char *
th_document_get_error (ThDocument *self)
{
  return self->error;
}

double
th_document_get_progress (ThDocument *self)
{
  return self->progress;
}

const char *
th_document_get_title (ThDocument *self)
{
  return self->appending.title != NULL ? self->appending.title : self->title;
}

const char *
th_document_get_facts (ThDocument *self)
{
  return self->facts;
}

gboolean
th_document_get_changed (ThDocument *self)
{
  return self->changed;
}

ThRecording *
th_document_get_recording (ThDocument *self)
{
  return self->recording;
}

ThScene *
th_document_get_scene (ThDocument *self)
{
  return self->scene;
}

guint
th_document_get_serial (ThDocument *self)
{
  return self->serial;
}

void
th_document_set_theme (ThDocument *self,
                       ThTheme    *theme)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->theme == theme)
    return;

  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = th_theme_ref (theme);
  self->serial++;
  if (self->scene != NULL)
    th_scene_set_theme (self->scene, theme);
  th_document_emit (self, SIGNAL_THEME_CHANGED);
}

ThMarks *
th_document_get_marks (ThDocument *self)
{
  return self->marks;
}

/* Times may count from a marker. */
static void
take_zero (ThDocument *self)
{
  gint64 zero = th_marks_get_marker (self->marks, TH_MARKER_A);

  if (self->scene == NULL || zero == self->zero)
    return;

  self->zero = zero;
  th_scene_set_zero (self->scene, zero);
  if (self->time_format != TH_TIME_SINCE_ZERO)
    return;

  self->serial++;
  th_document_notify (self, PROP_TIME_FORMAT);
}

ThTimeFormat
th_document_get_time_format (ThDocument *self)
{
  return self->time_format;
}

void
th_document_set_time_format (ThDocument   *self,
                             ThTimeFormat  format)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->time_format == format)
    return;

  self->time_format = format;
  self->serial++;
  th_document_notify (self, PROP_TIME_FORMAT);
}

char *
th_document_format_time (ThDocument *self,
                         gint64      time)
{
  g_return_val_if_fail (self->scene != NULL, NULL);

  return th_scene_format_time (self->scene, time, self->time_format);
}

guint
th_document_get_time_chars (ThDocument *self)
{
  g_autofree char *text = NULL;
  gint64 first, last;

  if (self->n_chars != 0 && self->chars_serial == self->serial)
    return self->n_chars;
  if (self->scene == NULL || !th_document_get_range (self, &first, &last))
    return MIN_TIME_CHARS;

  text = th_scene_format_time (self->scene, last, TH_TIME_ABSOLUTE);
  self->n_chars = MAX (MIN_TIME_CHARS, g_utf8_strlen (text, -1) + 1);
  self->chars_serial = self->serial;

  return self->n_chars;
}

ThResolution
th_document_get_resolution (ThDocument *self)
{
  return self->recording != NULL ? th_recording_get_resolution (self->recording) : TH_RESOLUTION_NS;
}

gboolean
th_document_counts_ticks (ThDocument *self)
{
  return th_document_get_resolution (self) == TH_RESOLUTION_TICKS;
}

char *
th_document_format_length (ThDocument *self,
                           gint64      duration)
{
  g_return_val_if_fail (self->scene != NULL, NULL);

  return th_scene_format_length (self->scene, duration);
}

char *
th_document_format_duration (ThDocument *self,
                             gint64      duration)
{
  g_return_val_if_fail (self->scene != NULL, NULL);

  return th_scene_format_duration (self->scene, duration);
}

/* --- class -------------------------------------------------------------- */

static void
th_document_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  ThDocument *self = TH_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_STATE: g_value_set_uint (value, self->state); break;
    case PROP_PROGRESS: g_value_set_double (value, self->progress); break;
    case PROP_TITLE: g_value_set_string (value, th_document_get_title (self)); break;
    case PROP_FACTS: g_value_set_string (value, self->facts); break;
    case PROP_TIME_FORMAT: g_value_set_uint (value, self->time_format); break;
    case PROP_CHANGED: g_value_set_boolean (value, self->changed); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
th_document_dispose (GObject *object)
{
  ThDocument *self = TH_DOCUMENT (object);

  th_document_stop (self);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_handle_id (&self->width_id, g_source_remove);
  g_clear_handle_id (&self->active_id, g_source_remove);
  th_document_forget_followed (self);
  th_document_forget_row (self);
  g_clear_pointer (&self->scene, th_scene_free);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_ptr_array_set_size (self->results, 0);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->appending.bytes, g_ptr_array_unref);
  g_clear_pointer (&self->appending.files, g_ptr_array_unref);

  G_OBJECT_CLASS (th_document_parent_class)->dispose (object);
}

static void
th_document_finalize (GObject *object)
{
  ThDocument *self = TH_DOCUMENT (object);

  g_clear_object (&self->file);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->appending.title, g_free);
  g_clear_pointer (&self->facts, g_free);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->filter_mistake.text, g_free);
  g_clear_pointer (&self->find_mistake.text, g_free);
  g_clear_pointer (&self->find_text, g_free);
  g_clear_pointer (&self->appending.error, g_free);
  g_clear_pointer (&self->appending.wanted, g_ptr_array_unref);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->feed_jobs, g_ptr_array_unref);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_clear_pointer (&self->removed, g_ptr_array_unref);
  g_clear_pointer (&self->wish, th_wish_free);
  g_clear_pointer (&self->cpus, g_array_unref);
  g_clear_pointer (&self->pins, g_array_unref);
  g_clear_pointer (&self->again.flows, g_array_unref);
  g_clear_pointer (&self->theme, th_theme_unref);
  g_clear_pointer (&self->history, th_history_free);
  g_clear_pointer (&self->coloring.rules, g_ptr_array_unref);
  g_clear_object (&self->marks);

  G_OBJECT_CLASS (th_document_parent_class)->finalize (object);
}

static void
th_document_class_init (ThDocumentClass *klass)
{
  static const char *const names[N_SIGNALS] = {
    "recording-changed", "grown", "view-changed", "selection-changed", "theme-changed",
    "results-changed", "filter-changed", "follow-changed", "followed", "followed-again", "find-changed", "lanes-changed",
    "append-failed"
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_document_get_property;
  object_class->dispose = th_document_dispose;
  object_class->finalize = th_document_finalize;

  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_DOCUMENT_FAILED, 0, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, -1, 1, 0, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_FACTS] = g_param_spec_string ("facts", NULL, NULL, NULL, flags);
  properties[PROP_TIME_FORMAT] = g_param_spec_uint ("time-format", NULL, NULL, 0, TH_N_TIME_FORMATS - 1, 0, flags);
  properties[PROP_CHANGED] = g_param_spec_boolean ("changed", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_document_init (ThDocument *self)
{
  self->history = th_history_new ();
  self->zero = TH_TIME_NONE;
  self->marks = th_marks_new ();
  g_signal_connect_object (self->marks, "changed", G_CALLBACK (take_zero), self, G_CONNECT_SWAPPED);
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  self->feed_jobs = g_ptr_array_new ();
  self->removed = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  self->asked = g_ptr_array_new_with_free_func (th_asked_free);
  self->feed_seconds = -1;
  self->appending.wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) th_append_free);
  self->filter_state = g_intern_static_string ("");
  self->coloring.rules = g_ptr_array_new ();
  self->find_text = g_strdup ("");
  self->cancellable = g_cancellable_new ();
  self->selected = TH_REF_NONE;
  self->pins = g_array_new (FALSE, FALSE, sizeof (ThPin));
  self->dim = TRUE;
  self->follow_wanted = TH_REF_NONE;
  self->followed_step = G_MAXUINT32;
  self->span_from = self->span_to = self->shown_row.from = TH_TIME_NONE;
  self->view = (ThView) { 0, 1000, 1000 };
}

/* A pipe has a number at most. */
static char *
make_title (GFile *file)
{
  g_autofree char *path = g_file_get_path (file), *name = NULL, *valid = NULL;

  if (path != NULL && g_str_equal (path, "/dev/stdin"))
    return g_strdup (_("Standard input"));
  if (path != NULL && (g_str_has_prefix (path, "/dev/fd/") || g_str_has_prefix (path, "/proc/self/fd/")))
    return g_strdup (_("Pipe"));

  name = g_file_get_basename (file);
  valid = g_filename_display_name (name);
  return th_printable_line (valid);
}

ThDocument *
th_document_new (GFile        *file,
                 ThTheme      *theme,
                 const ThWish *wish)
{
  ThDocument *self;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  self = g_object_new (TH_TYPE_DOCUMENT, NULL);
  self->file = g_object_ref (file);
  self->title = make_title (file);
  self->theme = th_theme_ref (theme);
  self->wish = wish != NULL ? th_wish_copy (wish) : NULL;
  if (wish != NULL && wish->cpus != NULL)
    self->cpus = th_cpus_parse (wish->cpus, NULL);
  for (guint i = 0; wish != NULL && wish->append != NULL && i < wish->append->len; i++)
    {
      const ThAppend *append = wish->append->pdata[i];

      g_ptr_array_add (self->appending.wanted, th_append_new (append->file, append->align, append->shift));
    }
  th_document_open (self);

  return self;
}
