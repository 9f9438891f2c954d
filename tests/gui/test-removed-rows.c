/* test-removed-rows.c - rows that a filter excludes leave the table at once and are freed later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-event-filter.h"

/* Five events of the sample by `trace-cmd report`. */
#define RARE   "sock:inet_sock_set_state"
#define N_RARE 5
#define NONE   "cpu == 77"

#define VIEW_ROWS 200 /* a list view of GTK 4.8 has widgets for at least as many */

static guint n_alive;

static GtkWidget *
get_rows (Fixture *fixture)
{
  return find_widget (GTK_WIDGET (gui_get_table (fixture->window)), GTK_TYPE_LIST_VIEW);
}

static guint
count_rows (Fixture *fixture)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (get_rows (fixture)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n++;

  return n;
}

static gboolean
has_many_rows (Fixture *fixture)
{
  return count_rows (fixture) > VIEW_ROWS;
}

static gboolean
are_all_freed (Fixture *fixture)
{
  return n_alive == 0;
}

static void
freed_cb (gpointer  data,
          GObject  *row)
{
  n_alive--;
}

static void
watch_rows (Fixture *fixture)
{
  n_alive = 0;
  for (GtkWidget *row = gtk_widget_get_first_child (get_rows (fixture)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      g_object_weak_ref (G_OBJECT (row), freed_cb, NULL);
      n_alive++;
    }
}

/* Returns as soon as the table has only @n rows.  Unlike the action, this leaves what the main loop
 * does when idle to later. */
static void
filter (Fixture    *fixture,
        const char *text,
        guint       n)
{
  th_event_filter_set_text (gui_get_filter (fixture), text);
  while (count_rows (fixture) > n)
    g_main_context_iteration (NULL, TRUE);
}

static void
leave_rows (Fixture    *fixture,
            const char *text,
            guint       n)
{
  open_sample (fixture);
  wait_until (fixture, has_many_rows);
  watch_rows (fixture);
  filter (fixture, text, n);
}

static void
assert_freed_in_portions (guint n_left)
{
  g_assert_cmpuint (n_alive, >, VIEW_ROWS);
  while (n_alive > n_left)
    {
      guint n = n_alive;

      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (n - n_alive, <, VIEW_ROWS / 4);
    }
}

static void
test_few_left (Fixture       *fixture,
               gconstpointer  data)
{
  leave_rows (fixture, RARE, N_RARE);
  assert_freed_in_portions (N_RARE);
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpuint (count_rows (fixture), ==, N_RARE);
  g_assert_cmpuint (n_alive, ==, N_RARE);
  activate (fixture, "win.clear-filter");
  wait_until (fixture, has_many_rows);
  g_assert_cmpuint (n_alive, ==, N_RARE);
}

static void
test_none_left (Fixture       *fixture,
                gconstpointer  data)
{
  leave_rows (fixture, NONE, 0);
  assert_freed_in_portions (0);
}

static gboolean
has_focus_in_window (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_get_root (focus) == GTK_ROOT (fixture->window);
}

/* GTK moves the focus in the next frame. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *row;

  open_sample (fixture);
  wait_until (fixture, has_many_rows);
  row = gtk_widget_get_last_child (get_rows (fixture));
  gtk_widget_grab_focus (row);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == row);
  g_object_ref (row);
  filter (fixture, RARE, N_RARE);
  g_assert_null (gtk_widget_get_parent (row));
  g_assert_false (gtk_widget_get_mapped (row));
  g_object_unref (row);
  wait_until (fixture, has_focus_in_window);
}

/* The window may close before they are freed. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  leave_rows (fixture, RARE, N_RARE);
  g_assert_cmpuint (n_alive, >, VIEW_ROWS);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture->window = NULL;
  wait_until (fixture, are_all_freed);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/removed-rows/few-left", test_few_left);
  ADD_WINDOW_TEST ("/removed-rows/none-left", test_none_left);
  ADD_WINDOW_TEST ("/removed-rows/focus", test_focus);
  ADD_WINDOW_TEST ("/removed-rows/closed", test_closed);

  return g_test_run ();
}
