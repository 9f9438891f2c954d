/* th-review-session.c - what the sessions of two copies of a review say
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-session.h"

#include <string.h>

/* Stands for the folder of sessions, so that relative paths mean the same in all copies. */
#define SOME_FOLDER "file:///review/sessions"

static const char *
get_original (const ThReview *review,
              const char     *key)
{
  const ThReviewRecording *recording = th_review_find (review, key);

  return recording != NULL ? th_review_get_original (recording) : key;
}

/* --- comparing ---------------------------------------------------------- */

static void
make_plain (char    **uri,
            char    **key,
            gpointer  review)
{
  char *original = *key != NULL ? g_strdup (get_original (review, *key)) : NULL;

  if (original == NULL)
    return;

  g_free (*key);
  *key = original;
  g_free (*uri);
  *uri = g_strconcat ("recording:", original, NULL);
}

char *
th_review_session_make_plain (const ThReview *review,
                              const char     *text,
                              gsize           length)
{
  g_autoptr(ThSharedSession) session = th_shared_session_from_text (text, length, SOME_FOLDER,
                                                                    NULL);

  if (session == NULL)
    return NULL;

  th_shared_session_foreach_place (session, make_plain, (gpointer) review);
  return th_shared_session_to_text (session, SOME_FOLDER);
}

/* --- moving ------------------------------------------------------------- */

typedef struct
{
  const ThReview *self;
  const ThReview *other;
  gboolean        changes;
} Move;

static gboolean
replace (char       **text,
         const char  *by)
{
  if (strcmp (*text, by) == 0)
    return FALSE;

  g_free (*text);
  *text = g_strdup (by);
  return TRUE;
}

static void
move (char    **uri,
      char    **key,
      gpointer  data)
{
  Move *self = data;
  const ThReviewRecording *here = *key != NULL ? th_review_find (self->self, *key) : NULL;
  g_autofree char *path = NULL, *place = NULL;

  if (here == NULL && *key != NULL)
    here = th_review_find_original (self->self, get_original (self->other, *key));
  if (here == NULL)
    return;

  path = th_review_dup_path (self->self, here);
  place = g_filename_to_uri (path, NULL, NULL);
  if (place != NULL)
    self->changes |= replace (uri, place) | replace (key, here->key);
}

char *
th_review_session_move (const ThReview *self,
                        const ThReview *other,
                        const char     *text,
                        gsize           length)
{
  g_autofree char *sessions = th_review_dup_session (self, NULL);
  g_autofree char *folder = g_canonicalize_filename (sessions, NULL);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);
  g_autoptr(ThSharedSession) session = NULL;
  Move data = { self, other, FALSE };

  if (uri != NULL)
    session = th_shared_session_from_text (text, length, uri, NULL);
  if (session == NULL)
    return NULL;

  th_shared_session_foreach_place (session, move, &data);
  return data.changes ? th_shared_session_to_text (session, uri) : NULL;
}
