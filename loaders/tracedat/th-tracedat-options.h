/* th-tracedat-options.h - the options of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

#define TH_TD_SECTION_COMPRESSED 1 /* a flag of a section of version 7 */

/* Version 6: reads the options between "options  " and the option 0. */
void     th_td_file_read_options_v6 (ThTdFile     *self,
                                     ThByteCursor *cursor);
/* Version 7: reads the options sections from @offset on; if their chain is broken, all
 * sections from the first one, at @first, on.  FALSE if that finds neither options nor
 * event data. */
gboolean th_td_file_read_options_v7 (ThTdFile     *self,
                                     guint64       first,
                                     guint64       offset);

G_END_DECLS
