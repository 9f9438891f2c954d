/* th-txt-tables.h - the field table of each event type of a text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A table is built from the values in a few lines of the type (its samples) on first
 * use.  Any thread.
 */
#pragma once

#include "th-txt-fields.h"
#include "th-txt-file.h"

G_BEGIN_DECLS

/* The table of the recording's type @number; NULL if the text has no such type.  It
 * lives as long as @file. */
const ThTxtTable *th_txt_tables_get  (ThTxtFile *file,
                                      guint      number);
/* Whether there were lines with fields that a table in use lacks. */
gboolean          th_txt_tables_lack (ThTxtFile *file);

G_END_DECLS
