/* example-analysis.h - how to write an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis example_analysis;

G_END_DECLS
