/* th-experiment-plan.h - what an experiment does, and how far it has come
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The plan of an experiment is kept as a manifest, experiment.json, in the directory of its
 * recordings.  The manifest may come from strangers: what cannot be true is refused, and it
 * names no file, since the paths of the recordings follow from their numbers.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_EXPERIMENT_MAX_RUNS 99
#define TH_EXPERIMENT_N_LOOKS 4

/* After so many runs a side an experiment with looks may stop. */
extern const guint th_experiment_looks[TH_EXPERIMENT_N_LOOKS];

/**
 * ThExperimentPlan:
 * @before: command that puts the machine into state A
 * @after: the same for state B
 * @load: command that is measured
 * @record: command of the recorder, with {output} and {load}
 * @restore: command that puts the machine back, or %NULL
 * @seed: what the order was made from
 * @n_runs: runs per side
 * @has_looks: whether it may stop at th_experiment_looks
 * @order: "ABBA…", the side of each run; each pair has one of both
 * @starts: when each finished run started, as ISO 8601 (element-type utf8)
 * @n_looked: looks that were taken
 * @is_stopped: whether a look was enough
 * @is_restored: whether @restore has run since the last run
 */
typedef struct
{
  char      *before;
  char      *after;
  char      *load;
  char      *record;
  char      *restore;
  guint32    seed;
  guint      n_runs;
  gboolean   has_looks;
  char      *order;
  GPtrArray *starts;
  guint      n_looked;
  gboolean   is_stopped;
  gboolean   is_restored;
} ThExperimentPlan;

ThExperimentPlan *th_experiment_plan_new      (void);
void              th_experiment_plan_free     (ThExperimentPlan        *self);

/* Makes the order from the seed: the same on each machine. */
void              th_experiment_plan_shuffle  (ThExperimentPlan        *self);
/* Whether both do the same; the seed counts only if @with_seed. */
gboolean          th_experiment_plan_equal    (const ThExperimentPlan  *self,
                                               const ThExperimentPlan  *other,
                                               gboolean                 with_seed);
/* Whether no run is left to do. */
gboolean          th_experiment_plan_is_done  (const ThExperimentPlan  *self);
/* Whether a look is due before the next run. */
gboolean          th_experiment_plan_is_at_look (const ThExperimentPlan *self);
/* How many runs a side may be compared: those up to the last look, if there are looks. */
guint             th_experiment_plan_count    (const ThExperimentPlan  *self);
/* "a-01" of the run at that place of the order; free with g_free(). */
char             *th_experiment_plan_name_run (const ThExperimentPlan  *self,
                                               guint                    run);
/* DIR/a-01.dat; free with g_free(). */
char             *th_experiment_plan_get_path (const ThExperimentPlan  *self,
                                               const char              *directory,
                                               guint                    run);

/* Whether @directory has a manifest.  It may be one that cannot be read. */
gboolean          th_experiment_plan_exists   (const char              *directory);
/* Reads the manifest of @directory. */
ThExperimentPlan *th_experiment_plan_load     (const char              *directory,
                                               GError                 **error);
/* The same, but refuses what another user could have written: its commands will be run. */
ThExperimentPlan *th_experiment_plan_load_own (const char              *directory,
                                               GError                 **error);
/* Replaces the manifest at once and as a whole. */
gboolean          th_experiment_plan_save     (const ThExperimentPlan  *self,
                                               const char              *directory,
                                               GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThExperimentPlan, th_experiment_plan_free)

G_END_DECLS
