/* th-shared-session.h - a session as a file that people pass on: NAME.thresher
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The sessions of th-session.h are a user's own and are found by the content of a recording.  A
 * shared session is a file of its own.  It names its recordings, says what each of them shows, and
 * may compare them.
 *
 * The file is a JSON object (UTF-8) with these members:
 *   "format":     "thresher-shared-session"
 *   "version":    1
 *   "recordings": [{"uri", "key", "session": a session as in th-session.h}]
 *   "comparison": {"a": [{"recording": index, "range": "FROM..TO", "session"}], "b": likewise,
 *                  "align", "filter", "offset", "linked", "side-by-side", "run-a", "run-b", "row"}
 * A "uri", also that of an appended recording in a "session", is a URI reference (RFC 3986):
 * relative ones refer to the folder of the file, so that a folder of recordings and sessions can be
 * moved as a whole.  A "key" is as in th-session.h.  Without a "comparison", the first recording is
 * shown with its session.  The runs of a comparison have sessions of their own, because one
 * recording may be on both sides.  A reader skips unknown members; a change that an older program
 * would misunderstand needs another version.
 *
 * The text is untrusted: sizes, counts, depth and times are bounded, and each invalid member is
 * refused or dropped.  Whether a recording still has its key is for the caller to check.
 *
 * Any thread, one at a time.
 */
#pragma once

#include "th-session.h"

G_BEGIN_DECLS

#define TH_SHARED_SESSION_SUFFIX ".thresher"
#define TH_SHARED_SESSION_VERSION 1

#define TH_SHARED_SESSION_MAX_BYTES      (8u << 20)
#define TH_SHARED_SESSION_MAX_RECORDINGS 256u

/**
 * ThSharedRecording:
 * @uri: absolute
 * @key: of its content; %NULL while it is not known
 * @session: what it shows; %NULL: what it shows by default
 */
typedef struct
{
  char      *uri;
  char      *key;
  ThSession *session;
} ThSharedRecording;

/**
 * ThSharedRun:
 * @recording: index of the recording
 * @range: the part of it that is compared (th-time-span.h); %NULL: all of it
 * @session: what it shows; %NULL: what it shows by default
 */
typedef struct
{
  guint      recording;
  char      *range;
  ThSession *session;
} ThSharedRun;

/**
 * ThSharedComparison:
 * @runs: (element-type ThSharedRun): of A and of B
 * @align, @filter, @offset: how the sides are aligned, as in th-comparison-memory.h
 * @linked: whether the sides are linked
 * @side_by_side: whether B is shown beside A
 * @shown: the run of each side that is shown
 * @row: the name of the selected row; or %NULL
 */
typedef struct
{
  GArray  *runs[2];
  guint    align;
  char    *filter;
  gint64   offset;
  gboolean linked;
  gboolean side_by_side;
  guint    shown[2];
  char    *row;
} ThSharedComparison;

typedef void (*ThSessionFunc) (ThSession *session,
                               gpointer   data);
/* The URI and the key of a recording; either may be replaced. */
typedef void (*ThPlaceFunc) (char    **uri,
                             char    **key,
                             gpointer  data);

/**
 * ThSharedSession:
 * @recordings: (element-type ThSharedRecording)
 * @comparison: %NULL: the first recording is shown alone
 */
typedef struct
{
  GPtrArray          *recordings;
  ThSharedComparison *comparison;
} ThSharedSession;

ThSharedSession *th_shared_session_new             (void);
void             th_shared_session_free            (ThSharedSession       *self);

/* Returns the index of the recording with this URI, which is added if it is not there yet. */
guint            th_shared_session_add_recording   (ThSharedSession       *self,
                                                    const char            *uri);
ThSharedRecording *th_shared_session_get_recording (const ThSharedSession *self,
                                                    guint                  index);
/* Returns the comparison, which is created when first asked for. */
ThSharedComparison *th_shared_session_need_comparison (ThSharedSession    *self);
/* Adds a run without a session, and returns it; valid until the next one is added. */
ThSharedRun     *th_shared_session_add_run         (ThSharedSession       *self,
                                                    guint                  side,
                                                    guint                  recording,
                                                    const char            *range);
/* Calls @func for each session in @self. */
void             th_shared_session_foreach         (ThSharedSession       *self,
                                                    ThSessionFunc          func,
                                                    gpointer               data);
/* Calls @func for each recording in @self, also for the appended ones of its sessions. */
void             th_shared_session_foreach_place   (ThSharedSession       *self,
                                                    ThPlaceFunc            func,
                                                    gpointer               data);

/* Returns the text of a file in the folder @folder_uri, in which URIs are relative to that folder
 * where they can be.  Free with g_free(). */
char            *th_shared_session_to_text         (const ThSharedSession *self,
                                                    const char            *folder_uri);
/* Reads the text of a file in the folder @folder_uri.  The result has at least one recording, and
 * a comparison has a run on either side. */
ThSharedSession *th_shared_session_from_text       (const char            *text,
                                                    gsize                  length,
                                                    const char            *folder_uri,
                                                    GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSharedSession, th_shared_session_free)

G_END_DECLS
