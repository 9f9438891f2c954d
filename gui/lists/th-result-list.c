/* th-result-list.c - the rows of one analysis' table in a chosen order, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter.h"
#include "th-result-list.h"

#include "th-thread-pool.h"

struct _ThResultRow
{
  GObject parent;

  guint32 row;
};

struct _ThResultList
{
  GObject      parent;

  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
  GArray      *order; /* guint32 */
  ThFlows     *flows; /* whose parts are left out, or NULL */
  GTask       *task;  /* the running job; owned by its thread */
  GCancellable *cancellable; /* of the running job */
};

/* The data of a worker, which may outlive the list. */
typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
  gint         column;
  gboolean     descending;
  char        *text; /* casefolded, or NULL */
  ThFilter    *filter; /* used instead of the text; or NULL */
  ThFlows     *flows; /* whose parts are left out, or NULL */
  GCancellable *cancellable;
} Job;

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThResultRow, th_result_row, G_TYPE_OBJECT)

static void
th_result_row_class_init (ThResultRowClass *klass)
{
}

static void
th_result_row_init (ThResultRow *self)
{
}

guint32
th_result_row_get_row (ThResultRow *self)
{
  return self->row;
}

/* --- the list ----------------------------------------------------------- */

static GType
th_result_list_get_item_type (GListModel *model)
{
  return TH_TYPE_RESULT_ROW;
}

static guint
th_result_list_get_n_items (GListModel *model)
{
  return TH_RESULT_LIST (model)->order->len;
}

static gpointer
th_result_list_get_item (GListModel *model,
                         guint       position)
{
  ThResultList *self = TH_RESULT_LIST (model);
  ThResultRow *row;

  if (position >= self->order->len)
    return NULL;

  row = g_object_new (TH_TYPE_RESULT_ROW, NULL);
  row->row = g_array_index (self->order, guint32, position);
  return row;
}

static void
model_init (GListModelInterface *iface)
{
  iface->get_item_type = th_result_list_get_item_type;
  iface->get_n_items = th_result_list_get_n_items;
  iface->get_item = th_result_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ThResultList, th_result_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, model_init))

/* --- arranging, on a worker --------------------------------------------- */

static void
job_free (Job *job)
{
  g_clear_pointer (&job->recording, th_recording_unref);
  th_results_unref (job->results);
  g_object_unref (job->cancellable);
  g_clear_pointer (&job->filter, th_filter_unref);
  g_free (job->text);
  g_free (job);
}

static const char *
task_name (Job   *job,
           gint64 cell)
{
  if (th_cell_is_word (cell))
    return th_results_get_word (job->results, th_cell_to_word (cell));

  return th_tasks_get_name (th_recording_get_tasks (job->recording), cell, G_MAXINT64);
}

/* A row and its sort key; numbers compare faster than cells. */
typedef struct
{
  gint64  key;
  guint32 row;
} Sorted;

/* Returns the text of a cell, for a column that is sorted by text. */
static const char *
cell_word (Job          *job,
           ThColumnKind  kind,
           gint64        cell)
{
  return kind == TH_COLUMN_TASK ? task_name (job, cell) : th_results_get_word (job->results, cell);
}

static int
compare_words (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  Job *job = data;
  ThColumnKind kind = th_table_get_info (job->table)->columns[job->column].kind;

  return g_strcmp0 (cell_word (job, kind, *(const gint64 *) a),
                    cell_word (job, kind, *(const gint64 *) b));
}

/* Replaces the keys by the ranks of their words, as there are far fewer words than rows; equal
 * words have the same rank. */
static void
rank_words (Job    *job,
            GArray *sorted)
{
  g_autoptr(GHashTable) ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr(GArray) words = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 rank = 0;

  for (guint i = 0; i < sorted->len; i++)
    {
      gint64 cell = g_array_index (sorted, Sorted, i).key;

      if (!g_hash_table_contains (ranks, &cell))
        {
          g_hash_table_insert (ranks, g_memdup2 (&cell, sizeof cell), NULL);
          g_array_append_val (words, cell);
        }
    }

  g_array_sort_with_data (words, compare_words, job);
  for (guint i = 0; i < words->len; i++)
    {
      gint64 *cell = &g_array_index (words, gint64, i);

      if (i > 0 && compare_words (cell - 1, cell, job) != 0)
        rank++;
      g_hash_table_insert (ranks, g_memdup2 (cell, sizeof *cell), (gpointer) (gintptr) rank);
    }
  for (guint i = 0; i < sorted->len; i++)
    {
      Sorted *one = &g_array_index (sorted, Sorted, i);

      one->key = (gintptr) g_hash_table_lookup (ranks, &one->key);
    }
}

