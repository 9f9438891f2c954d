/* gui-comparison.c - begins comparisons in the window of a test
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-comparison.h"
#include "th-analysis-runner.h"

#include <string.h>

ThComparisonView *
gui_get_comparison (Fixture *fixture)
{
  ThDocumentView *view = gui_get_view (fixture->window);

  return TH_COMPARISON_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (view), TH_TYPE_COMPARISON_VIEW));
}

ThDocument *
gui_get_compared (Fixture *fixture,
                  guint    side)
{
  ThSideView *view = th_comparison_view_get_side (gui_get_comparison (fixture), side);

  return view != NULL ? th_document_view_get_document (th_side_view_get_view (view)) : NULL;
}

ThPairing *
gui_get_pairing (Fixture *fixture)
{
  return th_comparison_view_get_pairing (gui_get_comparison (fixture));
}

ThComparisonJob *
gui_dup_job (Fixture *fixture)
{
  ThComparisonJob *job;

  g_object_get (gui_get_comparison (fixture), "job", &job, NULL);
  return job;
}

static gboolean
shows_text (GtkWidget  *widget,
            const char *text)
{
  gboolean shows = GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
                   strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !shows;
       child = gtk_widget_get_next_sibling (child))
    shows = shows_text (child, text);

  return shows;
}

gboolean
gui_comparison_shows (Fixture    *fixture,
                      const char *text)
{
  return shows_text (GTK_WIDGET (gui_get_comparison (fixture)), text);
}

gboolean
has_compared (Fixture *fixture)
{
  g_autoptr(ThComparisonJob) job = gui_dup_job (fixture);

  return job != NULL && th_comparison_job_get_state (job) != TH_COMPARISON_JOB_RUNNING;
}

gboolean
are_both_loaded (Fixture *fixture)
{
  for (guint side = 0; side < 2; side++)
    {
      ThDocument *document = gui_get_compared (fixture, side);

      if (document == NULL || th_document_get_state (document) != TH_DOCUMENT_LOADED ||
          th_analysis_runner_get_seconds (th_document_get_analyses (document)) < 0)
        return FALSE;
    }
  return TRUE;
}

static void
add_files (ThComparisonSides *sides,
           guint              side,
           const char        *names)
{
  g_auto(GStrv) list = g_strsplit (names, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *path = g_path_is_absolute (list[i])
                              ? g_strdup (list[i])
                              : g_test_build_filename (G_TEST_DIST, "data", list[i], NULL);

      th_comparison_sides_add (sides, side, path);
    }
}

void
gui_compare_start (Fixture    *fixture,
                   const char *a,
                   const char *b)
{
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  add_files (sides, 0, a);
  add_files (sides, 1, b);
  th_window_compare (fixture->window, sides);
}

void
gui_compare (Fixture    *fixture,
             const char *a,
             const char *b)
{
  gui_compare_start (fixture, a, b);
  wait_until (fixture, are_both_loaded);
  wait_until (fixture, has_compared);
}

static char *
list_runs (const char *kind,
           guint       n)
{
  g_autofree char *folder = g_build_filename (g_getenv ("THRESHER_TRACES"), "compare", NULL);
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s-%02u.dat", folder, kind, i);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return NULL;
      g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  g_ptr_array_add (paths, NULL);
  return g_strjoinv (" ", (char **) paths->pdata);
}

gboolean
gui_compare_traces (Fixture    *fixture,
                    const char *after,
                    guint       n)
{
  g_autofree char *a = NULL, *b = NULL;

  if (g_getenv ("THRESHER_TRACES") == NULL || (a = list_runs ("before", n)) == NULL ||
      (b = list_runs (after, n)) == NULL)
    {
      g_test_skip ("the recordings of THRESHER_TRACES are not here");
      return FALSE;
    }
  gui_compare (fixture, a, b);
  return TRUE;
}
