/* th-cpu-refill.h - decodes blocks that are not in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cpu-private.h"

/* Decodes the block of @row, and possibly others, into its unit, which the caller has pinned. */
void     th_cpu_fill_block  (const ThCpu *self,
                             Unit        *unit,
                             guint32      row);
