/* th-formats-private.h - the part of ThFormats that the printer uses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-event-format.h"
#include "th-printk-formats.h"

G_BEGIN_DECLS

ThEventFormat   *th_formats_lookup      (ThFormats *self,
                                         guint      id);
const ThPrintks *th_formats_get_printks (ThFormats *self);
guint            th_formats_get_long_size (ThFormats *self);
/* For tests. */
gboolean         th_formats_get_big_endian (ThFormats *self);

G_END_DECLS
