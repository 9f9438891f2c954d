/* pair-fixture.h - the documents of two recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * BEFORE and HOG are recordings of the same workload; in HOG a task that never sleeps shares the
 * CPU of the server.  They are in THRESHER_TRACES.  The times are those of trace-cmd report.
 */
#pragma once

#include "document-fixture.h"
#include "th-document-pair.h"

#define BEFORE "e1000-rr-before.dat"
#define HOG "e1000-rr-hog.dat"
#define OF_TIME_OF_DAY "e1000-clock-date.dat"

#define BEFORE_FIRST G_GINT64_CONSTANT (993053570286)
#define HOG_FIRST G_GINT64_CONSTANT (999708117625)
/* The last events. */
#define BEFORE_LAST G_GINT64_CONSTANT (994605270106)
#define HOG_LAST G_GINT64_CONSTANT (1001800685958)
#define FIRST_OFFSET (HOG_FIRST - BEFORE_FIRST)
/* The pids of gt-rr-server, and of the task that only HOG has. */
#define BEFORE_SERVER 1893
#define HOG_SERVER 1917
#define HOG_HOG 1910

typedef struct
{
  ThTheme        *theme;
  ThDocumentPair *pair;
} Pair;

/* Opens both recordings and waits until their analyses have ended.  FALSE, with the test
 * skipped, if they are not there. */
gboolean    pair_open     (Pair       *self,
                           const char *a,
                           const char *b);
void        pair_close    (Pair       *self);
/* Opens a recording for either side without waiting; NULL if it is not there. */
ThDocument *pair_load     (Pair       *self,
                           const char *name);
ThDocument *pair_get      (Pair       *self,
                           ThSide      side);
/* Whether a document is loaded and its analyses have ended. */
gboolean    is_settled    (gpointer    document);
/* Lets everything happen that is due within @ms. */
void        wait_ms       (guint       ms);
/* The event of CPU @cpu at @time, which there is. */
ThRef       pair_event_at (Pair       *self,
                           ThSide      side,
                           guint       cpu,
                           gint64      time);
