/* th-picture-file.h - draws pictures in the formats of files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The suffix of the file is its format: .png, .svg or .pdf.  Errors are of G_FILE_ERROR; their
 * messages are translated and name the file.
 */
#pragma once

#include <cairo.h>

#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Draws unless @cr is NULL, and returns the height. */
typedef double (* ThPictureFunc) (gconstpointer    data,
                                  cairo_t         *cr,
                                  ThRenderBackend  backend);

/* Whether the suffix of @path, which may be NULL, is that of a format. */
gboolean    th_picture_file_has_format (const char     *path);
/* Returns what @func draws, @width wide, as the contents of a file of the name @path.  @scale:
 * device pixels per pixel.  Free with g_byte_array_unref(). */
GByteArray *th_picture_file_draw       (const char     *path,
                                        double          width,
                                        double          scale,
                                        ThPictureFunc   func,
                                        gconstpointer   data,
                                        GError        **error);
/* Writes it; an older file is replaced once all is written. */
gboolean    th_picture_file_write      (const char     *path,
                                        double          width,
                                        double          scale,
                                        ThPictureFunc   func,
                                        gconstpointer   data,
                                        GError        **error);

G_END_DECLS
