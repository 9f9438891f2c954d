/* th-notes-open.h - opens a review with all of its notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-notes.h"
#include "th-review.h"

G_BEGIN_DECLS

/* Opens a folder, or an archive (th-review-open.h).  Reports what could not be read or understood
 * as @command.  *@review and *@notes are NULL if it is no review. */
ThExit th_notes_open (const char *command,
                      const char *path,
                      ThReview  **review,
                      ThNotes   **notes);
/* The same of a review that is open; sets *@status if something could not be read. */
ThNotes *th_notes_read (const char     *command,
                        const ThReview *review,
                        ThExit         *status);
/* The status of a command that shows all notes: TH_EXIT_PART if some are damaged or left out. */
ThExit th_notes_get_exit (ThNotes       *notes);

G_END_DECLS
