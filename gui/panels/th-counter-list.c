/* th-counter-list.c - the counters of a recording as a list for a view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-counter-list.h"

#include "th-thread-pool.h"

/* --- one counter ------------------------------------------------------------------- */

struct _ThCounterItem
{
  GObject                parent;

  ThCounters            *counters;
  const ThCounterChange *change; /* owned by the counters */
  gboolean               explained;
  ThCounterExplanation   explanation;
};

enum
{
  PROP_0,
  PROP_EXPLAINED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThCounterItem, th_counter_item, G_TYPE_OBJECT)

static void
th_counter_item_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_value_set_boolean (value, TH_COUNTER_ITEM (object)->explained);
}

static void
th_counter_item_finalize (GObject *object)
{
  ThCounterItem *self = TH_COUNTER_ITEM (object);

  th_counter_explanation_clear (&self->explanation);
  th_counters_unref (self->counters);

  G_OBJECT_CLASS (th_counter_item_parent_class)->finalize (object);
}

static void
th_counter_item_class_init (ThCounterItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_counter_item_get_property;
  object_class->finalize = th_counter_item_finalize;
  properties[PROP_EXPLAINED] = g_param_spec_boolean ("explained", NULL, NULL, FALSE,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_counter_item_init (ThCounterItem *self)
{
}

const ThCounterChange *
th_counter_item_get_change (ThCounterItem *self)
{
  return self->change;
}

const ThCounterExplanation *
th_counter_item_get_explanation (ThCounterItem *self)
{
  return self->explained ? &self->explanation : NULL;
}

/* --- explanations ---------------------------------------------------------------------- */

/* The input of the worker, which only reads the changes of the items. */
typedef struct
{
  ThRecording          *recording;
  GPtrArray            *items;        /* those that moved, in the order of the list */
  ThCounterExplanation *explanations;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint i = 0; i < job->items->len; i++)
    th_counter_explanation_clear (&job->explanations[i]);
  g_free (job->explanations);
  g_ptr_array_unref (job->items);
  th_recording_unref (job->recording);
  g_free (job);
}

static void
explain (GTask        *task,
         gpointer      source,
         gpointer      data,
         GCancellable *cancellable)
{
  Job *job = data;

  for (guint i = 0; i < job->items->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      ThCounterItem *item = job->items->pdata[i];

      th_counter_explain (item->change->counter, job->recording, &job->explanations[i]);
    }
  g_task_return_boolean (task, TRUE);
}

static void
explained_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  Job *job = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  for (guint i = 0; i < job->items->len; i++)
    {
      ThCounterItem *item = job->items->pdata[i];

      item->explanation = job->explanations[i];
      job->explanations[i] = (ThCounterExplanation) { 0 };
      item->explained = TRUE;
      g_object_notify_by_pspec (G_OBJECT (item), properties[PROP_EXPLAINED]);
    }
}

/* Adds the counters that moved; the others need no explanation. */
static void
add_moved (GPtrArray  *items,
           GListModel *list)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      ThCounterItem *item = g_list_model_get_item (list, i);

      if (item->change->state != TH_COUNTER_SAME)
        g_ptr_array_add (items, item);
      else
        g_object_unref (item);
    }
}

void
th_counter_list_explain (GListModel   *list,
                         ThRecording  *recording,
                         GCancellable *cancellable)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, explained_cb, NULL);
  Job *job = g_new0 (Job, 1);

  job->recording = th_recording_ref (recording);
  job->items = g_ptr_array_new_with_free_func (g_object_unref);
  add_moved (job->items, list);
  job->explanations = g_new0 (ThCounterExplanation, MAX (job->items->len, 1));
  g_task_set_task_data (task, job, job_free);
  th_thread_pool_run (task, explain);
}

/* --- filling ------------------------------------------------------------------------------ */

/* Sorts by weight.  Changes of equal weight keep their order, which is that of their addresses. */
static int
compare_items (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const ThCounterItem *x = a, *y = b;
  ThCounterWeight first = th_counter_get_weight (x->change->counter);
  ThCounterWeight second = th_counter_get_weight (y->change->counter);

  if (first != second)
    return first < second ? -1 : 1;
  return x->change < y->change ? -1 : x->change > y->change;
}

GListStore *
th_counter_list_new (ThCounters *counters)
{
  GListStore *list = g_list_store_new (TH_TYPE_COUNTER_ITEM);

  for (guint i = 0; i < th_counters_get_n (counters); i++)
    {
      g_autoptr(ThCounterItem) item = g_object_new (TH_TYPE_COUNTER_ITEM, NULL);

      item->counters = th_counters_ref (counters);
      item->change = th_counters_get (counters, i);
      g_list_store_append (list, item);
    }
  g_list_store_sort (list, compare_items, NULL);
  return list;
}
