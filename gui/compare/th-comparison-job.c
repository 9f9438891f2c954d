/* th-comparison-job.c - loads the recordings of both sides and compares them, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-job.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "th-analyses.h"
#include "th-compare-baseline.h"
#include "th-compare-take.h"
#include "th-loaders.h"
#include "th-printable.h"
#include "th-runner.h"
#include "th-thread-pool.h"
#include "th-time-span.h"

#define POLL_MS 100
/* The share of loading in the work on one recording; the rest is analysis. */
#define LOAD_SHARE .3

/* Shared by the worker and the main thread, which reads only what the lock protects. */
typedef struct
{
  gatomicrefcount    ref_count;
  ThComparisonSides *sides;
  GCancellable      *cancellable;

  GMutex             lock;
  guint              n_done;    /* files */
  const char        *path;      /* of the file that is being loaded; or NULL */
  ThRecording       *recording; /* while it is loaded */
  ThRunner          *runner;    /* while it is analyzed */
} Work;

struct _ThComparisonJob
{
  GObject               parent;

  Work                 *work;
  guint                 poll_id;
  double                progress;
  char                 *text;
  ThComparisonJobState  state;
  ThComparison         *comparison; /* or NULL */
  ThCallDifference     *functions;  /* or NULL */
  char                 *error;      /* or NULL */
  gint64                started;    /* monotonic, in µs */
  double                seconds;    /* or -1 */
  guint             n_baselines[2];
};

enum
{
  PROP_0,
  PROP_PROGRESS,
  PROP_TEXT,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThComparisonJob, th_comparison_job, G_TYPE_OBJECT)

/* --- shared by both threads ------------------------------------------------- */

static Work *
work_new (ThComparisonSides *sides)
{
  Work *self = g_new0 (Work, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->sides = th_comparison_sides_ref (sides);
  self->cancellable = g_cancellable_new ();
  g_mutex_init (&self->lock);
  return self;
}

static Work *
work_ref (Work *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
work_unref (gpointer data)
{
  Work *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  th_comparison_sides_unref (self->sides);
  g_object_unref (self->cancellable);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void
work_set (Work        *self,
          ThRecording *recording,
          ThRunner    *runner)
{
  g_mutex_lock (&self->lock);
  self->recording = recording;
  self->runner = runner;
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      if (recording != NULL)
        th_recording_cancel (recording);
      if (runner != NULL)
        th_runner_cancel (runner);
    }
  g_mutex_unlock (&self->lock);
}

static void
work_cancel (Work *self)
{
  g_cancellable_cancel (self->cancellable);
  g_mutex_lock (&self->lock);
  if (self->recording != NULL)
    th_recording_cancel (self->recording);
  if (self->runner != NULL)
    th_runner_cancel (self->runner);
  g_mutex_unlock (&self->lock);
}

static guint
work_get_n (Work *self)
{
  return th_comparison_sides_get_n (self->sides, 0) + th_comparison_sides_get_n (self->sides, 1);
}

static double
work_get_progress (Work *self)
{
  double within = 0;
  guint n_done;

  g_mutex_lock (&self->lock);
  n_done = self->n_done;
  if (self->recording != NULL)
    within = LOAD_SHARE * MAX (th_recording_get_progress (self->recording), 0);
  else if (self->runner != NULL)
    within = LOAD_SHARE + (1 - LOAD_SHARE) * th_runner_get_progress (self->runner);
  g_mutex_unlock (&self->lock);

  return (n_done + within) / MAX (work_get_n (self), 1);
}

static char *
work_dup_text (Work *self)
{
  g_autofree char *shown = NULL, *name = NULL;
  guint number;

  g_mutex_lock (&self->lock);
  number = self->n_done + 1;
  shown = self->path != NULL ? g_filename_display_basename (self->path) : NULL;
  g_mutex_unlock (&self->lock);

  if (shown == NULL)
    return g_strdup (_("Comparing…"));

  name = th_printable_dup (shown);
  /* Translators: number of a recording, number of recordings, name of the file */
  return g_strdup_printf (_("Recording %u of %u: %s"), number, work_get_n (self), name);
}

/* --- on the worker ------------------------------------------------------------ */

/* The data that is kept of the recordings of a side. */
typedef struct
{
  GPtrArray *runs;    /* of ThCompareRun */
  GPtrArray *samples; /* of ThCallSample */
} Side;

static void
side_init (Side *self)
{
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  self->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);
}

static void
side_clear (Side *self)
{
  g_ptr_array_unref (self->runs);
  g_ptr_array_unref (self->samples);
}

/* The result of the worker. */
typedef struct
{
  ThComparison     *comparison;
  ThCallDifference *functions;
  guint             n_baselines[2];
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *self = data;

  g_clear_pointer (&self->comparison, th_comparison_unref);
  g_clear_pointer (&self->functions, th_call_difference_unref);
  g_free (self);
}

static GPtrArray *
analyze (Work        *work,
         ThRecording *recording)
{
  g_autoptr(ThRunner) runner = th_runner_new (recording, th_analyses_list ());
  GPtrArray *all = th_runner_add_all (runner);

  work_set (work, NULL, runner);
  while (!g_cancellable_is_cancelled (work->cancellable) && th_runner_advance (runner))
    ;
  work_set (work, NULL, NULL);
  return all;
}

static gboolean
take_recording (Work                  *work,
                const ThComparedFile  *file,
                Side                  *side,
                GError               **error)
{
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = th_loader_open (file->path, &loader, error);
  g_autoptr(GPtrArray) all = NULL;
  g_autofree char *argument = g_strjoin ("@", file->path, file->range, NULL);
  g_autofree char *name = g_filename_display_basename (argument);
  gint64 from, to;

  if (recording == NULL)
    return FALSE;

  work_set (work, recording, NULL);
  th_loader_load (loader, recording);
  work_set (work, NULL, NULL);
  if (!th_time_span_parse_range (recording, file->range, &from, &to, error))
    return FALSE;
  all = analyze (work, recording);
  if (g_cancellable_set_error_if_cancelled (work->cancellable, error))
    return FALSE;

  g_ptr_array_add (side->runs, th_compare_run_take (recording, all, name, from, to));
  g_ptr_array_add (side->samples,
                   th_call_sample_take (all, th_recording_get_resolution (recording)));
  return TRUE;
}

static gboolean
take_baseline (const char  *path,
               GPtrArray   *runs,
               GError     **error)
{
  g_autoptr(GPtrArray) found = th_compare_baseline_load (path, error);

  for (guint i = 0; found != NULL && i < found->len; i++)
    g_ptr_array_add (runs, th_compare_run_ref (g_ptr_array_index (found, i)));
  return found != NULL;
}

/* Refuses pipes and devices, which can be read only once: the timeline reads the recording, too. */
static gboolean
check_file (const char  *path,
            GError     **error)
{
  GStatBuf about;

  if (g_stat (path, &about) != 0 ||
      !(S_ISFIFO (about.st_mode) || S_ISCHR (about.st_mode) || S_ISSOCK (about.st_mode)))
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                       _("This is a pipe or a device, which can be read only once. Save what it "
                         "provides as a file, and compare that."));
  return FALSE;
}

