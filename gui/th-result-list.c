/* th-result-list.c - the rows of one analysis' table in a chosen order, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-list.h"

#include "th-workers.h"

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
  GTask       *task;  /* lent; the newest arrangement under way */
};

/* What a worker needs; it outlives the list if need be. */
typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
  gint         column;
  gboolean     descending;
  char        *text; /* casefolded, or NULL */
} Job;

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
  th_recording_unref (job->recording);
  th_results_unref (job->results);
  g_free (job->text);
  g_free (job);
}

static const char *
task_name (Job   *job,
           gint64 cell)
{
  return th_tasks_get_name (th_recording_get_tasks (job->recording), cell, G_MAXINT64);
}

static int
compare_cells (Job          *job,
               ThColumnKind  kind,
               gint64        a,
               gint64        b)
{
  switch (kind)
    {
    case TH_COLUMN_ADDRESS: return ((guint64) a > (guint64) b) - ((guint64) a < (guint64) b);
    case TH_COLUMN_TEXT: return g_strcmp0 (th_results_get_word (job->results, a), th_results_get_word (job->results, b));
    case TH_COLUMN_TASK: return g_strcmp0 (task_name (job, a), task_name (job, b));
    default: return (a > b) - (a < b);
    }
}

/* Empty cells come last either way; equal ones stay in the order of rows. */
static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  guint32 row_a = *(const guint32 *) a, row_b = *(const guint32 *) b;
  Job *job = data;
  gint64 cell_a = th_table_get_cell (job->table, row_a, job->column);
  gint64 cell_b = th_table_get_cell (job->table, row_b, job->column);
  int order = 0;

  if (cell_a == TH_CELL_NONE || cell_b == TH_CELL_NONE)
    order = (cell_a == TH_CELL_NONE) - (cell_b == TH_CELL_NONE);
  else if (cell_a != cell_b)
    {
      order = compare_cells (job, th_table_get_info (job->table)->columns[job->column].kind, cell_a, cell_b);
      order = job->descending ? -order : order;
    }

  return order != 0 ? order : (row_a > row_b) - (row_a < row_b);
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
  if (kind == TH_COLUMN_TASK)
    g_snprintf (number, sizeof number, "%d", th_tasks_get_pid (th_recording_get_tasks (job->recording), cell));
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

  for (guint i = 0; i < info->n_columns; i++)
    if (cell_matches (job, info->columns[i].kind, th_table_get_cell (job->table, row, i)))
      return TRUE;

  return FALSE;
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

  for (guint32 row = 0; row < n; row++)
    if (job->text == NULL || row_matches (job, row))
      g_array_append_val (order, row);
  if (job->column >= 0)
    g_array_sort_with_data (order, compare_rows, job);

  g_task_return_pointer (task, order, (GDestroyNotify) g_array_unref);
}

/* Two signals on purpose: see th-event-list.c. */
static void
arrange_done_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  ThResultList *self = TH_RESULT_LIST (source);
  GArray *order = g_task_propagate_pointer (G_TASK (result), NULL);
  guint n_before = self->order->len;

  if (self->task != G_TASK (result))
    {
      g_array_unref (order);
      return;
    }

  self->task = NULL;
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
  g_autoptr(GTask) task = g_task_new (self, NULL, arrange_done_cb, NULL);
  Job *job = g_new0 (Job, 1);

  job->recording = th_recording_ref (self->recording);
  job->results = th_results_ref (self->results);
  job->table = self->table;
  job->column = column;
  job->descending = descending;
  job->text = text != NULL && text[0] != '\0' ? g_utf8_casefold (text, -1) : NULL;
  self->task = task;
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, arrange_worker);
}

gboolean
th_result_list_is_busy (ThResultList *self)
{
  return self->task != NULL;
}

guint32
th_result_list_get_row (ThResultList *self,
                        guint         position)
{
  return position < self->order->len ? g_array_index (self->order, guint32, position) : G_MAXUINT32;
}

static void
th_result_list_finalize (GObject *object)
{
  ThResultList *self = TH_RESULT_LIST (object);

  g_array_unref (self->order);
  th_results_unref (self->results);
  th_recording_unref (self->recording);

  G_OBJECT_CLASS (th_result_list_parent_class)->finalize (object);
}

static void
th_result_list_class_init (ThResultListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_result_list_finalize;
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

  self->recording = th_recording_ref (recording);
  self->results = th_results_ref (results);
  self->table = table;

  return self;
}
