/* th-txt-stack.h - call stacks in a text, and its symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-file.h"

G_BEGIN_DECLS

/* Appends the frames in lines of @text to @frames. */
gboolean    th_txt_parse_stack  (ThTxtFile      *file,
                                 const char     *text,
                                 gsize           size,
                                 GArray         *frames);
const char *th_txt_find_symbol  (ThTxtFile      *file,
                                 guint64         address,
                                 guint64        *offset);

G_END_DECLS
