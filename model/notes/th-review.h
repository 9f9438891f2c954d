/* th-review.h - a review: a folder with recordings, sessions and notes about them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   NAME.review/
 *     review.json     the manifest, see below
 *     .gitattributes  has git merge files of notes as the union of their lines
 *     notes/          a file for each author and installation (th-note-file.h)
 *     sessions/       shared sessions (th-shared-session.h), if there are any
 *     recordings/     copies of recordings, if it carries them
 *
 * The manifest is a JSON object:
 *   "format":     "thresher-review"
 *   "version":    1
 *   "id":         random; names the review wherever a copy of it is.  Old ones have none
 *   "sanitized":  true: this is a copy of another review, without personal data
 *   "recordings": [{"path", "key", "cut-of"}]: up to TH_REVIEW_MAX_RECORDINGS.  A path is relative
 *                 to the folder; one of a recording that is not in the folder leads out of it or is
 *                 absolute.  "key": its content (th-session.h).  "cut-of": the key of the
 *                 original, if this is a part of a recording
 * A reader skips unknown members; a change that an older program would misunderstand needs another
 * version, which that program refuses.
 *
 * The manifest is untrusted: sizes, counts and depth are bounded.  It may name any file: open what
 * lies outside of the folder only for a user who chose the review, and only for reading.
 *
 * Functions block on the disk: call them on a worker.  One thread at a time.
 */
#pragma once

#include "th-shared-session.h"

G_BEGIN_DECLS

#define TH_REVIEW_VERSION 1
#define TH_REVIEW_SUFFIX ".review"
#define TH_REVIEW_MANIFEST "review.json"
#define TH_REVIEW_MAX_MANIFEST (1u << 20)
#define TH_REVIEW_GIT_ATTRIBUTES "notes/*.jsonl merge=union -text\n"
#define TH_REVIEW_MAX_RECORDINGS 256u
#define TH_REVIEW_MAX_SESSIONS 1000u

#define TH_REVIEW_ERROR (th_review_error_quark ())
GQuark th_review_error_quark (void);

/* The messages are translated and say what to do. */
typedef enum
{
  TH_REVIEW_ERROR_DAMAGED, /* no review, or an unreadable manifest */
  TH_REVIEW_ERROR_NEWER,   /* of a later version */
  TH_REVIEW_ERROR_EXISTS,  /* there is something of that name */
  TH_REVIEW_ERROR_OTHER,   /* another recording, or another review */
  TH_REVIEW_ERROR_FILE     /* an I/O error */
} ThReviewError;

typedef struct
{
  char *path;   /* as in the manifest */
  char *key;
  char *cut_of; /* or NULL */
} ThReviewRecording;

typedef struct
{
  char      *folder;
  char      *archive;    /* from which @folder was unpacked temporarily; or NULL */
  char      *id;         /* or NULL */
  gboolean   sanitized;
  GPtrArray *recordings; /* ThReviewRecording */
} ThReview;

typedef enum
{
  TH_REVIEW_PRESENT,
  TH_REVIEW_MISSING, /* or unreadable */
  TH_REVIEW_CHANGED  /* has another content */
} ThReviewState;

/* Creates the folder, which must not exist, with a manifest of the recordings at @paths, which are
 * referred to, not copied. */
ThReview     *th_review_create        (const char         *folder,
                                       const char *const  *paths,
                                       GError            **error);
/* Whether @folder has a manifest; it is not read, so it may be damaged. */
gboolean      th_review_exists        (const char         *folder);
ThReview     *th_review_open          (const char         *folder,
                                       GError            **error);
void          th_review_free          (ThReview           *self);

/* A review in memory, which has no recordings. */
ThReview     *th_review_new           (const char         *folder);
/* Adds a recording to the review in memory; @path: as in the manifest. */
void          th_review_append        (ThReview           *self,
                                       const char         *path,
                                       const char         *key,
                                       const char         *cut_of);

/* Adds the recording at @path, or points at it if the review has one of that content; @cut_of may
 * be NULL, and is kept once it is known.  Reads the manifest again first, so that additions by
 * others are kept, and saves it. */
gboolean      th_review_add           (ThReview           *self,
                                       const char         *path,
                                       const char         *cut_of,
                                       GError            **error);
/* Does the same for a recording that the review has: TH_REVIEW_ERROR_OTHER if there is none with
 * the content of @path. */
gboolean      th_review_locate        (ThReview           *self,
                                       const char         *path,
                                       GError            **error);
/* What messages call the review: @archive or @folder. */
const char   *th_review_get_place     (const ThReview     *self);
/* Records in the manifest that the review is a copy without personal data. */
gboolean      th_review_set_sanitized (ThReview           *self,
                                       GError            **error);
/* The key under which notes name the recording: a part of one has that of the original, so that
 * what is written about either is found in both. */
const char   *th_review_get_original  (const ThReviewRecording *recording);
/* The recording with this content; or NULL. */
ThReviewRecording *th_review_find     (const ThReview          *self,
                                       const char              *key);
/* The recording that notes name by @key: the original, or else its first part; or NULL. */
ThReviewRecording *th_review_find_original (const ThReview     *self,
                                       const char              *key);
/* What that recording is called: its file name, or its path in the manifest if several have that
 * file name.  NULL if there is none, or for NULL.  Not safe to display.  Free with g_free(). */
char         *th_review_dup_name      (const ThReview          *self,
                                       const char              *key);
/* Where the recording is; free with g_free(). */
char         *th_review_dup_path      (const ThReview          *self,
                                       const ThReviewRecording *recording);
/* Reads at most 224 KiB of it. */
ThReviewState th_review_check         (const ThReview          *self,
                                       const ThReviewRecording *recording);
/* The folder of the notes; free with g_free(). */
char         *th_review_dup_notes     (const ThReview     *self);

/* The names of the shared sessions (element-type filename), sorted; NULL with @error if the folder
 * cannot be read.  Each may still be damaged. */
GPtrArray    *th_review_list_sessions (const ThReview     *self,
                                       GError            **error);
/* The path of a session; free with g_free(). */
char         *th_review_dup_session   (const ThReview     *self,
                                       const char         *name);

/* Reads a session; NULL with @error, whose domain may be another one, if it is damaged. */
ThSharedSession *th_review_load_session (const ThReview    *self,
                                         const char        *name,
                                         GError           **error);

/* The manifest as it would be saved; free with g_free(). */
char         *th_review_dup_manifest  (const ThReview     *self);

/* The key of a file (th-session.h), or NULL with @error: it cannot be read, is empty or is not a
 * regular file. */
char         *th_review_make_key      (const char         *path,
                                       GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReview, th_review_free)

G_END_DECLS
