/* th-txt-fields.h - builds a record from the values of an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-type.h"
#include "th-txt-values.h"

G_BEGIN_DECLS

typedef struct
{
  ThFieldTable table;
  GArray      *fields;  /* ThField, the first is common_pid */
} ThTxtTable;

ThTxtTable *th_txt_table_new    (void);
void        th_txt_table_free   (ThTxtTable     *self);
void        th_txt_table_add    (ThTxtTable     *self,
                                 const GArray   *values);
/* Completes the table; no fields can be added afterwards. */
void        th_txt_table_seal   (ThTxtTable     *self);
gboolean    th_txt_table_equal  (const ThTxtTable *self,
                                 const ThTxtTable *other);
/* Builds a record of this table in @record. */
void        th_txt_table_build  (const ThTxtTable *self,
                                 gint32            pid,
                                 const GArray     *values,
                                 GByteArray       *record);

G_END_DECLS
