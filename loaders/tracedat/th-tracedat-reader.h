/* th-tracedat-reader.h - events of a trace.dat, read on demand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-source.h"

G_BEGIN_DECLS

extern const ThSource th_tracedat_source;

G_END_DECLS
