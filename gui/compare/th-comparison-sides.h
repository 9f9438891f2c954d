/* th-comparison-sides.h - the recordings to compare: the files of side A and of side B
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Immutable once it is shared; reference-counted; any thread.
 */
#pragma once

#include <glib.h>

#include "th-open-options.h"
#include "th-verdict.h"

G_BEGIN_DECLS

/**
 * ThComparedFile:
 * @path: a recording, or a baseline of several runs (th-compare-baseline.h)
 * @range: the part of the recording to compare, "FROM..TO" (th-time-span.h); %NULL: all of it
 * @options: what is shown of it first; or %NULL
 */
typedef struct
{
  char          *path;
  char          *range;
  ThOpenOptions *options;
} ThComparedFile;

/**
 * ThComparisonSides:
 * @files: (element-type ThComparedFile): of A and of B
 * @verdict: the criteria of the verdicts
 * @directory: the directory of the experiment that made the recordings; or %NULL
 * @n_missing: planned runs per side that the experiment has not made yet
 */
typedef struct
{
  GPtrArray        *files[2];
  ThVerdictOptions  verdict;
  char             *directory;
  guint             n_missing;
} ThComparisonSides;

/* Creates two empty sides. */
ThComparisonSides *th_comparison_sides_new    (void);
/* The recordings of the experiment in @directory, except those that may not be compared yet. */
ThComparisonSides *th_comparison_sides_new_for_experiment
                                              (const char               *directory,
                                               GError                  **error);
ThComparisonSides *th_comparison_sides_ref    (ThComparisonSides        *self);
void               th_comparison_sides_unref  (ThComparisonSides        *self);

/* Adds all of a recording, or a baseline. */
void               th_comparison_sides_add    (ThComparisonSides        *self,
                                               guint                     side,
                                               const char               *path);
/* Likewise, but only the part @range of the recording, unless that is %NULL. */
void               th_comparison_sides_add_range (ThComparisonSides     *self,
                                               guint                     side,
                                               const char               *path,
                                               const char               *range);
/* Likewise; @options, which may be %NULL, say what is shown of it first. */
void               th_comparison_sides_add_with_options (ThComparisonSides   *self,
                                               guint                     side,
                                               const char               *path,
                                               const char               *range,
                                               const ThOpenOptions      *options);
/* A copy that may be changed.  It has the recordings of an experiment, but not its directory. */
ThComparisonSides *th_comparison_sides_copy   (const ThComparisonSides  *self);
/* A copy with A and B exchanged. */
ThComparisonSides *th_comparison_sides_swap   (const ThComparisonSides  *self);
guint              th_comparison_sides_get_n  (const ThComparisonSides  *self,
                                               guint                     side);
const ThComparedFile *th_comparison_sides_get (const ThComparisonSides  *self,
                                               guint                     side,
                                               guint                     index);

/* The common beginning of the file names of a side, "before" for before-1.dat and before-2.dat;
 * for a single file, its display name.  Free with g_free(). */
char              *th_comparison_sides_name   (const ThComparisonSides  *self,
                                               guint                     side);
/* The shell command that prints the same comparison: "thresh compare a.dat -- b.dat". */
char              *th_comparison_sides_format_command (const ThComparisonSides *self);
/* The shell command that shows the same recordings: "thresher --compare a.dat -- b.dat". */
char              *th_comparison_sides_format_link (const ThComparisonSides *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThComparisonSides, th_comparison_sides_unref)

G_END_DECLS
