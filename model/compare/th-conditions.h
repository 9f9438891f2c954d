/* th-conditions.h - the conditions under which the sides of a comparison were recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison-text.h"

G_BEGIN_DECLS

/**
 * ThCondition:
 * @title: "Kernel"
 * @value: "same, 6.1.0", or the difference: "6.1.0 → 6.2.0"
 * @warnings: (element-type ThComparisonWarning): the warnings about this condition, owned by the
 *   comparison; empty if there are none
 * @is_fine: whether the sides are alike; without warnings, a difference or a
 *   limitation is only worth knowing
 */
typedef struct
{
  const char *title;
  char       *value;
  GPtrArray  *warnings;
  gboolean    is_fine;
} ThCondition;

/* Lists the conditions (element-type ThCondition), those with warnings first.  Every warning of
 * the comparison belongs to one of them.  Free with g_array_unref(). */
GArray *th_conditions_list (const ThComparison *comparison);

G_END_DECLS
