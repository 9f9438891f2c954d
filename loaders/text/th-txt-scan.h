/* th-txt-scan.h - the first pass over a text, which finds its contents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-file.h"

G_BEGIN_DECLS

/* Reads all lines and declares their contents.  Reads only those of the first fraction of a
 * second if the text grows, and only the first ones and samples of the others if the load may
 * outgrow what is declared (th_bytes_set_may_outgrow()). */
gboolean th_txt_file_scan  (ThTxtFile       *self,
                            GError         **error);
/* Processes a line after those that were scanned; FALSE if it contradicts what was
 * declared.  @type: (out): the type of an event. */
gboolean th_txt_file_go_on (ThTxtFile       *self,
                            const ThTxtLine *line,
                            ThTxtPart        text,
                            guint64          place,
                            gboolean         whole,
                            ThTxtType      **type);
/* Call it after the last line; FALSE if the declarations turn out to be wrong. */
gboolean th_txt_file_end   (ThTxtFile       *self);

G_END_DECLS
