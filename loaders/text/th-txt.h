/* th-txt.h - the loader of text traces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A trace as text is lines.  th_txt_parse_line() classifies one line and finds its
 * parts, without any context; the load adds what depends on earlier lines (the task
 * and the running time of function_graph).
 *
 * Opening scans the whole text once, because CPUs must be declared before the first
 * event: it finds CPUs, types, sample lines of each type, and whether the lines of a
 * CPU ascend in time.  The load reads the text again and fills the columns; lines out
 * of order are sorted.  If the text grows, the scan covers the first third of a second;
 * the load continues scanning, and is outgrown if a line contradicts what was declared:
 * a new CPU, a time that goes back, or at the end a field that no earlier line had.
 * The final result is the same as for the complete text.  A place is the offset of the
 * line.
 * Text, fields and stack are read from the line again.
 *
 * Memory besides the columns: 1 MiB of lines, up to 65 k types with their
 * names and samples, and 40 bytes for each event of CPUs whose lines do not
 * ascend.  A line of an event has at least 18 bytes, so the load takes less
 * than 16 times the size of the file, whatever is in it, above a fixed part
 * of 36 KiB for each CPU number in it, of which there are up to 8192.
 */
#pragma once

#include "th-loader.h"
#include "th-source.h"

G_BEGIN_DECLS

extern const ThLoader th_txt_loader;

G_END_DECLS
