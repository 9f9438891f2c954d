/* th-actions-export.c - actions that save what a document shows in files of other programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analysis-runner.h"
#include "th-document-view-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-document-export.h"
#include "th-number-format.h"
#include "th-time.h"
#include "th-view-actions.h"

/* --- when ---------------------------------------------------------------------- */

static gboolean
can_export (ThDocumentView *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;

  return recording != NULL && !th_recording_is_live (recording) &&
         th_recording_get_state (recording) != TH_LOAD_RUNNING;
}

/* Results of one recording do not apply to another. */
static gboolean
can_export_one (ThDocumentView *self)
{
  return can_export (self) &&
         th_recording_get_n_parts (th_document_get_recording (self->document)) == 1 &&
         g_file_peek_path (th_document_get_file (self->document)) != NULL;
}

/* Only a trace.dat can be cut. */
static gboolean
can_export_span (ThDocumentView *self)
{
  return can_export_one (self) &&
         g_strcmp0 (th_recording_get_format (th_document_get_recording (self->document)),
                    "trace.dat") == 0;
}

/* Whether the results of the analyses are there, too. */
static gboolean
can_export_results (ThDocumentView *self)
{
  return can_export_one (self) &&
         !th_analysis_runner_is_running (th_document_get_analyses (self->document));
}

static gboolean
can_export_chains (ThDocumentView *self)
{
  const GPtrArray *results = can_export_results (self) ? th_document_get_results (self->document)
                                                   : NULL;

  for (guint i = 0; results != NULL && i < results->len; i++)
    if (th_results_get_n_trees (results->pdata[i]) > 0)
      return TRUE;

  return FALSE;
}

/* --- what ---------------------------------------------------------------------- */

#define MAX_FORMATS 3

#define FORMAT(suffix, name) { name, (const char *const[]) { "*" suffix, NULL } }

/* @name: what follows the name of the recording in that of the file
 * @formats: the usual one first; their names are N_() */
typedef struct
{
  const char      *title; /* N_() of the dialogs */
  const char      *name;
  ThFileKind       formats[MAX_FORMATS];
  guint            n_formats;
  ThJobFunc        func;
  ThViewCondition  is_possible;
} Kind;

static const Kind span = { N_("Export the Span"), "span", { FORMAT (".dat", "trace.dat") }, 1,
                           th_document_export_span, can_export_span };
static const Kind lanes = { N_("Export the Lanes"), "lanes",
                            { FORMAT (".png", "PNG"), FORMAT (".svg", "SVG"),
                              FORMAT (".pdf", "PDF") }, 3,
                            th_document_export_lanes, can_export };
static const Kind events = { N_("Export the Events"), "events",
                             { FORMAT (".csv", N_("CSV")), FORMAT (".jsonl", N_("JSON lines")),
                               FORMAT (".txt", N_("Text")) }, 3,
                             th_document_export_text, can_export };
static const Kind chrome = { N_("Export Chrome Trace JSON"), "trace",
                             { FORMAT (".json", N_("JSON")) }, 1, th_document_export_text,
                             can_export_results };
static const Kind folded = { N_("Export the Call Chains"), "chains",
                             { FORMAT (".folded", N_("Call chains")) }, 1,
                             th_document_export_text, can_export_chains };
static const Kind report = { N_("Save a Report"), "report",
                             { FORMAT (".html", "HTML"), FORMAT (".md", "Markdown") }, 2,
                             th_document_export_report, can_export_results };

/* The index of the format of @path; -1 if its name has none of the suffixes. */
static int
find_format (const Kind *kind,
             const char *path)
{
  return th_file_kinds_find (kind->formats, kind->n_formats, path);
}

/* Takes the selected span, or else what is in view if @always. */
static void
take_span (ThDocumentView   *self,
           ThDocumentExport *export,
           gboolean          always)
{
  ThView view = th_timeline_get_target (self->timeline);
  gint64 from, to;

  if (th_document_get_span (self->document, &from, &to))
    {
      export->from = from;
      export->to = to;
    }
  else if (always)
    {
      export->from = view.from;
      export->to = th_time_shift (view.to, 1);
    }
}

/* Whether a report is about the comparison that the view is a side of. */
static gboolean
reports_comparison (ThDocumentView *self,
                    const Kind     *kind)
{
  return kind == &report && self->comparison != NULL && self->review == NULL;
}

static void
take_comparison (ThDocumentView   *self,
                 ThDocumentExport *export)
{
  th_document_export_set_comparison (export, self->comparison, (const char *const *) self->sides);
  for (guint i = 0; i < 2; i++)
    th_document_export_add_side (export, i, self->compared[i]->document);
}

static void
choose_what (ThDocumentView   *self,
             const Kind       *kind,
             ThDocumentExport *export)
{
  static const ThExportKind texts[] = { TH_EXPORT_EVENTS_CSV, TH_EXPORT_EVENTS_JSON,
                                        TH_EXPORT_EVENTS_TEXT };
  int format = MAX (find_format (kind, export->path), 0);

  export->kind = kind == &events ? texts[format] : kind == &chrome ? TH_EXPORT_CHROME
                                                                   : TH_EXPORT_FOLDED;
  if (kind == &lanes)
    {
      ThView view = th_timeline_get_target (self->timeline);

      export->from = view.from;
      export->to = view.to;
    }
  else if (kind == &report)
    {
      export->review = g_strdup (self->review);
      if (self->comparison != NULL)
        take_comparison (self, export);
    }
  else if (kind != &folded)
    take_span (self, export, kind == &span);
}

