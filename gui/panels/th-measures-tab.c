/* th-measures-tab.c - the measures of all analyses: histogram, statistics, worst samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-measures-tab.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-text-row.h"
#include "th-thread-pool.h"
#include "th-widgets.h"

struct _ThMeasuresTab
{
  GtkWidget      parent;

  ThDocument    *document;
  GArray        *facts;    /* ThMeasureFacts */
  guint64        n_asked;  /* number of samples at the last summary */
  GCancellable  *job;      /* the running summary; or NULL */
  ThMeasure     *selected; /* owned by its results */
  GListStore    *measures; /* ThTextItem, in the order of @facts */
  GListStore    *samples;  /* ThTextItem: the worst samples of @selected */
  GtkWidget     *box;
  GtkWidget     *list;
  GtkWidget     *title;
  GtkWidget     *text;
  GtkWidget     *numbers;
  GtkWidget     *histogram;
  GtkWidget     *worst;
};

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThMeasuresTab, th_measures_tab, GTK_TYPE_WIDGET)

/* --- the selected measure ------------------------------------------------ */

static char *
mean_text (ThMeasuresTab *self,
           ThUnit         unit,
           double         mean)
{
  if (unit == TH_UNIT_TIME)
    return th_document_format_duration (self->document, llround (mean));

  return g_strdup_printf (unit == TH_UNIT_BYTES ? "%.1f B" : "%.1f", mean);
}

static void
show_numbers (ThMeasuresTab        *self,
              const ThMeasureFacts *facts)
{
  const ThSummary *s = &facts->summary;
  ThUnit unit = th_measure_get_info (facts->measure)->unit;
  const struct { const char *name; gint64 value; } all[] = {
    { "min", s->min }, { "p50", s->p50 }, { "p90", s->p90 }, { "p99", s->p99 }, { "max", s->max },
  };
  g_autofree char *n = th_format_count (s->n), *mean = mean_text (self, unit, s->mean);
  g_autoptr(GString) text = g_string_new (NULL);

  g_string_printf (text, "n %s", n);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *value = th_histogram_format_value (self->document, unit, all[i].value);

      g_string_append_printf (text, "   %s %s", all[i].name, value);
    }
  g_string_append_printf (text, "   %s %s", _("mean"), mean);
  gtk_label_set_text (GTK_LABEL (self->numbers), text->str);
}

/* Returns text like "188.024046310   sched_switch". */
static char *
dup_event (ThMeasuresTab *self,
           ThRecording   *recording,
           ThRef          event)
{
  g_autofree char *time = NULL, *name = NULL;

  if (th_ref_is_none (event))
    return g_strdup ("–   ");

  time = th_document_format_time (self->document, th_recording_get_time (recording, event));
  name = th_display_text_make_valid (
    th_recording_get_type_name (recording, th_recording_get_type (recording, event)));
  return g_strdup_printf ("%s   %s", time, name);
}

static void
show_worst (ThMeasuresTab        *self,
            const ThMeasureFacts *facts)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autoptr(GStrvBuilder) texts = g_strv_builder_new ();
  g_auto(GStrv) all = NULL;

  for (guint i = 0; i < facts->summary.n_worst; i++)
    {
      ThSample sample = th_measure_get (facts->measure, facts->summary.worst[i]);
      ThUnit unit = th_measure_get_info (facts->measure)->unit;
      g_autofree char *value = th_histogram_format_value (self->document, unit, sample.value);
      g_autofree char *event = dup_event (self, recording, sample.anchor);
      g_autofree char *text = g_strconcat (value, "   ", event, NULL);

      g_strv_builder_add (texts, text);
    }
  all = g_strv_builder_end (texts);
  th_text_items_set (self->samples, (const char *const *) all);
}

static void
show (ThMeasuresTab        *self,
      const ThMeasureFacts *facts)
{
  const ThMeasureInfo *info = th_measure_get_info (facts->measure);

  self->selected = facts->measure;
  th_label_set_text (self->title, _(info->title));
  th_label_set_text (self->text, _(info->text));
  show_numbers (self, facts);
  th_histogram_set (TH_HISTOGRAM (self->histogram), self->document, facts);
  show_worst (self, facts);
}

static void
selected_cb (ThMeasuresTab *self,
             GtkListBoxRow *row)
{
  guint index = row != NULL ? gtk_list_box_row_get_index (row) : G_MAXUINT;

  if (index < self->facts->len)
    show (self, &g_array_index (self->facts, ThMeasureFacts, index));
}

static void
worst_cb (ThMeasuresTab *self,
          GtkListBoxRow *row)
{
  guint rank = gtk_list_box_row_get_index (row);

  for (guint i = 0; i < self->facts->len; i++)
    {
      const ThMeasureFacts *facts = &g_array_index (self->facts, ThMeasureFacts, i);

      if (facts->measure != self->selected || rank >= facts->summary.n_worst)
        continue;
      th_document_lead_to (self->document,
                           th_measure_get (facts->measure, facts->summary.worst[rank]).anchor);
      return;
    }
}

/* --- summaries ---------------------------------------------------------- */

static void
facts_clear (gpointer data)
{
  th_results_unref (((ThMeasureFacts *) data)->results);
}

