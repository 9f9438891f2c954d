/* test-compare-dialog.c - the dialog that chooses the recordings of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-comparison.h"

#include "th-compare-dialog.h"
#include "th-file-row.h"
#include "th-widgets.h"

static char *
find_data (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

static ThFileList *
get_file_list (GtkWindow *dialog,
               guint      side)
{
  return TH_FILE_LIST (find_widget_at (GTK_WIDGET (dialog), TH_TYPE_FILE_LIST, side));
}

/* Whether the file chooser over the dialog lists the folder of the recording of A; it reads folders
 * asynchronously. */
static gboolean
chooses_beside_a (Fixture *fixture)
{
  GtkWindow *dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG);
  GtkWindow *chooser = th_dialog_find (dialog, GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_autoptr(GFile) folder = NULL;

  if (chooser != NULL)
    folder = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));
  return folder != NULL &&
         g_file_has_parent (th_document_get_file (gui_get_compared (fixture, 0)), folder);
}

static GtkWidget *
get_add_button (ThFileList *list)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (list), TH_TYPE_FILE_LIST, "add"));
}

/* Removes the file at @position of a list, whose button has the focus. */
static void
remove_file (GtkWindow *dialog,
             guint      position)
{
  GtkWidget *row = find_widget_at (GTK_WIDGET (get_file_list (dialog, 0)), TH_TYPE_FILE_ROW,
                                   position);
  GtkWidget *button = find_widget (row, GTK_TYPE_BUTTON);

  gtk_widget_grab_focus (button);
  g_signal_emit_by_name (button, "clicked");
}

/* Enter repeats the comparison; it does not remove a recording.  The focus stays in the list while
 * recordings are removed. */
static void
test_dialog_focus (Fixture       *fixture,
                   gconstpointer  data)
{
  GtkWindow *dialog;
  ThFileList *a;

  gui_compare (fixture, "e1000-gt-udp.dat e1000-lost.dat e1000-v6.dat", "e1000-veth-loss.dat");
  activate (fixture, "win.compare");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG);
  g_assert_true (gtk_window_get_focus (dialog) == gtk_window_get_default_widget (dialog));

  a = get_file_list (dialog, 0);
  for (guint left = 2; left > 0; left--)
    {
      remove_file (dialog, left);
      g_assert_cmpuint (gui_get_uint (a, "n-files"), ==, left);
      g_assert_true (gtk_widget_get_ancestor (gtk_window_get_focus (dialog), TH_TYPE_FILE_ROW) ==
                     find_widget_at (GTK_WIDGET (a), TH_TYPE_FILE_ROW, left - 1));
    }
  remove_file (dialog, 0);
  g_assert_true (gtk_window_get_focus (dialog) == get_add_button (a));
}

static void
test_dialog (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = find_data ("e1000-gt-udp.dat");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  ThFileList *a, *b;
  GtkWindow *dialog;
  GtkWidget *compare;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.compare");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG);
  compare = gtk_window_get_default_widget (dialog);
  a = get_file_list (dialog, 0);
  b = get_file_list (dialog, 1);
  /* Side A begins with the recording that is open. */
  g_assert_cmpuint (gui_get_uint (a, "n-files"), ==, 1);
  g_assert_false (gtk_widget_get_sensitive (compare));
  g_assert_true (gtk_window_get_focus (dialog) == get_add_button (b));
  /* The recordings of B are usually in the same folder. */
  g_signal_emit_by_name (gtk_widget_get_template_child (GTK_WIDGET (b), TH_TYPE_FILE_LIST, "add"),
                         "clicked");
  wait_until (fixture, chooses_beside_a);
  gtk_dialog_response (GTK_DIALOG (th_dialog_find (dialog, GTK_TYPE_FILE_CHOOSER_DIALOG)),
                       GTK_RESPONSE_CANCEL);
  th_file_list_add (b, file);
  th_file_list_add (b, file);
  g_assert_cmpuint (gui_get_uint (b, "n-files"), ==, 1);
  g_assert_true (gtk_widget_get_sensitive (compare));
  g_signal_emit_by_name (compare, "clicked");
  wait_until (fixture, are_both_loaded);
  wait_until (fixture, has_compared);
  g_assert_null (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG));
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 0)), ==, "e1000-tcp.dat");
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 1)), ==, "e1000-gt-udp.dat");
}

/* In an empty window, the recordings of A are asked for at once; then those of B. */
static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(GFile) first = g_file_new_for_path (udp), second = g_file_new_for_path (lost);
  g_autofree char *texts = NULL;
  GtkWindow *dialog, *chooser;
  GtkWidget *list;

  activate (fixture, "win.compare");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG);
  g_assert_nonnull (dialog);
  chooser = th_dialog_find (dialog, GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_assert_nonnull (chooser);
  g_assert_cmpstr (gtk_window_get_title (chooser), ==, "Recordings of A, Before the Change");
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  th_file_list_add (get_file_list (dialog, 0), first);
  th_file_list_add (get_file_list (dialog, 0), second);
  texts = dup_label_texts (GTK_WIDGET (dialog));
  /* Tab skips the empty lists, which could not show the focus. */
  for (guint i = 0; (list = find_widget_at (GTK_WIDGET (dialog), GTK_TYPE_SCROLLED_WINDOW, i)); i++)
    g_assert_false (gtk_widget_get_focusable (list));
  g_assert_nonnull (strstr (texts, "Now add to B the recordings that were made after the change."));
  g_assert_false (gtk_widget_get_sensitive (gtk_window_get_default_widget (dialog)));
}

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/compare-dialog/choose", test_dialog);
  ADD_WINDOW_TEST ("/compare-dialog/focus", test_dialog_focus);
  ADD_WINDOW_TEST ("/compare-dialog/empty", test_empty);
  return g_test_run ();
}
