/* th-cli-picture.h - writes pictures to files, and reports errors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-picture-file.h"

G_BEGIN_DECLS

/* As th_picture_file_write(); errors are reported as those of `thresh render`. */
ThExit th_cli_picture_write (const char    *path,
                             double         width,
                             double         scale,
                             ThPictureFunc  func,
                             gconstpointer  data);

G_END_DECLS
