/* th-report-cmd.c - `thresh report`: what a review or recordings show, as one document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-results.h"
#include "th-compare-arguments.h"
#include "th-compare-experiment.h"
#include "th-notes-open.h"
#include "th-notes-subject.h"
#include "th-report-sides.h"
#include "th-report.h"
#include "th-review-open.h"
#include "th-time-span.h"

typedef struct
{
  GArray   *recordings; /* ThNotesRecording */
  ThReview *review;     /* NULL for a report about files, like @notes */
  ThNotes  *notes;
  ThExit    status;     /* how completely these were read */

  GArray              *sides;   /* ThReportSides */
  ThComparedRecording  kept[2]; /* of --compare */
} Sources;

static void
sources_clear (Sources *self)
{
  g_clear_pointer (&self->recordings, g_array_unref);
  g_clear_pointer (&self->notes, th_notes_free);
  g_clear_pointer (&self->review, th_review_free);
  g_clear_pointer (&self->sides, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->kept); i++)
    th_compared_recording_clear (&self->kept[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sources, sources_clear)

/* --- what it is about ----------------------------------------------------- */

static void
load_files (Sources  *self,
            char    **paths)
{
  self->recordings = th_notes_recordings_new ();
  for (guint i = 0; paths[i] != NULL; i++)
    {
      ThNotesRecording loaded = { NULL };

      self->status = th_cli_worse (self->status, th_cli_load (paths[i], &loaded.recording));
      if (loaded.recording == NULL)
        continue;
      loaded.path = g_strdup (paths[i]);
      loaded.results = th_cli_analyze ("report", loaded.recording, NULL);
      g_array_append_val (self->recordings, loaded);
    }
}

/* The report is written without a comparison that fails. */
static void
compare_sessions (Sources *self)
{
  g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  ThVerdictOptions verdict;
  ThExit status;

  th_verdict_options_init (&verdict);
  th_report_sides_add_sessions (self->sides, self->review, problems);
  for (guint i = 0; i < problems->len; i++)
    g_printerr ("thresh report: %s\n", (const char *) g_ptr_array_index (problems, i));
  if (problems->len > 0)
    self->status = th_cli_worse (self->status, TH_EXIT_PART);

  for (guint i = 0; i < self->sides->len; i++)
    {
      ThReportSides *sides = &g_array_index (self->sides, ThReportSides, i);

      status = th_compare_sides_compare_files ("report", NULL, &verdict, sides->files, sides->runs,
                                               NULL, &sides->comparison);
      if (status != TH_EXIT_WHOLE)
        self->status = th_cli_worse (self->status, TH_EXIT_PART);
    }
}

/* FALSE if there is nothing to report about; that has been said. */
static gboolean
load (Sources  *self,
      char    **paths)
{
  ThExit status;

  if (!th_review_is_argument (paths[0]))
    {
      load_files (self, paths);
      return self->recordings->len > 0;
    }

  self->status = th_notes_open ("report", paths[0], &self->review, &self->notes);
  if (self->review == NULL)
    return FALSE;

  self->recordings = th_notes_load ("report", self->review, &status);
  self->status = th_cli_worse (self->status, status);
  compare_sessions (self);
  return TRUE;
}

/* --- a comparison ---------------------------------------------------------- */

/* The first recording of a side, which the report describes; a baseline has none. */
static void
add_side (Sources *self,
          guint    side)
{
  const ThReportSides *sides = &g_array_index (self->sides, ThReportSides, 0);
  const ThComparedRecording *kept = &self->kept[side];
  g_autofree char *name = NULL;
  const char *range;
  ThNotesRecording loaded = { NULL };

  if (kept->recording == NULL)
    return;

  loaded.recording = th_recording_ref (kept->recording);
  loaded.results = g_ptr_array_ref (kept->all);
  loaded.path = th_time_span_split (sides->files[side][0], &range);
  name = th_time_span_split (th_compare_run_get_name (kept->run), &range);
  loaded.label = th_report_label_run (sides->comparison, side, name);
  g_array_append_val (self->recordings, loaded);
}

static gboolean
load_comparison (Sources  *self,
                 char    **arguments)
{
  ThReportSides *sides = th_report_sides_add (self->sides);

  self->status = th_compare_experiment_compare ("report", arguments, NULL, sides->files,
                                                sides->runs, self->kept, &sides->comparison);
  if (sides->comparison == NULL)
    return FALSE;

  self->recordings = th_notes_recordings_new ();
  for (guint i = 0; i < 2; i++)
    add_side (self, i);
  return TRUE;
}

/* --- the command ---------------------------------------------------------- */

static ThExit
report (const char  *output,
        gboolean     compare,
        char       **arguments)
{
  g_auto(Sources) sources = { NULL, };
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) comparisons = NULL;
  ThReportAbout about = { output };

  sources.sides = th_report_sides_new ();
  if (!(compare ? load_comparison (&sources, arguments) : load (&sources, arguments)))
    return sources.status;

  comparisons = th_report_sides_list_comparisons (sources.sides);
  about.recordings = sources.recordings;
  about.review = sources.review;
  about.notes = sources.notes;
  about.comparisons = comparisons->len > 0 ? comparisons : NULL;
  if (th_report_write (&about, &error))
    return sources.status;

  g_printerr (_("thresh report: %s\n"), error->message);
  return TH_EXIT_REFUSED;
}

static ThExit
check (const char *output,
       gboolean    compare,
       char      **paths)
{
  guint n = paths != NULL ? g_strv_length (paths) : 0, n_folders = 0;

  for (guint i = 0; i < n; i++)
    n_folders += th_review_is_argument (paths[i]);
  if (!compare && (n == 0 || (n_folders > 0 && n > 1)))
    return th_cli_usage_error ("report", "%s", _("one review or some recordings are needed"));
  if (!th_report_has_format (output))
    return th_cli_usage_error ("report", "%s", _("an output file is needed: -o FILE, ending in "
                                                 ".html or .md"));
  if (th_cli_has_appended ())
    return th_cli_usage_error ("report", "%s", _("give several recordings without --append"));

  return TH_EXIT_WHOLE;
}

int
th_report_main (int    argc,
                char **argv)
{
  g_auto(ThCliOptions) options = { FALSE, };
  g_autofree char *output = NULL;
  gboolean compare = FALSE;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_("Write to FILE: .html for one document with its pictures, .md for Markdown with pictures "
         "beside it; it is replaced if it exists"), N_("FILE") },
    { "compare", 0, 0, G_OPTION_ARG_NONE, &compare,
      N_("Report what changed from the recordings A… to the recordings B…, as “thresh compare” "
         "finds it"), NULL },
    TH_CLI_ARGUMENTS_ENTRY (&options),
    { NULL }
  };

  th_compare_arguments_mark_if (argc, argv, "--compare");
  if (!th_cli_parse (&argc, &argv, entries, _("REVIEW | FILE… | --compare A… -- B…"),
                     _("Write a report for people without this program: how it was recorded, the "
                       "notes with\ntheir pictures, the slowest packets, drops, measures and "
                       "changes.")) ||
      check (output, compare, options.arguments) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  return report (output, compare, options.arguments);
}
