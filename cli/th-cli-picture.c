/* th-cli-picture.c - writes pictures to files, and reports errors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-error.h"
#include "th-cli-picture.h"


ThExit
th_cli_picture_write (const char    *path,
                      double         width,
                      double         scale,
                      ThPictureFunc  func,
                      gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  if (th_picture_file_write (path, width, scale, func, data, &error))
    return TH_EXIT_WHOLE;

  return th_cli_fail ("render", error);
}
