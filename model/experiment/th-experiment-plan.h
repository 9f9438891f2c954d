/* th-experiment-plan.h - the plan of an experiment, and its progress
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The plan of an experiment is saved as a manifest, experiment.json, in the directory of its
 * recordings.  The manifest is not trusted: inconsistent contents are refused, and it names
 * no files, since the paths of the recordings are derived from their numbers.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_EXPERIMENT_MANIFEST "experiment.json"
#define TH_EXPERIMENT_MAX_RUNS 99
#define TH_EXPERIMENT_N_LOOKS 4

/* Numbers of runs per side after which an experiment with looks may stop. */
extern const guint th_experiment_looks[TH_EXPERIMENT_N_LOOKS];

/**
 * ThExperimentPlan:
 * @before: command that puts the machine into state A
 * @after: the same for state B
 * @load: command that is measured
 * @record: command of the recorder, with {output} and {load}
 * @restore: command that restores the machine, or %NULL
 * @seed: seed of the order
 * @n_runs: runs per side
 * @has_looks: whether it may stop at th_experiment_looks
 * @order: "ABBA…", the side of each run; each pair has one of both
 * @starts: when each finished run started, as ISO 8601 (element-type utf8)
 * @n_looked: number of looks that were taken
 * @is_stopped: whether a look was conclusive
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

/* Creates the order from the seed; it is the same on every machine. */
void              th_experiment_plan_shuffle  (ThExperimentPlan        *self);
/* Whether both plans are the same; the seed counts only if @with_seed. */
gboolean          th_experiment_plan_equal    (const ThExperimentPlan  *self,
                                               const ThExperimentPlan  *other,
                                               gboolean                 with_seed);
/* Whether no runs are left. */
gboolean          th_experiment_plan_is_done  (const ThExperimentPlan  *self);
/* Whether a look is due before the next run. */
gboolean          th_experiment_plan_is_at_look (const ThExperimentPlan *self);
/* The number of runs per side that may be compared: with looks, those up to the last one
 * that was reached. */
guint             th_experiment_plan_count    (const ThExperimentPlan  *self);
/* The name of a run by its position in the order: "a-01"; free with g_free(). */
char             *th_experiment_plan_name_run (const ThExperimentPlan  *self,
                                               guint                    run);
/* DIR/a-01.dat; free with g_free(). */
char             *th_experiment_plan_get_path (const ThExperimentPlan  *self,
                                               const char              *directory,
                                               guint                    run);

/* Whether @directory has a manifest, be it readable or not. */
gboolean          th_experiment_plan_exists   (const char              *directory);
/* Reads the manifest of @directory. */
ThExperimentPlan *th_experiment_plan_load     (const char              *directory,
                                               GError                 **error);
/* The same, but refuses a manifest that another user could have written, since its commands
 * will be run. */
ThExperimentPlan *th_experiment_plan_load_own (const char              *directory,
                                               GError                 **error);
/* Replaces the manifest atomically. */
gboolean          th_experiment_plan_save     (const ThExperimentPlan  *self,
                                               const char              *directory,
                                               GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThExperimentPlan, th_experiment_plan_free)

G_END_DECLS
