/* gui-review.h - a review in a window, for its tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"

#include "th-note-entry.h"

G_BEGIN_DECLS

/* The path of a file in the folder of the test; free with g_free(). */
char        *in_directory    (Fixture     *fixture,
                              const char  *name);
/* Opens a copy of the sample and starts the review case.review beside it. */
ThDocument  *start_review    (Fixture     *fixture);
GtkWidget   *get_panel       (Fixture     *fixture);
gboolean     has_panel       (Fixture     *fixture);
/* A note by another person on nothing in particular; the caller completes its anchor. */
ThNoteEntry *other_note      (const char  *text,
                              ThNoteOn     on);
/* Appends an entry by another person to the review.  Returns its id. */
char        *append_by_other (Fixture     *fixture,
                              ThNoteEntry *taken);
/* Whether a visible label of the panel contains @text. */
gboolean     shows           (Fixture     *fixture,
                              const char  *text);
/* What the title says of the notes. */
char        *dup_summary     (Fixture     *fixture);
/* Runs thresh with @arguments in the folder of the test. */
void         run_thresh      (Fixture     *fixture,
                              const char  *arguments);

#define wait_for(fixture, text) \
  G_STMT_START { \
    for (guint i = 0; i < 100 && !shows (fixture, text); i++) \
      wait_ms (50); \
    g_assert_true (shows (fixture, text)); \
  } G_STMT_END

G_END_DECLS
