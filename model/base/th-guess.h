/* th-guess.h - guesses which of several names a misspelled one means
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThGuess:
 * @wanted: the name that is not known; borrowed
 * @best: the most similar name so far; borrowed; %NULL if none is similar
 * @distance: how many letters differ
 *
 * Initialize it with { .wanted = name }, pass each known name to th_guess_try(), and read @best.
 */
typedef struct
{
  const char *wanted;
  const char *best;
  guint       distance;
} ThGuess;

/* Takes @name if it is similar and more so than those before; %NULL is ignored.  A letter that is
 * missing, superfluous, replaced or swapped with its neighbor counts one; case is ignored. */
void th_guess_try        (ThGuess    *self,
                          const char *name);
/* Like th_guess_try(), but a name that begins with what is wanted fits, too, unless a name that
 * is similar has been found. */
void th_guess_try_prefix (ThGuess    *self,
                          const char *name);

G_END_DECLS