static gboolean
read_file (Work                  *work,
           const ThComparedFile  *file,
           Side                  *side,
           GError               **error)
{
  if (!check_file (file->path, error))
    return FALSE;

  return th_compare_baseline_detect (file->path) ? take_baseline (file->path, side->runs, error)
                                                 : take_recording (work, file, side, error);
}

static gboolean
take_file (Work                  *work,
           const ThComparedFile  *file,
           Side                  *side,
           GError               **error)
{
  g_autofree char *name = g_filename_display_basename (file->path);

  g_mutex_lock (&work->lock);
  work->path = file->path;
  g_mutex_unlock (&work->lock);
  if (!read_file (work, file, side, error))
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }

  g_mutex_lock (&work->lock);
  work->n_done++;
  work->path = NULL;
  g_mutex_unlock (&work->lock);
  return TRUE;
}

static gboolean
take_side (Work    *work,
           guint    number,
           Side    *side,
           GError **error)
{
  for (guint i = 0; i < th_comparison_sides_get_n (work->sides, number); i++)
    if (!take_file (work, th_comparison_sides_get (work->sides, number, i), side, error))
      return FALSE;
  return TRUE;
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  Work *work = data;
  Outcome *outcome = g_new0 (Outcome, 1);
  GError *error = NULL;
  Side a, b;

  side_init (&a);
  side_init (&b);
  if (take_side (work, 0, &a, &error) && take_side (work, 1, &b, &error))
    outcome->comparison = th_comparison_new (a.runs, b.runs, &work->sides->verdict, &error);
  if (outcome->comparison != NULL)
    {
      outcome->functions = th_call_difference_new (a.samples, b.samples);
      outcome->n_baselines[0] = a.runs->len - a.samples->len;
      outcome->n_baselines[1] = b.runs->len - b.samples->len;
      g_task_return_pointer (task, outcome, outcome_free);
    }
  else
    {
      outcome_free (outcome);
      g_task_return_error (task, error);
    }
  side_clear (&a);
  side_clear (&b);
}