/* Rows with equal keys keep their order.  A sort cannot be aborted, but it ends soon if all
 * comparisons return 0. */
static int
compare_sorted (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const Sorted *left = a, *right = b;
  const Job *job = data;
  int order;

  if (g_cancellable_is_cancelled (job->cancellable))
    return 0;

  order = (left->key > right->key) - (left->key < right->key);
  if (order != 0)
    return job->descending ? -order : order;

  return (left->row > right->row) - (left->row < right->row);
}

/* Sorts @rows; those with an empty cell come last in both directions. */
static GArray *
sort_rows (Job    *job,
           GArray *rows) /* taken */
{
  ThColumnKind kind = th_table_get_info (job->table)->columns[job->column].kind;
  g_autoptr(GArray) sorted = g_array_sized_new (FALSE, FALSE, sizeof (Sorted), rows->len);
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), rows->len);

  for (guint i = 0; i < rows->len; i++)
    {
      Sorted one = { 0, g_array_index (rows, guint32, i) };

      one.key = th_table_get_cell (job->table, one.row, job->column);
      if (one.key == TH_CELL_NONE)
        continue;
      if (kind == TH_COLUMN_ADDRESS)
        one.key ^= G_MININT64; /* addresses are unsigned */
      g_array_append_val (sorted, one);
    }
  if (kind == TH_COLUMN_TEXT || kind == TH_COLUMN_TASK)
    rank_words (job, sorted);
  g_array_sort_with_data (sorted, compare_sorted, job);

  for (guint i = 0; i < sorted->len; i++)
    g_array_append_val (order, g_array_index (sorted, Sorted, i).row);
  for (guint i = 0; i < rows->len; i++)
    if (th_table_get_cell (job->table, g_array_index (rows, guint32, i),
                           job->column) == TH_CELL_NONE)
      g_array_append_val (order, g_array_index (rows, guint32, i));
  g_array_unref (rows);

  return order;
}

static gboolean
holds (Job        *job,
       const char *text)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, job->text) != NULL;
}

static gboolean
cell_matches (Job          *job,
              ThColumnKind  kind,
              gint64        cell)
{
  char number[32] = "";

  if (cell == TH_CELL_NONE)
    return FALSE;

  if (kind == TH_COLUMN_TEXT)
    return holds (job, th_results_get_word (job->results, cell));
  if (kind == TH_COLUMN_TASK && holds (job, task_name (job, cell)))
    return TRUE;
  if (kind == TH_COLUMN_TASK && !th_cell_is_word (cell))
    g_snprintf (number, sizeof number, "%d",
                th_tasks_get_pid (th_recording_get_tasks (job->recording), cell));
  else if (kind == TH_COLUMN_CPU || kind == TH_COLUMN_COUNT || kind == TH_COLUMN_BYTES)
    g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, cell);
  else if (kind == TH_COLUMN_ADDRESS)
    g_snprintf (number, sizeof number, "0x%" G_GINT64_MODIFIER "x", cell);

  return number[0] != '\0' && strstr (number, job->text) != NULL;
}

static gboolean
row_matches (Job     *job,
             guint32  row)
{
  const ThTableInfo *info = th_table_get_info (job->table);

  if (job->filter != NULL)
    return th_filter_match_flow (job->filter, row);
  if (job->text == NULL)
    return TRUE;

  for (guint i = 0; i < info->n_columns; i++)
    if (cell_matches (job, info->columns[i].kind, th_table_get_cell (job->table, row, i)))
      return TRUE;

  return FALSE;
}

/* Returns whether the row is a part of another flow and is to be left out. */
static gboolean
is_hidden_part (Job     *job,
                guint32  row)
{
  return job->flows != NULL && row < th_flows_get_n (job->flows) &&
         (th_flows_get (job->flows, row)->flags & TH_FLOW_PART);
}

static void
arrange_worker (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  Job *job = data;
  guint32 n = th_table_get_n (job->table);
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (job->filter != NULL)
    th_filter_prepare (job->filter);
  for (guint32 row = 0; row < n && !g_cancellable_is_cancelled (cancellable); row++)
    if (!is_hidden_part (job, row) && row_matches (job, row))
      g_array_append_val (order, row);
  if (job->column >= 0)
    order = sort_rows (job, order);

  g_task_return_pointer (task, order, (GDestroyNotify) g_array_unref);
}

