/* th-go-to.h - the chooser of a time, a row, a marker or a problem to go to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A time or a row can be typed; markers, bookmarks, problems, the selected event and both
 * ends of the recording are listed.
 */
#pragma once

#include "th-chooser.h"
#include "th-document.h"
#include "th-timeline.h"

G_BEGIN_DECLS

/* @document has events; @timeline shows it.  Presented by the caller; destroys itself. */
ThChooser *th_go_to_new (GtkWindow  *parent,
                         ThDocument *document,
                         ThTimeline *timeline);

G_END_DECLS
