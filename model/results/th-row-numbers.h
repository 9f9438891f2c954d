/* th-row-numbers.h - numbers of rows that mostly ascend, in two bytes each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each number is stored as its distance from the first one of its group of 64.  Those that are
 * smaller, or farther away than 16 bits can tell, are stored apart (th-odd-values.h).
 *
 * One thread appends; any thread reads what is published, without locks.
 */
#pragma once

#include "th-odd-values.h"

G_BEGIN_DECLS

typedef struct
{
  ThSeries    firsts; /* guint32: the first number of each group */
  guint32     first;  /* that of the last group; writer only */
  ThSeries    offsets; /* guint16 */
  ThOddValues odd;    /* by index */
} ThRowNumbers;

void    th_row_numbers_init    (ThRowNumbers       *self,
                                ThArena            *arena);
void    th_row_numbers_append  (ThRowNumbers       *self,
                                guint32             row);
void    th_row_numbers_publish (ThRowNumbers       *self);

/* The number of rows that were appended; for the writer. */
static inline guint32
th_row_numbers_get_n_written (const ThRowNumbers *self)
{
  return self->offsets.n_written;
}

static inline guint32
th_row_numbers_get_length (const ThRowNumbers *self)
{
  return th_series_get_length (&self->offsets);
}

/* @index must be below a length that was read before. */
guint32 th_row_numbers_get     (const ThRowNumbers *self,
                                guint32             index);

G_END_DECLS