static GArray *
collect (ThMeasuresTab *self,
         guint64       *n_samples)
{
  const GPtrArray *all = th_document_get_results (self->document);
  GArray *facts = g_array_new (FALSE, TRUE, sizeof (ThMeasureFacts));

  *n_samples = 0;
  g_array_set_clear_func (facts, facts_clear);
  for (guint i = 0; i < all->len; i++)
    for (guint m = 0; m < th_results_get_n_measures (all->pdata[i]); m++)
      {
        ThMeasureFacts one = { all->pdata[i], th_results_get_measure (all->pdata[i], m) };

        if (th_measure_get_n (one.measure) == 0)
          continue;
        *n_samples += th_measure_get_n (one.measure);
        th_results_ref (one.results);
        g_array_append_val (facts, one);
      }

  return facts;
}

static void
summarize (GArray *facts)
{
  for (guint i = 0; i < facts->len; i++)
    {
      ThMeasureFacts *one = &g_array_index (facts, ThMeasureFacts, i);

      th_measure_summarize (one->measure, &one->summary);
      th_measure_histogram (one->measure, TH_HISTOGRAM_BINS, one->bins, &one->factor);
    }
}

/* Returns the text of the row of a measure. */
static char *
dup_measure (ThMeasuresTab        *self,
             const ThMeasureFacts *facts)
{
  const ThMeasureInfo *info = th_measure_get_info (facts->measure);
  const ThSummary *summary = &facts->summary;
  g_autofree char *n = th_format_count (summary->n);
  g_autofree char *p50 = th_histogram_format_value (self->document, info->unit, summary->p50);
  g_autofree char *p99 = th_histogram_format_value (self->document, info->unit, summary->p99);

  return g_strdup_printf ("%s\nn %s   p50 %s   p99 %s", _(info->title), n, p50, p99);
}

static void
list_measures (ThMeasuresTab *self)
{
  g_autoptr(GStrvBuilder) texts = g_strv_builder_new ();
  g_auto(GStrv) all = NULL;

  for (guint i = 0; i < self->facts->len; i++)
    {
      g_autofree char *text = dup_measure (self, &g_array_index (self->facts, ThMeasureFacts, i));

      g_strv_builder_add (texts, text);
    }
  all = g_strv_builder_end (texts);
  th_text_items_set (self->measures, (const char *const *) all);
}

/* Returns the index of the selected measure, or else of the first one. */
static guint
find_selected (ThMeasuresTab *self)
{
  for (guint i = 0; i < self->facts->len; i++)
    if (g_array_index (self->facts, ThMeasureFacts, i).measure == self->selected)
      return i;

  return 0;
}

static void
take (ThMeasuresTab *self,
      GArray        *facts)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row;

  g_array_unref (self->facts);
  self->facts = facts;
  list_measures (self);
  row = gtk_list_box_get_row_at_index (list, find_selected (self));
  /* A row that stays selected may have new samples. */
  if (row != NULL && row == gtk_list_box_get_selected_row (list))
    selected_cb (self, row);
  else if (row != NULL)
    gtk_list_box_select_row (list, row);
}

static void
job_cb (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  summarize (data);
  g_task_return_boolean (task, TRUE);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThMeasuresTab *self = TH_MEASURES_TAB (source);

  /* The tab may already have been removed from the window. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL) ||
      gtk_widget_get_parent (GTK_WIDGET (self)) == NULL)
    return;

  g_clear_object (&self->job);
  take (self, g_array_ref (g_task_get_task_data (G_TASK (result))));
  th_measures_tab_update (self); /* there may be more samples now */
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

void
th_measures_tab_update (ThMeasuresTab *self)
{
  guint64 n_samples;
  g_autoptr(GArray) facts = NULL;
  g_autoptr(GTask) task = NULL;

  if (self->job != NULL)
    return;
  facts = collect (self, &n_samples);
  if (n_samples == self->n_asked)
    return;

  self->n_asked = n_samples;
  self->job = g_cancellable_new ();
  task = g_task_new (self, self->job, done_cb, NULL);
  g_task_set_task_data (task, g_steal_pointer (&facts), (GDestroyNotify) g_array_unref);
  th_thread_pool_run (task, job_cb);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* --- class -------------------------------------------------------------- */

static void
th_measures_tab_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_assert (id == PROP_BUSY);
  g_value_set_boolean (value, TH_MEASURES_TAB (object)->job != NULL);
}

static void
th_measures_tab_dispose (GObject *object)
{
  ThMeasuresTab *self = TH_MEASURES_TAB (object);

  if (self->job != NULL)
    g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_MEASURES_TAB);
  g_clear_pointer (&self->facts, g_array_unref);
  g_clear_object (&self->measures);
  g_clear_object (&self->samples);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_measures_tab_parent_class)->dispose (object);
}

static void
th_measures_tab_class_init (ThMeasuresTabClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_measures_tab_get_property;
  object_class->dispose = th_measures_tab_dispose;
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "eventtable");
  g_type_ensure (TH_TYPE_HISTOGRAM);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-measures-tab.ui");
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, box);
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, list);
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, title);
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, text);
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, numbers);
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, histogram);
  gtk_widget_class_bind_template_child (widget_class, ThMeasuresTab, worst);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, worst_cb);
}

static void
th_measures_tab_init (ThMeasuresTab *self)
{
  self->facts = g_array_new (FALSE, TRUE, sizeof (ThMeasureFacts));
  self->measures = th_text_items_new ();
  self->samples = th_text_items_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  th_text_rows_bind (GTK_LIST_BOX (self->list), self->measures);
  th_text_rows_bind (GTK_LIST_BOX (self->worst), self->samples);
}

GtkWidget *
th_measures_tab_new (ThDocument *document)
{
  ThMeasuresTab *self = g_object_new (TH_TYPE_MEASURES_TAB, NULL);

  self->document = g_object_ref (document);

  return GTK_WIDGET (self);
}
