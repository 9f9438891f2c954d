/* th-document-export.c - writes what a document shows to files, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-export.h"

#include "th-atomic-file.h"
#include "th-cut.h"
#include "th-event-filter.h"
#include "th-picture-file.h"
#include "th-picture.h"
#include "th-report-review.h"
#include "th-report.h"
#include "th-scene-edit.h"
#include "th-scene-filter.h"

#define LANES_WIDTH_PX 1440
#define LANES_SCALE 2

static GPtrArray *
list_results (ThDocument *document)
{
  const GPtrArray *results = th_document_get_results (document);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);

  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (list, th_results_ref (results->pdata[i]));

  return list;
}

ThDocumentExport *
th_document_export_new (ThDocument *document,
                        const char *path)
{
  ThEventFilter *filter = th_document_get_filter (document);
  ThDocumentExport *self = g_new0 (ThDocumentExport, 1);
  ThScene *scene = th_document_get_scene (document);

  self->recording = th_recording_ref (th_document_get_recording (document));
  self->results = list_results (document);
  if (th_event_filter_get_rows (filter) != NULL)
    self->rows = th_rows_ref (th_event_filter_get_rows (filter));
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->compared = th_notes_recordings_new ();
  self->hides = th_scene_hides_events (scene);
  self->states = th_scene_list_states (scene);
  self->is_dark = th_theme_is_dark (th_scene_get_theme (scene));
  self->source = g_file_get_path (th_document_get_file (document));
  self->path = g_strdup (path);
  self->from = G_MININT64;
  self->to = G_MAXINT64;
  return self;
}

void
th_document_export_free (ThDocumentExport *self)
{
  th_recording_unref (self->recording);
  g_ptr_array_unref (self->results);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_array_unref (self->states);
  g_ptr_array_unref (self->problems);
  g_free (self->source);
  g_free (self->review);
  g_clear_pointer (&self->comparison, th_comparison_unref);
  g_free (self->sides[0]);
  g_free (self->sides[1]);
  g_array_unref (self->compared);
  g_free (self->path);
  g_free (self);
}

void
th_document_export_set_comparison (ThDocumentExport  *self,
                                   ThComparison      *comparison,
                                   const char *const  sides[2])
{
  g_return_if_fail (self->comparison == NULL);

  self->comparison = th_comparison_ref (comparison);
  for (guint i = 0; i < 2; i++)
    self->sides[i] = g_strdup (sides[i]);
}

void
th_document_export_add_side (ThDocumentExport *self,
                             guint             side,
                             ThDocument       *document)
{
  ThNotesRecording shown = { NULL };

  if (document == NULL || th_document_get_recording (document) == NULL)
    return;

  shown.recording = th_recording_ref (th_document_get_recording (document));
  shown.results = list_results (document);
  shown.path = g_file_get_path (th_document_get_file (document));
  shown.label = th_report_label_run (self->comparison, side, shown.path);
  g_array_append_val (self->compared, shown);
}

gboolean
th_document_export_span (gpointer     data,
                         ThProgress  *progress,
                         GError     **error)
{
  ThDocumentExport *self = data;
  g_autofree char *key = th_review_make_key (self->source, NULL);
  ThCutSelection selection = { .recording = self->recording, .begin = self->from,
                               .end = self->to, .key = key, .cancelled = &progress->cancelled };

  return th_cut_trace (self->source, &selection, self->path, &self->n_events, error);
}

gboolean
th_document_export_text (gpointer     data,
                         ThProgress  *progress,
                         GError     **error)
{
  const ThDocumentExport *self = data;
  ThExport export = { self->kind, self->recording, self->results, self->rows, self->from,
                      self->to };

  return th_atomic_file_spares (self->path, self->source, error) &&
         th_export_save (&export, self->path, progress, error);
}

/* --- lanes ------------------------------------------------------------------- */

typedef struct
{
  ThScene    *scene;
  ThView      view;
  const char *title;
} Painting;

static double
paint (gconstpointer    data,
       cairo_t         *cr,
       ThRenderBackend  backend)
{
  const Painting *painting = data;

  return th_scene_draw_picture (painting->scene, &painting->view, painting->title, cr, backend);
}

/* A scene of its own, as the one of the window belongs to the main thread. */
static ThScene *
make_scene (const ThDocumentExport *self)
{
  g_autoptr(ThTheme) theme = th_theme_new (self->is_dark ? TH_THEME_DARK : 0, NULL, 1);
  ThScene *scene = th_scene_new (self->recording, theme);

  th_scene_set_states (scene, (const ThLaneState *) self->states->data, self->states->len);
  for (guint i = 0; i < self->results->len; i++)
    th_scene_add_results (scene, self->results->pdata[i]);
  th_scene_set_rows (scene, self->rows, self->hides);
  return scene;
}

gboolean
th_document_export_lanes (gpointer     data,
                          ThProgress  *progress,
                          GError     **error)
{
  const ThDocumentExport *self = data;
  g_autofree char *title = g_filename_display_basename (self->source != NULL ? self->source
                                                                             : self->path);
  Painting painting = { make_scene (self), th_view_fit (self->from, self->to, LANES_WIDTH_PX),
                        title };
  gboolean done;

  painting.view.from = self->from;
  painting.view.to = MAX (self->to, self->from + TH_VIEW_MIN_SPAN);
  done = th_picture_file_write (self->path, LANES_WIDTH_PX, LANES_SCALE, paint, &painting, error);
  th_scene_free (painting.scene);
  return done;
}

/* --- a report ------------------------------------------------------------------ */

static gboolean
report_comparison (ThDocumentExport          *self,
                   const ThReportComparison  *shown,
                   ThProgress                *progress,
                   GError                   **error)
{
  g_autoptr(GArray) comparisons = g_array_new (FALSE, FALSE, sizeof (ThReportComparison));

  g_array_append_vals (comparisons, shown, 1);
  return th_report_write (&(ThReportAbout) { .path = self->path, .recordings = self->compared,
                                             .comparisons = comparisons, .progress = progress },
                          error);
}

gboolean
th_document_export_report (gpointer     data,
                           ThProgress  *progress,
                           GError     **error)
{
  ThDocumentExport *self = data;
  ThNotesRecording open = { th_recording_ref (self->recording), g_ptr_array_ref (self->results),
                            NULL, g_strdup (self->source) };
  ThReportComparison shown = { NULL, self->comparison, { self->sides[0], self->sides[1] } };
  gboolean compares = self->comparison != NULL;
  g_autoptr(GArray) recordings = th_notes_recordings_new ();

  g_array_append_val (recordings, open);
  if (self->review != NULL)
    return th_report_review_write (self->review, &open, compares ? &shown : NULL, self->path,
                                   self->problems, progress, error);

  if (compares)
    return report_comparison (self, &shown, progress, error);

  return th_report_write (&(ThReportAbout) { .path = self->path, .recordings = recordings,
                                             .progress = progress }, error);
}
