/* th-txt-scan.h - the first pass over a text: what it holds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-file.h"

G_BEGIN_DECLS

/* Reads all lines, or those of the first moment where more are still to come, and
 * declares what they hold. */
gboolean th_txt_file_scan  (ThTxtFile       *self,
                            GError         **error);
/* Takes a line behind those that were scanned; FALSE if it contradicts what was
 * declared. */
gboolean th_txt_file_go_on (ThTxtFile       *self,
                            const ThTxtLine *line,
                            ThTxtPart        text,
                            guint64          place,
                            gboolean         whole);
/* To be called behind the last line of all; FALSE if other things should have been
 * declared. */
gboolean th_txt_file_end   (ThTxtFile       *self);

G_END_DECLS
