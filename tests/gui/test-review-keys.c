/* test-review-keys.c - the notes of a review by keyboard alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-keyboard.h"
#include "gui-review.h"
#include "gui-sessions.h"

#include "th-note-composer.h"
#include "th-note-list-view.h"
#include "th-note-writer.h"

static gboolean
has_focus_in (Fixture *fixture,
              GType    type)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_get_mapped (focus) &&
         gtk_widget_get_ancestor (focus, type) != NULL;
}

static gboolean
is_in_list (Fixture *fixture)
{
  return has_focus_in (fixture, TH_TYPE_NOTE_LIST_VIEW);
}

static gboolean
is_in_composer (Fixture *fixture)
{
  return has_focus_in (fixture, TH_TYPE_NOTE_COMPOSER);
}

static gboolean
is_in_writer (Fixture *fixture)
{
  return has_focus_in (fixture, TH_TYPE_NOTE_WRITER);
}

static gboolean
is_in_lanes (Fixture *fixture)
{
  return has_focus_in (fixture, TH_TYPE_TIMELINE);
}

/* The notes are reached by one key, a reply by Enter, and the lanes again by Escape. */
static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *first = NULL, *second = NULL;

  if (!keyboard_is_there ())
    return;

  start_review (fixture);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  gtk_widget_grab_focus (GTK_WIDGET (th_window_get_timeline (fixture->window)));
  keyboard_press ("<Alt><Shift>n");
  wait_until (fixture, is_in_writer); /* there is no note yet */
  keyboard_press ("Return");
  wait_until (fixture, is_in_composer);
  keyboard_press ("Escape");
  wait_until (fixture, is_in_lanes);

  first = append_by_other (fixture, other_note ("Who did it?", TH_NOTE_ON_REVIEW));
  second = append_by_other (fixture, other_note ("And when?", TH_NOTE_ON_REVIEW));
  wait_for (fixture, "And when?");
  keyboard_press ("<Alt><Shift>n");
  wait_until (fixture, is_in_list);
  keyboard_press ("Escape");
  wait_until (fixture, is_in_lanes);
  activate (fixture, "win.next-note");
  activate (fixture, "win.next-note");
  wait_for (fixture, "Reply to note 2");
  keyboard_press ("<Alt><Shift>n");
  wait_until (fixture, is_in_list);
  keyboard_press ("Return");
  wait_until (fixture, is_in_composer);
  keyboard_press ("y");
  keyboard_press ("e");
  keyboard_press ("p");
  keyboard_press ("<Control>Return");
  wait_for (fixture, "yep");
}

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  g_test_add ("/gui/review-keys/notes", Fixture, NULL, session_set_up, test_keyboard,
              session_tear_down);
  return g_test_run ();
}
