/* th-report-svg.h - puts the SVG documents of cairo into one HTML document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-report-format.h"

G_BEGIN_DECLS

/* Appends the SVG element for @svg, which cairo wrote, with ids that begin with @prefix, so that
 * they are unique in the document; @class names its style. */
void th_report_append_svg (GString               *text,
                           const GByteArray      *svg,
                           const char            *prefix,
                           const char            *class,
                           const ThReportPicture *picture);

G_END_DECLS
