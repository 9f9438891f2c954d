/* th-span-window.c - statistics of the selected span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-span-window.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-event-filter.h"
#include "th-span-stats.h"
#include "th-widgets.h"
#include "th-thread-pool.h"

/* Counts when the selection has not changed for this long. */
#define REST_MS  150
/* Maximum number of rows in a group; a machine may have thousands of tasks. */
#define MAX_ROWS 500
/* Number of rows that are created between two frames. */
#define PORTION 12

typedef struct
{
  ThRecording *recording;
  ThRows      *rows;
  GPtrArray   *results;
  gint64       from;
  gint64       to;
  gint         cancelled; /* atomic */
} Job;

struct _ThSpanWindow
{
  GtkWindow    parent;

  ThDocument  *document;
  GSignalGroup *signals;  /* of the document */
  ThView       view;      /* the time range to count if nothing is selected */
  gboolean     busy;
  Job         *job;       /* owned by its task; NULL if none is running */
  guint        rest_id;
  guint        fill_id;   /* idle source that creates rows */
  ThSpanStats *stats;
  guint        n_filled[TH_N_SPAN_GROUPS];
  gint64       length;    /* of the counted span */
  GtkWidget   *head;
  GtkWidget   *grids[TH_N_SPAN_GROUPS];
  GtkStack    *stack;
};

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThSpanWindow, th_span_window, GTK_TYPE_WINDOW)

static const struct
{
  const char *id;
  const char *title;
} groups[TH_N_SPAN_GROUPS] = {
  { "tasks", N_("Tasks") }, { "types", N_("Events") }, { "cpus", N_("CPUs") },
  { "stages", N_("Stages") }
};

static void
update_busy (ThSpanWindow *self)
{
  gboolean busy = self->job != NULL || self->rest_id != 0 || self->fill_id != 0;

  if (busy == self->busy)
    return;

  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* --- rows ---------------------------------------------------------------- */

static const char *
get_text (GtkWidget *grid,
          int        column,
          int        row)
{
  return gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (GTK_GRID (grid), column, row)));
}

static void
attach (GtkWidget  *grid,
        const char *text,
        int         column,
        int         row,
        const char *css_class)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", column == 0 ? 0.0 : 1.0,
                                   "hexpand", column == 0,
                                   "ellipsize", column == 0 ? PANGO_ELLIPSIZE_MIDDLE
                                                            : PANGO_ELLIPSIZE_NONE, NULL);

  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  if (column > 0 && row > 0)
    th_label_place (label, get_text (grid, 0, row), get_text (grid, column, 0));
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

static void
fill_row (ThSpanWindow      *self,
          GtkWidget         *grid,
          int                row,
          const ThSpanCount *count)
{
  g_autofree char *name = th_display_text_make_valid (count->name), *n = th_format_count (count->n);
  g_autofree char *time = NULL, *share = NULL, *longest = NULL;

  attach (grid, name, 0, row, NULL);
  attach (grid, n, 1, row, "value");
  if (grid == self->grids[TH_SPAN_TYPES])
    return;

  time = th_document_format_length (self->document, count->time);
  share = g_strdup_printf (_("%.1f %%"), 100.0 * count->time / MAX (self->length, 1));
  longest = th_document_format_length (self->document, count->longest);
  attach (grid, time, 2, row, "value");
  attach (grid, share, 3, row, "value");
  attach (grid, longest, 4, row, "value");
}

static void
begin_group (ThSpanWindow *self,
             ThSpanGroup   group)
{
  const char *const heads[] = { _(groups[group].title), _("Count"), _("Time"), _("Share"),
                                _("Longest") };
  const GArray *counts = th_span_stats_get (self->stats, group);
  GtkWidget *grid = self->grids[group];

  th_widget_clear (grid);
  self->n_filled[group] = 0;
  for (int i = 0; i < (group == TH_SPAN_TYPES ? 2 : 5); i++)
    attach (grid, heads[i], i, 0, "heading");
  gtk_stack_page_set_visible (gtk_stack_get_page (self->stack,
                                                  gtk_stack_get_child_by_name (self->stack,
                                                                               groups[group].id)),
                              counts->len > 0);
}

static void
end_group (ThSpanWindow *self,
           ThSpanGroup   group,
           guint         n_more)
{
  g_autofree char *count = th_format_count (n_more);
  g_autofree char *more =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more", "%s more", n_more), count);

  attach (self->grids[group], more, 0, MAX_ROWS + 1, "dim-label");
}

/* Creates some rows.  Returns FALSE if there are no more. */
static gboolean
fill_portion (ThSpanWindow *self)
{
  for (ThSpanGroup group = 0; group < TH_N_SPAN_GROUPS; group++)
    {
      const GArray *counts = th_span_stats_get (self->stats, group);
      guint n = MIN (counts->len, MAX_ROWS), *i = &self->n_filled[group];

      if (*i == n)
        continue;

      for (guint end = MIN (n, *i + PORTION); *i < end; ++*i)
        fill_row (self, self->grids[group], *i + 1, &g_array_index (counts, ThSpanCount, *i));
      if (*i == MAX_ROWS && counts->len > MAX_ROWS)
        end_group (self, group, counts->len - MAX_ROWS);
      return TRUE;
    }

  return FALSE;
}

