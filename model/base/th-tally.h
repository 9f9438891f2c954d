/* th-tally.h - finds out which of a few keys took most of the time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For the files of model/ that sum runs or slices.  It has room for sixteen keys, as many as
 * the lowest node sums up; if a pixel has more, the smallest one is dropped.
 */
#pragma once

#include <glib.h>

#include "th-time.h"

#define N_TALLY 16

typedef struct
{
  guint   n;
  guint32 key[N_TALLY];
  gint64  time[N_TALLY];
} Tally;

/* Adds a new key to a full tally, in place of the smallest one. */
static inline void
tally_replace (Tally   *tally,
               guint32  key,
               gint64   time)
{
  guint least = 0;

  for (guint i = 1; i < N_TALLY; i++)
    if (tally->time[i] < tally->time[least])
      least = i;

  if (tally->time[least] < time)
    {
      tally->key[least] = key;
      tally->time[least] = time;
    }
}

static inline void
tally_add (Tally   *tally,
           guint32  key,
           gint64   time)
{
  for (guint i = 0; i < tally->n; i++)
    if (tally->key[i] == key)
      {
        tally->time[i] = th_time_add (tally->time[i], time);
        return;
      }

  if (G_UNLIKELY (tally->n == N_TALLY))
    {
      tally_replace (tally, key, time);
      return;
    }

  tally->key[tally->n] = key;
  tally->time[tally->n++] = time;
}

static inline guint
tally_lead (const Tally *tally)
{
  guint lead = 0;

  for (guint i = 1; i < tally->n; i++)
    if (tally->time[i] > tally->time[lead])
      lead = i;

  return lead;
}
