/* th-notes-list.h - prints notes as text or JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With --json, each note is one object on its own line: id, number, author, time_us, text (null if
 * deleted), texts (each of those that make up the text if it was edited in several places at once,
 * the latest last; else empty), edits, orphan, open, resolved_by, labels, color (or null), anchor
 * (as in the files, or null), recording (what that of the anchor is called in the review, or null),
 * found (with --find: "yes", "elsewhere" or "no"), replies: [{id, author, time_us, text, texts,
 * edits}].
 */
#pragma once

#include "th-notes-subject.h"

G_BEGIN_DECLS

/* @recordings: where subjects are looked for; or NULL. */
void th_notes_append_text (const ThNote   *note,
                           const ThReview *review,
                           GArray         *recordings,
                           GString        *text);
void th_notes_append_json (const ThNote   *note,
                           const ThReview *review,
                           GArray         *recordings,
                           GString        *text);

G_END_DECLS
