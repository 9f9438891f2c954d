/* th-odd-values.h - the few values of an array that its narrow elements cannot hold
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An array stores most values in few bytes, and a mark in place of each value that does not fit;
 * that value is here, by its key, which is its position in the array.
 *
 * One thread appends; any thread reads what is published, without locks.
 */
#pragma once

#include "th-series.h"

G_BEGIN_DECLS

typedef struct
{
  ThSeries values; /* keys ascending */
} ThOddValues;

void   th_odd_values_init    (ThOddValues       *self,
                              ThArena           *arena);
/* @key must be greater than those before. */
void   th_odd_values_append  (ThOddValues       *self,
                              guint64            key,
                              gint64             value);
/* Call it before publishing the array. */
void   th_odd_values_publish (ThOddValues       *self);
/* The value of a key that was appended and published. */
gint64 th_odd_values_get     (const ThOddValues *self,
                              guint64            key);

G_END_DECLS
