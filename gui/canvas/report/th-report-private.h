/* th-report-private.h - the sections of a report about recordings and their notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each function appends one section to the text, with its heading, or nothing if it would have no
 * contents.
 */
#pragma once

#include "th-report-files.h"
#include "th-report-format.h"
#include "th-report.h"
#include "th-theme.h"

G_BEGIN_DECLS

/* More are left out, with a remark: a document with more could not be opened. */
#define TH_REPORT_MAX_PICTURES 100u
#define TH_REPORT_MAX_BYTES (48u << 20)

/**
 * ThReport:
 * @files: the files that are written
 * @themes: light and dark
 * @targets: see th-report-targets.h
 * @comparison: the one whose section is being written
 * @n_ids: the number of ids of pictures
 * @n_left_out: the number of pictures that were left out
 * @error: the first error, after which there is no report
 */
typedef struct
{
  const ThReportFormat *format;
  const ThReportAbout  *about;
  GString              *text;
  ThReportFiles        *files;
  ThTheme              *themes[2];
  GArray               *targets;
  const ThReportComparison *comparison;
  guint                 n_ids;
  guint                 n_pictures;
  guint                 n_left_out;
  GError               *error;
} ThReport;

/* Whether the report failed or was cancelled. */
static inline gboolean
th_report_is_over (const ThReport *self)
{
  return self->error != NULL || th_progress_is_cancelled (self->about->progress);
}

static inline const ThNotesRecording *
th_report_get_recording (const ThReport *self,
                         guint           index)
{
  return &g_array_index (self->about->recordings, ThNotesRecording, index);
}

/* The name of the recording as a heading, if there are several; that of a run of a comparison says
 * that it is only one of them. */
void th_report_add_name     (ThReport               *self,
                             const ThNotesRecording *recording);

/* The heading of a section, unless it has *@begun, and that name. */
void th_report_begin        (ThReport               *self,
                             const ThNotesRecording *recording,
                             const char             *title,
                             gboolean               *begun);

void th_report_add_summary  (ThReport               *self);
void th_report_add_recorded (ThReport               *self);
/* The notes, or without any a picture of each recording. */
void th_report_add_notes    (ThReport               *self);
void th_report_add_slowest  (ThReport               *self);
/* What changed from one side to the other: a section for each comparison. */
void th_report_add_comparisons (ThReport              *self);
void th_report_add_drops    (ThReport               *self);
void th_report_add_measures (ThReport               *self);

G_END_DECLS
