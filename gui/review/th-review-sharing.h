/* th-review-sharing.h - packs the open review for somebody else, without personal data if wanted
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The survey and the packing run on a worker, each with a ThReviewSharing of its own.  Both read
 * the review from the disk.  Without personal data the archive is a review of its own, with other
 * recordings, names and notes, so answers to it cannot be merged into this one.
 */
#pragma once

#include "th-personal.h"
#include "th-progress.h"
#include "th-recording.h"

G_BEGIN_DECLS

typedef enum
{
  TH_SHARE_WHOLE,
  TH_SHARE_SPAN, /* of the recording that is open */
  TH_SHARE_LEFT_OUT
} ThShareExtent;

/**
 * ThShareFound:
 * @n_places: how often data of this kind was found
 * @n_names: how many different names that are
 * @samples: some of them, the most frequent first, as valid UTF-8
 */
typedef struct
{
  ThPersonalKind   kind;
  guint64          n_places;
  guint            n_names;
  char           **samples;
} ThShareFound;

/**
 * ThReviewSharing:
 * @folder: of the review
 * @extents: key of a recording → ThShareExtent; without one, the whole recording is packed
 * @recording: (nullable): what the loader made of the recording that is cut
 * @from, @to: the span of that, which includes @from and excludes @to
 * @sanitizes: whether personal data is treated as @choices say, one for each ThPersonalKind
 * @target: the archive
 * @found: out, of the survey: (element-type ThShareFound)
 * @n_files, @n_bytes: out, of the packing: what the archive has, before compression
 */
typedef struct
{
  char             *folder;
  GHashTable       *extents;
  ThRecording      *recording;
  gint64            from;
  gint64            to;
  gboolean          sanitizes;
  ThPersonalChoice  choices[TH_PERSONAL_N];
  char             *target;
  GPtrArray        *found;
  guint             n_files;
  guint64           n_bytes;
} ThReviewSharing;

/* By default everything is packed unchanged; set the members to change that. */
ThReviewSharing *th_review_sharing_new        (const char       *folder);
void             th_review_sharing_free       (ThReviewSharing  *self);
/* Copies @key. */
void             th_review_sharing_set_extent (ThReviewSharing  *self,
                                               const char       *key,
                                               ThShareExtent     extent);

/* Both are of a ThReviewSharing; FALSE without an error if it was cancelled. */

/* Finds the personal data of the recordings that are not left out, of notes and sessions. */
gboolean         th_review_sharing_survey     (gpointer          self,
                                               ThProgress       *progress,
                                               GError          **error);
/* Writes @target, which is replaced once it is complete.  What is sanitized or cut is written to a
 * folder beside it first, which is removed in every case. */
gboolean         th_review_sharing_pack       (gpointer          self,
                                               ThProgress       *progress,
                                               GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReviewSharing, th_review_sharing_free)

G_END_DECLS