/* --- saving -------------------------------------------------------------------- */

static void
done_cb (GtkWidget    *owner,
         gboolean      succeeded,
         const GError *error,
         gpointer      data)
{
  const ThDocumentExport *export = data;
  g_autofree char *name = g_filename_display_basename (export->path);
  g_autofree char *count = th_format_count (export->n_events), *message = NULL;

  if (error != NULL)
    message = g_strdup (error->message);
  else if (!succeeded)
    message = g_strdup (_("Cancelled; nothing was saved"));
  else if (export->n_events > 0)
    message = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event saved", "%s events saved",
                                            export->n_events), count);
  else if (export->problems->len > 0)
    message = g_strdup_printf (_("Saved as “%s”; %s"), name,
                               (const char *) g_ptr_array_index (export->problems, 0));
  else
    message = g_strdup_printf (_("Saved as “%s”"), name);
  th_status_bar_say (TH_DOCUMENT_VIEW (owner)->status_bar, message);
}

/* Adds the usual suffix to a name that has none of them, but replaces no file then. */
static char *
complete_path (ThDocumentView *self,
               const Kind     *kind,
               GFile          *file)
{
  g_autofree char *path = g_file_get_path (file), *whole = NULL;

  if (path == NULL)
    {
      th_status_bar_say (self->status_bar, _("Choose a folder of this computer."));
      return NULL;
    }
  if (find_format (kind, path) >= 0 || kind == &span || kind == &folded)
    return g_steal_pointer (&path);

  whole = g_strconcat (path, th_file_kind_get_suffix (&kind->formats[0]), NULL);
  if (g_file_test (whole, G_FILE_TEST_EXISTS))
    {
      g_autofree char *name = g_filename_display_basename (whole);
      g_autofree char *message = g_strdup_printf (_("“%s” exists already. Choose another name."),
                                                  name);

      th_status_bar_say (self->status_bar, message);
      return NULL;
    }
  return g_steal_pointer (&whole);
}

static void
save (ThDocumentView *self,
      const Kind     *kind,
      GFile          *file)
{
  g_autofree char *path = kind->is_possible (self) ? complete_path (self, kind, file) : NULL;
  g_autofree char *name = NULL, *text = NULL;
  ThDocumentExport *export;

  if (path == NULL)
    return;

  name = g_filename_display_basename (path);
  text = g_strdup_printf (_("Saving “%s”"), name);
  export = th_document_export_new (self->document, path);
  choose_what (self, kind, export);
  th_job_run (GTK_WIDGET (self), _(kind->title), text, kind->func, export,
              (GDestroyNotify) th_document_export_free, done_cb);
}

static void
choose (ThDocumentView   *self,
        const Kind       *kind,
        ThFileChosenFunc  chosen)
{
  gboolean compares = reports_comparison (self, kind);
  ThDocument *first = compares ? self->compared[0]->document : NULL;
  GFile *recording = th_document_get_file (first != NULL ? first : self->document);
  const char *what = compares ? "comparison" : kind->name;
  g_autofree char *end = g_strconcat ("-", what, th_file_kind_get_suffix (&kind->formats[0]), NULL);
  g_autofree char *name = th_file_dialog_suggest_name (recording, end);
  ThFileKind kinds[MAX_FORMATS];

  for (guint i = 0; i < kind->n_formats; i++)
    kinds[i] = (ThFileKind) { _(kind->formats[i].name), kind->formats[i].patterns };
  /* Where there is only one format, files of others are listed, too. */
  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { th_view_get_window (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _(kind->title), _("_Save"), name, recording, kinds,
                                         kind->n_formats > 1 ? kind->n_formats : 0 },
                       chosen, self);
}

/* --- actions ------------------------------------------------------------------- */

/* Two actions for each kind: one asks for the file, the other gets its URI. */
#define DEFINE_EXPORT(name, kind) \
  static void \
  save_##kind (gpointer view, GFile *file) \
  { \
    save (view, &kind, file); \
  } \
 \
  TH_DEFINE_VIEW_ACTION (name) \
  { \
    choose (data, &kind, save_##kind); \
  } \
 \
  TH_DEFINE_VIEW_ACTION (name##_to) \
  { \
    g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL)); \
 \
    save (data, &kind, file); \
  }

DEFINE_EXPORT (export_span, span)
DEFINE_EXPORT (export_lanes, lanes)
DEFINE_EXPORT (export_events, events)
DEFINE_EXPORT (export_chrome, chrome)
DEFINE_EXPORT (export_chains, folded)
DEFINE_EXPORT (report, report)

static const ThViewAction actions[] = {
  { { "export-span", export_span_cb }, can_export_span },
  { { "export-span-to", export_span_to_cb, "s" }, can_export_span },
  { { "export-lanes", export_lanes_cb }, can_export },
  { { "export-lanes-to", export_lanes_to_cb, "s" }, can_export },
  { { "export-events", export_events_cb }, can_export },
  { { "export-events-to", export_events_to_cb, "s" }, can_export },
  { { "export-chrome", export_chrome_cb }, can_export_results },
  { { "export-chrome-to", export_chrome_to_cb, "s" }, can_export_results },
  { { "export-chains", export_chains_cb }, can_export_chains },
  { { "export-chains-to", export_chains_to_cb, "s" }, can_export_chains },
  { { "report", report_cb }, can_export_results },
  { { "report-to", report_to_cb, "s" }, can_export_results },
};

void
th_view_add_export_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
