/* th-tracedat-live.h - the load of a file that is being recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The feed of the bytes (th-feed.h) tells how far each CPU is written.  Each time that it is
 * published, what is new is decoded and appended, and every CPU is complete up to the time that
 * the recorder tells, also one that wrote nothing.  The load waits on the feed in between; the
 * feed's end, or th_bytes_stop(), ends it.  Late texts (symbols, names, counters) are read as
 * soon as the recorder has added them.
 */
#pragma once

#include "th-tracedat-load.h"

G_BEGIN_DECLS

void th_td_load_live (ThTdLoad *load);

G_END_DECLS
