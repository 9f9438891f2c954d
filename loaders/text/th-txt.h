/* th-txt.h - the loader of text traces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A trace as text is lines.  th_txt_parse_line() tells what one line is and
 * where its parts lie, from its bytes alone; what needs the lines before it
 * (whose task, the running time of function_graph) is the load's.
 *
 * Opening scans the whole text once, because CPUs have to be declared before
 * the first event: CPUs, types, some places of lines of each type, whether
 * the lines of a CPU ascend in time.  The load reads it again and fills the
 * columns; lines out of order are sorted.  Of a text that grows the scan sees
 * the first third of a second; the load goes on with both, and is outgrown
 * where a line is not as was declared: a new CPU, a time that goes back, in
 * the end a field that no line before had.  What is loaded at last is the same
 * as of the whole text.  A place is the offset of the line.
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
