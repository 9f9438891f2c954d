/* th-quantiles.c - quantiles of samples that are not independent, and their precision
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-quantiles.h"

#define DIGIT_BITS 11
#define N_DIGITS ((64 + DIGIT_BITS - 1) / DIGIT_BITS)
#define DIGIT_SIZE (1 << DIGIT_BITS)
#define N_BLOCKS 32
#define MIN_BLOCKS 4
#define MIN_BLOCK 4

/* Flips the sign bit, so that negative values sort before positive ones. */
static inline guint
get_digit (gint64 value,
           guint  digit)
{
  return (((guint64) value ^ G_GUINT64_CONSTANT (1) << 63) >> digit * DIGIT_BITS) &
         (DIGIT_SIZE - 1);
}

/* Sorts @from into @to by one digit; the sort is stable. */
static void
sort_digit (const gint64 *from,
            gint64       *to,
            gsize         n,
            guint         digit)
{
  gsize places[DIGIT_SIZE] = { 0, }, place = 0;

  for (gsize i = 0; i < n; i++)
    places[get_digit (from[i], digit)]++;
  for (guint i = 0; i < DIGIT_SIZE; i++)
    {
      gsize count = places[i];

      places[i] = place;
      place += count;
    }
  for (gsize i = 0; i < n; i++)
    to[places[get_digit (from[i], digit)]++] = from[i];
}

void
th_quantiles_sort (gint64 *values,
                   gsize   n)
{
  g_autofree gint64 *spare = g_new (gint64, MAX (n, 1));
  gint64 *from = values, *to = spare;
  guint64 varying = 0;

  for (gsize i = 0; i < n; i++)
    varying |= (guint64) values[i] ^ (guint64) values[0];

  /* Skip digits that are equal in all values. */
  for (guint digit = 0; digit < N_DIGITS; digit++)
    if ((varying >> digit * DIGIT_BITS & (DIGIT_SIZE - 1)) != 0)
      {
        gint64 *sorted = to;

        sort_digit (from, to, n, digit);
        to = from;
        from = sorted;
      }
  if (from != values)
    memcpy (values, from, n * sizeof (gint64));
}

double
th_quantiles_get (const gint64 *sorted,
                  gsize         n,
                  double        p)
{
  double at = (n - 1) * CLAMP (p, 0, 1);
  gsize index = (gsize) at;
  double rest = at - index;

  g_return_val_if_fail (n > 0, NAN);

  if (rest == 0 || index + 1 >= n)
    return sorted[MIN (index, n - 1)];
  return sorted[index] + rest * ((double) sorted[index + 1] - (double) sorted[index]);
}

static double
share_below (const gint64 *values,
             gsize         n,
             double        quantile)
{
  gsize below = 0;

  for (gsize i = 0; i < n; i++)
    below += values[i] <= quantile;

  return below / (double) n;
}

gboolean
th_quantiles_design_effect (const gint64 *values,
                            gsize         n,
                            double        quantile,
                            double       *effect)
{
  gsize n_blocks = n / MIN_BLOCK < N_BLOCKS ? n / MIN_BLOCK : N_BLOCKS;
  double means[N_BLOCKS], mean = 0, squares = 0, share;

  *effect = 1;
  if (n_blocks < MIN_BLOCKS)
    return FALSE;

  share = share_below (values, n, quantile);
  if (share <= 0 || share >= 1)
    return TRUE;

  for (gsize i = 0; i < n_blocks; i++)
    {
      means[i] = share_below (values + i * (n / n_blocks), n / n_blocks, quantile);
      mean += means[i] / n_blocks;
    }
  for (gsize i = 0; i < n_blocks; i++)
    squares += (means[i] - mean) * (means[i] - mean);
  *effect = MAX (1, n / n_blocks * squares / (n_blocks - 1) / (share * (1 - share)));
  return TRUE;
}

void
th_quantiles_interval (const gint64 *sorted,
                       gsize         n,
                       double        p,
                       double        effect,
                       double        z,
                       double       *low,
                       double       *high)
{
  double observations = n / effect;
  double scale = 1 + z * z / observations;
  double centre = (p + z * z / (2 * observations)) / scale;
  double half = z / scale * sqrt (p * (1 - p) / observations +
                                  z * z / (4 * observations * observations));

  *low = th_quantiles_get (sorted, n, centre - half);
  *high = th_quantiles_get (sorted, n, centre + half);
}