/* --- on the main thread ------------------------------------------------------- */

static gboolean
poll_cb (gpointer data)
{
  ThComparisonJob *self = data;
  double progress = work_get_progress (self->work);
  g_autofree char *text = work_dup_text (self->work);

  if (progress != self->progress)
    {
      self->progress = progress;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
    }
  if (g_strcmp0 (text, self->text) != 0)
    {
      g_free (self->text);
      self->text = g_steal_pointer (&text);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
    }
  return G_SOURCE_CONTINUE;
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThComparisonJob *self = TH_COMPARISON_JOB (source);
  g_autoptr(GError) error = NULL;
  Outcome *outcome = g_task_propagate_pointer (G_TASK (result), &error);

  if (outcome != NULL && !g_cancellable_is_cancelled (self->work->cancellable))
    {
      self->comparison = g_steal_pointer (&outcome->comparison);
      self->functions = g_steal_pointer (&outcome->functions);
      memcpy (self->n_baselines, outcome->n_baselines, sizeof self->n_baselines);
    }
  g_clear_pointer (&outcome, outcome_free);
  if (g_cancellable_is_cancelled (self->work->cancellable))
    return;

  g_clear_handle_id (&self->poll_id, g_source_remove);
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  self->seconds = (g_get_monotonic_time () - self->started) / (double) G_USEC_PER_SEC;
  self->state = self->comparison != NULL ? TH_COMPARISON_JOB_DONE : TH_COMPARISON_JOB_FAILED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

ThComparisonJob *
th_comparison_job_new (ThComparisonSides *sides)
{
  ThComparisonJob *self = g_object_new (TH_TYPE_COMPARISON_JOB, NULL);
  g_autoptr(GTask) task = g_task_new (self, NULL, done_cb, NULL);

  self->work = work_new (sides);
  self->started = g_get_monotonic_time ();
  g_task_set_task_data (task, work_ref (self->work), work_unref);
  th_thread_pool_run (task, worker);
  self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  poll_cb (self);
  return self;
}

void
th_comparison_job_cancel (ThComparisonJob *self)
{
  g_return_if_fail (TH_IS_COMPARISON_JOB (self));

  g_clear_handle_id (&self->poll_id, g_source_remove);
  work_cancel (self->work);
}

ThComparisonJobState
th_comparison_job_get_state (ThComparisonJob *self)
{
  return self->state;
}

ThComparison *
th_comparison_job_get_comparison (ThComparisonJob *self)
{
  return self->comparison;
}

ThCallDifference *
th_comparison_job_get_functions (ThComparisonJob *self)
{
  return self->functions;
}

const guint *
th_comparison_job_get_n_baselines (ThComparisonJob *self)
{
  g_return_val_if_fail (TH_IS_COMPARISON_JOB (self), NULL);

  return self->n_baselines;
}

const char *
th_comparison_job_get_error (ThComparisonJob *self)
{
  return self->error;
}

double
th_comparison_job_get_seconds (ThComparisonJob *self)
{
  return self->seconds;
}

/* --- class ----------------------------------------------------------------- */

static void
th_comparison_job_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  ThComparisonJob *self = TH_COMPARISON_JOB (object);

  switch (id)
    {
    case PROP_PROGRESS: g_value_set_double (value, self->progress); break;
    case PROP_TEXT: g_value_set_string (value, self->text); break;
    case PROP_STATE: g_value_set_uint (value, self->state); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_comparison_job_finalize (GObject *object)
{
  ThComparisonJob *self = TH_COMPARISON_JOB (object);

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->comparison, th_comparison_unref);
  g_clear_pointer (&self->functions, th_call_difference_unref);
  g_clear_pointer (&self->work, work_unref);
  g_free (self->text);
  g_free (self->error);

  G_OBJECT_CLASS (th_comparison_job_parent_class)->finalize (object);
}

static void
th_comparison_job_class_init (ThComparisonJobClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (klass)->get_property = th_comparison_job_get_property;
  G_OBJECT_CLASS (klass)->finalize = th_comparison_job_finalize;
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, readable);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, readable);
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_COMPARISON_JOB_FAILED, 0,
                                              readable);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
th_comparison_job_init (ThComparisonJob *self)
{
  self->seconds = -1;
}
