/* th-txt-reader.h - events of a text trace, read on demand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-source.h"

G_BEGIN_DECLS

extern const ThSource th_txt_source;

G_END_DECLS
