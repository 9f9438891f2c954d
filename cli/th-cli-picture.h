/* th-cli-picture.h - writes pictures to files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The suffix of the file tells the format: .png, .svg or .pdf.
 */
#pragma once

#include <cairo.h>

#include "th-commands.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Draws unless @cr is NULL, and returns the height. */
typedef double (* ThPictureFunc) (gconstpointer    data,
                                  cairo_t         *cr,
                                  ThRenderBackend  backend);

/* Whether the suffix of @path, which may be NULL, is that of a format. */
gboolean th_cli_picture_has_format (const char    *path);
/* Writes what @func draws, @width wide, to @path.  @scale: device pixels per pixel.  Errors are
 * reported. */
ThExit   th_cli_picture_write      (const char    *path,
                                    double         width,
                                    double         scale,
                                    ThPictureFunc  func,
                                    gconstpointer  data);

G_END_DECLS
