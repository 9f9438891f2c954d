/* th-svg-compact.h - makes the SVG of cairo several times smaller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cairo writes a path element of 150 bytes for each rectangle, and the same color again each time.
 * The result looks the same: coordinates are rounded to 1/100 px, paths are relative, attributes
 * that have their initial value are left out, and shapes of one color that stand side by
 * side, as in a lane, become one path.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends the elements in @svg, which cairo wrote.  Unknown elements are copied unchanged. */
void th_svg_compact (GString    *text,
                     const char *svg);

G_END_DECLS
