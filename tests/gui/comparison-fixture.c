/* comparison-fixture.c - comparisons of real recordings, in a window of their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "comparison-fixture.h"

#include <string.h>

#include "th-analyses.h"
#include "th-compare-take.h"
#include "th-loaders.h"
#include "th-runner.h"
#include "th-style.h"

#define PANEL_WIDTH 372
#define REST_MS 60

gboolean
comparison_has_traces (void)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *folder = traces != NULL ? g_build_filename (traces, "compare", NULL) : NULL;

  if (folder != NULL && g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;

  g_test_skip ("the recordings of THRESHER_TRACES are not here");
  return FALSE;
}

ThCompareRun *
comparison_load (const char *file)
{
  g_autofree char *path = g_build_filename (g_getenv ("THRESHER_TRACES"), file, NULL);
  g_autofree char *name = g_path_get_basename (file);
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = th_loader_open (path, &loader, &error);
  g_autoptr(ThRunner) runner = NULL;
  g_autoptr(GPtrArray) all = NULL;

  g_assert_no_error (error);
  th_loader_load (loader, recording);
  runner = th_runner_new (recording, th_analyses_list ());
  all = th_runner_add_all (runner);
  while (th_runner_advance (runner))
    ;
  return th_compare_run_take (recording, all, name, TH_TIME_NONE, G_MAXINT64);
}

static ThCompareRun *
load (const char *kind,
      guint       number)
{
  g_autofree char *file = g_strdup_printf ("compare/%s-%02u.dat", kind, number);

  return comparison_load (file);
}

static GPtrArray *
load_side (const char *kind,
           guint       n)
{
  GPtrArray *side = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (side, load (kind, i));
  return side;
}

ThComparison *
comparison_get (const char *a,
                const char *b,
                guint       n)
{
  static GHashTable *known;
  char *key = g_strdup_printf ("%s %s %u", a, b, n);
  g_autoptr(GPtrArray) side_a = NULL, side_b = NULL;
  g_autoptr(GError) error = NULL;
  ThVerdictOptions options;
  ThComparison *comparison;

  if (known == NULL)
    known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                   (GDestroyNotify) th_comparison_unref);
  comparison = g_hash_table_lookup (known, key);
  if (comparison != NULL)
    {
      g_free (key);
      return comparison;
    }

  side_a = load_side (a, n);
  side_b = load_side (b, n);
  th_verdict_options_init (&options);
  comparison = th_comparison_new (side_a, side_b, &options, &error);
  g_assert_no_error (error);
  g_hash_table_insert (known, key, comparison);
  return comparison;
}

gint
comparison_find (ThComparison *comparison,
                 const char   *measure,
                 const char   *name,
                 guint         level)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      if (row->kind == TH_COMPARISON_QUANTILE && row->level == level &&
          strcmp (row->measure, measure) == 0 && strcmp (row->name, name) == 0)
        return i;
    }
  g_assert_not_reached ();
}

static void
selected_cb (Comparing *self)
{
  th_comparison_panel_set_row (self->panel, self->comparison,
                               th_comparison_table_get_selected (self->table));
}

void
comparing_show (Comparing    *self,
                ThComparison *comparison)
{
  self->comparison = comparison;
  th_comparison_table_set_comparison (self->table, comparison);
}

ThComparisonList *
comparison_get_list (gpointer table)
{
  g_autoptr(ThComparisonList) list = NULL;

  g_object_get (table, "list", &list, NULL);
  return list;
}

void
comparing_init (Comparing *self,
                int        width)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  th_style_get_default (); /* loads the style sheets */
  self->comparison = NULL;
  self->bar = g_object_new (TH_TYPE_CONDITIONS_BAR, NULL);
  self->table = g_object_new (TH_TYPE_COMPARISON_TABLE, NULL);
  self->panel = g_object_new (TH_TYPE_COMPARISON_PANEL, NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (self->panel), PANEL_WIDTH, -1);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->table));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->panel));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (box), row);
  gtk_widget_set_vexpand (row, TRUE);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, 900);
  gtk_window_set_child (GTK_WINDOW (self->window), box);
  g_signal_connect_swapped (self->table, "notify::selected", G_CALLBACK (selected_cb), self);
  gtk_window_present (GTK_WINDOW (self->window));
  comparing_wait (self);
}

void
comparing_wait (Comparing *self)
{
  g_autofree char *before = NULL, *after = NULL;

  while (gui_is (self->panel, "busy"))
    g_main_context_iteration (NULL, TRUE);
  do
    {
      g_free (before);
      before = g_steal_pointer (&after);
      wait_ms (REST_MS);
      after = dup_label_texts (self->window);
    }
  while (g_strcmp0 (before, after) != 0);
}

void
comparing_clear (Comparing *self)
{
  g_signal_handlers_disconnect_by_data (self->table, self);
  gtk_window_destroy (GTK_WINDOW (self->window));
  wait_ms (20);
}

const ThComparisonRow *
comparing_get_listed (Comparing *comparing,
                      guint      position)
{
  GListModel *model = G_LIST_MODEL (comparison_get_list (comparing->table));
  g_autoptr(ThComparisonItem) item = g_list_model_get_item (model, position);
  gint index = item != NULL ? th_comparison_item_get_index (item) : -1;

  return index >= 0 ? th_comparison_get_row (comparing->comparison, index) : NULL;
}