/* Creates rows in portions, as thousands of labels take longer than a frame. */
static gboolean
fill_cb (gpointer data)
{
  ThSpanWindow *self = data;

  if (fill_portion (self))
    return G_SOURCE_CONTINUE;

  self->fill_id = 0;
  update_busy (self);
  return G_SOURCE_REMOVE;
}

static void
fill (ThSpanWindow *self,
      const Job    *job)
{
  g_autofree char *from = th_document_format_time (self->document, job->from);
  g_autofree char *to = th_document_format_time (self->document, job->to);
  g_autofree char *length = th_document_format_length (self->document, job->to - job->from);
  g_autofree char *n = th_format_count (th_span_stats_get_n (self->stats));
  /* Translators: start, end, length, number of events */
  g_autofree char *text = g_strdup_printf (_("%s to %s: %s, %s events"), from, to, length, n);

  gtk_label_set_text (GTK_LABEL (self->head), text);
  self->length = job->to - job->from;
  for (ThSpanGroup group = 0; group < TH_N_SPAN_GROUPS; group++)
    begin_group (self, group);
  self->fill_id = g_idle_add (fill_cb, self);
}

/* --- counting ------------------------------------------------------------ */

static void
job_free (Job *job)
{
  th_recording_unref (job->recording);
  g_clear_pointer (&job->rows, th_rows_unref);
  g_ptr_array_unref (job->results);
  g_free (job);
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  Job *job = data;

  g_task_return_pointer (task,
                         th_span_stats_new (job->recording, job->rows, job->results, job->from,
                                            job->to, &job->cancelled),
                         (GDestroyNotify) th_span_stats_free);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThSpanWindow *self = TH_SPAN_WINDOW (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  ThSpanStats *stats = g_task_propagate_pointer (G_TASK (result), NULL);

  /* The document may have been closed before this window. */
  if (self->job != job || self->document == NULL || th_document_get_scene (self->document) == NULL)
    {
      th_span_stats_free (stats);
      return;
    }

  self->job = NULL;
  g_clear_pointer (&self->stats, th_span_stats_free);
  self->stats = stats;
  fill (self, job);
  update_busy (self);
}

static void
stop (ThSpanWindow *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_handle_id (&self->fill_id, g_source_remove);
  if (self->job != NULL)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
}

static void
start (ThSpanWindow *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;
  const GPtrArray *results;
  g_autoptr(GTask) task = NULL;
  ThRows *rows;
  Job *job;

  stop (self);
  if (recording == NULL)
    {
      update_busy (self);
      return;
    }

  job = g_new0 (Job, 1);
  job->recording = th_recording_ref (recording);
  rows = th_event_filter_get_rows (th_document_get_filter (self->document));
  job->rows = rows != NULL ? th_rows_ref (rows) : NULL;
  job->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  results = th_document_get_results (self->document);
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (job->results, th_results_ref (results->pdata[i]));
  if (!th_document_get_span (self->document, &job->from, &job->to))
    {
      job->from = self->view.from;
      job->to = self->view.to;
    }

  task = g_task_new (self, NULL, done_cb, NULL);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  self->job = job;
  th_thread_pool_run (task, worker);
  update_busy (self);
}

static gboolean
rest_cb (gpointer data)
{
  ThSpanWindow *self = data;

  self->rest_id = 0;
  start (self);

  return G_SOURCE_REMOVE;
}

static void
changed_cb (ThSpanWindow *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
  update_busy (self);
}

/* --- class --------------------------------------------------------------- */

static void
th_span_window_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  g_assert (id == PROP_BUSY);
  g_value_set_boolean (value, TH_SPAN_WINDOW (object)->busy);
}

static void
th_span_window_dispose (GObject *object)
{
  ThSpanWindow *self = TH_SPAN_WINDOW (object);

  stop (self);
  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  g_clear_pointer (&self->stats, th_span_stats_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_SPAN_WINDOW);

  G_OBJECT_CLASS (th_span_window_parent_class)->dispose (object);
}

static void
th_span_window_class_init (ThSpanWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_span_window_get_property;
  object_class->dispose = th_span_window_dispose;
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-span-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ThSpanWindow, head);
  gtk_widget_class_bind_template_child (widget_class, ThSpanWindow, stack);
  for (ThSpanGroup group = 0; group < TH_N_SPAN_GROUPS; group++)
    gtk_widget_class_bind_template_child_full (widget_class, groups[group].id, FALSE,
                                               G_STRUCT_OFFSET (ThSpanWindow, grids) +
                                               group * sizeof (GtkWidget *));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_span_window_init (ThSpanWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "selection-changed", G_CALLBACK (changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->signals, "filter-changed", G_CALLBACK (changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "recording-changed", G_CALLBACK (changed_cb),
                                  self);
}

ThSpanWindow *
th_span_window_new (GtkWindow  *parent,
                    ThDocument *document)
{
  ThSpanWindow *self = th_dialog_new (TH_TYPE_SPAN_WINDOW, parent);

  self->document = g_object_ref (document);
  self->view = *th_document_get_view (document);
  g_signal_group_set_target (self->signals, document);
  start (self);

  return self;
}
