/* th-guess.c - guesses which of several names a misspelled one means
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The distance is that of optimal string alignment (Damerau 1964, with the restriction that no
 * letter is changed twice).
 */
#include "config.h"

#include "th-guess.h"

#include <string.h>

/* Names longer than this are not compared letter by letter. */
#define MAX_NAME 63
/* A beginning that is shorter than this could mean anything. */
#define MIN_PREFIX 2

static gboolean
is_same (char a,
         char b)
{
  return g_ascii_tolower (a) == g_ascii_tolower (b);
}

static guint
measure_distance (const char *a,
                  const char *b)
{
  guint rows[3][MAX_NAME + 2];
  guint n_a = strlen (a), n_b = strlen (b);

  for (guint j = 0; j <= n_b; j++)
    rows[0][j] = j;

  for (guint i = 1; i <= n_a; i++)
    {
      guint *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];

      row[0] = i;
      for (guint j = 1; j <= n_b; j++)
        {
          row[j] = MIN (MIN (row[j - 1], above[j]) + 1,
                        above[j - 1] + !is_same (a[i - 1], b[j - 1]));
          if (i > 1 && j > 1 && is_same (a[i - 1], b[j - 2]) && is_same (a[i - 2], b[j - 1]))
            row[j] = MIN (row[j], second[j - 2] + 1);
        }
    }

  return rows[n_a % 3][n_b];
}

void
th_guess_try (ThGuess    *self,
              const char *name)
{
  guint found;

  if (name == NULL || strlen (name) > MAX_NAME || strlen (self->wanted) > MAX_NAME)
    return;

  found = measure_distance (self->wanted, name);
  if (found > MAX (1, strlen (self->wanted) / 3) ||
      (self->best != NULL && found >= self->distance))
    return;

  self->best = name;
  self->distance = found;
}

void
th_guess_try_prefix (ThGuess    *self,
                     const char *name)
{
  th_guess_try (self, name);
  if (self->best != NULL || strlen (self->wanted) < MIN_PREFIX ||
      !g_str_has_prefix (name, self->wanted))
    return;

  self->best = name;
  self->distance = strlen (name);
}