/* --- expressions -------------------------------------------------------- */

/* Returns whether @text has a comparison operator, which a plain word has not. */
static gboolean
compares (const char *text)
{
  return strpbrk (text, "<>=~") != NULL || strstr (text, " in {") != NULL;
}

/* Returns the filter of an expression over a table of flows; NULL for any other text or table. */
static ThFilter *
make_filter (ThResultList  *self,
             const char    *text,
             GError       **error)
{
  ThFlows *flows = th_results_get_flows (self->results);
  guint table = flows != NULL ? th_flows_get_info (flows)->table : G_MAXUINT;

  if (text == NULL || !compares (text) || table >= th_results_get_n_tables (self->results) ||
      th_results_get_table (self->results, table) != self->table)
    return NULL;

  return th_filter_new_of_flows (self->recording, self->results, text, NULL, NULL, error);
}

gboolean
th_result_list_is_expression (ThResultList  *self,
                              const char    *text,
                              GError       **error)
{
  g_autoptr(ThFilter) filter = make_filter (self, text, error);

  return filter != NULL;
}

/* --- arranging ---------------------------------------------------------- */

/* Emits two signals on purpose, see th-event-list.c. */
static void
arrange_done_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  ThResultList *self = TH_RESULT_LIST (source);
  GArray *order = g_task_propagate_pointer (G_TASK (result), NULL);
  guint n_before = self->order->len;

  if (self->task != G_TASK (result) || order == NULL)
    {
      g_clear_pointer (&order, g_array_unref);
      return;
    }

  self->task = NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
  g_array_set_size (self->order, 0);
  if (n_before > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, 0);
  g_array_unref (self->order);
  self->order = order;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, order->len);
}

void
th_result_list_arrange (ThResultList *self,
                        gint          column,
                        gboolean      descending,
                        const char   *text)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GTask) task = g_task_new (self, cancellable, arrange_done_cb, NULL);
  Job *job = g_new0 (Job, 1);

  g_cancellable_cancel (self->cancellable);
  g_set_object (&self->cancellable, cancellable);
  job->cancellable = g_object_ref (cancellable);
  job->flows = self->flows;

  job->recording = self->recording != NULL ? th_recording_ref (self->recording) : NULL;
  job->results = th_results_ref (self->results);
  job->table = self->table;
  job->column = column;
  job->descending = descending;
  job->filter = make_filter (self, text, NULL);
  job->text = job->filter == NULL && text != NULL && text[0] != '\0' ? g_utf8_casefold (text, -1)
                                                                     : NULL;
  self->task = task;
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_thread_pool_run (task, arrange_worker);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

void
th_result_list_hide_parts (ThResultList *self,
                           ThFlows      *flows)
{
  self->flows = flows;
}

guint
th_result_list_find (ThResultList *self,
                     guint32       row)
{
  for (guint i = 0; i < self->order->len; i++)
    if (g_array_index (self->order, guint32, i) == row)
      return i;

  return G_MAXUINT;
}

guint32
th_result_list_get_row (ThResultList *self,
                        guint         position)
{
  return position < self->order->len ? g_array_index (self->order, guint32, position) : G_MAXUINT32;
}

GArray *
th_result_list_dup_rows (ThResultList *self)
{
  return g_array_copy (self->order);
}

static void
th_result_list_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  g_assert (id == PROP_BUSY);
  g_value_set_boolean (value, TH_RESULT_LIST (object)->task != NULL);
}

static void
th_result_list_finalize (GObject *object)
{
  ThResultList *self = TH_RESULT_LIST (object);

  g_clear_object (&self->cancellable);
  g_array_unref (self->order);
  th_results_unref (self->results);
  g_clear_pointer (&self->recording, th_recording_unref);

  G_OBJECT_CLASS (th_result_list_parent_class)->finalize (object);
}

static void
th_result_list_class_init (ThResultListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_result_list_get_property;
  object_class->finalize = th_result_list_finalize;
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_result_list_init (ThResultList *self)
{
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
}

ThResultList *
th_result_list_new (ThRecording *recording,
                    ThResults   *results,
                    ThTable     *table)
{
  ThResultList *self = g_object_new (TH_TYPE_RESULT_LIST, NULL);

  self->recording = recording != NULL ? th_recording_ref (recording) : NULL;
  self->results = th_results_ref (results);
  self->table = table;

  return self;
}
