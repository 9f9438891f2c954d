/* test-unpack.c - an archive of a review is opened in a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-sessions.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-archive.h"

/* Packs a review of the sample as a.review.tar.zst. */
static GFile *
make_archive (Fixture *fixture)
{
  g_autoptr(GFile) sample = copy_sample (fixture, "one.dat", 0);
  g_autofree char *recording = g_file_get_path (sample);
  g_autofree char *folder = g_build_filename (fixture->directory, "first.review", NULL);
  g_autofree char *target = g_build_filename (fixture->directory, "a.review.tar.zst", NULL);
  g_autoptr(ThReview) review = NULL;
  g_auto(ThArchivePacking) packing = { NULL };
  g_autoptr(GError) error = NULL;

  review = th_review_create (folder, (const char *[]) { recording, NULL }, &error);
  g_assert_no_error (error);
  th_archive_pack (review, target, &packing, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (target);
}

static void
unpack (Fixture *fixture,
        GFile   *archive)
{
  g_autoptr(GFile) parent = g_file_new_for_path (fixture->directory);
  g_autofree char *from = g_file_get_uri (archive), *to = g_file_get_uri (parent);
  g_autofree char *action = g_strdup_printf ("win.unpack-review-at(('%s', '%s'))", from, to);

  activate (fixture, action);
}

static gboolean
has_review (Fixture *fixture)
{
  return th_window_get_review (fixture->window) != NULL &&
         th_window_get_document (fixture->window) != NULL;
}

static GtkWidget *
find_toplevel (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (windows, i);

      if (g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_widget_get_visible (window))
        return window;
    }

  return NULL;
}

static gboolean
has_message (Fixture *fixture)
{
  return find_toplevel (GTK_TYPE_MESSAGE_DIALOG) != NULL;
}

static gboolean
has_chooser (Fixture *fixture)
{
  return find_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG) != NULL;
}

/* --- tests ----------------------------------------------------------------- */

static void
test_unpack (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) archive = make_archive (fixture);
  g_autofree char *folder = g_build_filename (fixture->directory, "a.review", NULL);
  g_autofree char *copy = g_build_filename (folder, "recordings", "one.dat", NULL);
  g_autofree char *opened = NULL, *shown = NULL;

  unpack (fixture, archive);
  wait_until (fixture, has_review);
  opened = g_file_get_path (th_window_get_review (fixture->window));
  g_assert_cmpstr (opened, ==, folder);
  shown = g_file_get_path (th_document_get_file (th_window_get_document (fixture->window)));
  g_assert_cmpstr (shown, ==, copy);
}

static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) archive = make_archive (fixture);
  g_autofree char *path = g_file_get_path (archive);
  g_autofree char *folder = g_build_filename (fixture->directory, "a.review", NULL), *text = NULL;
  GtkWidget *message;

  g_assert_cmpint (truncate (path, 1000), ==, 0);
  unpack (fixture, archive);
  wait_until (fixture, has_message);
  message = find_toplevel (GTK_TYPE_MESSAGE_DIALOG);
  g_object_get (message, "secondary-text", &text, NULL);
  g_assert_nonnull (strstr (text, "Nothing was unpacked"));
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_assert_null (th_window_get_review (fixture->window));
  gtk_window_destroy (GTK_WINDOW (message));
}

/* Opening an archive asks where to unpack it. */
static void
test_asks (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GFile) archive = make_archive (fixture);
  GtkWidget *chooser;

  th_window_unpack_review (fixture->window, archive);
  wait_until (fixture, has_chooser);
  chooser = find_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (chooser)), ==,
                   "Unpack the Review Into a Folder");
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  wait_ms (100);
  g_assert_false (has_chooser (fixture));
}

#define ADD(name, func) \
  g_test_add ("/gui/unpack/" name, Fixture, NULL, session_set_up, func, session_tear_down)

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);

  ADD ("review", test_unpack);
  ADD ("damaged", test_damaged);
  ADD ("asks", test_asks);

  return g_test_run ();
}
