/* th-compare-folder.h - the directory of an experiment as both sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-experiment-plan.h"

G_BEGIN_DECLS

/**
 * ThCompareFolder:
 * @a: paths of the recordings A
 * @b: paths of the recordings B
 * @alpha_factor: which part of α this comparison may spend: all of it, or that of one look
 * @n_missing: runs a side that the experiment was to have and that are not compared, unless
 *   a look was enough
 */
typedef struct
{
  GStrv  a;
  GStrv  b;
  double alpha_factor;
  guint  n_missing;
} ThCompareFolder;

ThCompareFolder *th_compare_folder_new  (const ThExperimentPlan *plan,
                                         const char             *directory);
/* Reads the manifest of @directory; fails if a recording is no plain file. */
ThCompareFolder *th_compare_folder_load (const char             *directory,
                                         GError                **error);
void             th_compare_folder_free (ThCompareFolder        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareFolder, th_compare_folder_free)

G_END_DECLS
