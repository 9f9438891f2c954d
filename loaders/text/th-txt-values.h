/* th-txt-values.h - values in the text of an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-type.h"
#include "th-txt-token.h"

G_BEGIN_DECLS

typedef enum
{
  TH_TXT_INTEGER,
  TH_TXT_HEX,
  TH_TXT_ADDRESS,
  TH_TXT_WORDS
} ThTxtValueKind;

typedef struct
{
  ThTxtPart           name;
  const char         *label;   /* the name in the text, if it differs from the kernel's field */
  ThTxtPart           text;
  ThTxtValueKind      kind;
  guint64             number;
  const ThFieldValue *names;   /* names of values, static */
  guint               n_names;
} ThTxtValue;

/* Parses the fields of an event called @name; ThTxtValue, in the order of the text. */
void        th_txt_parse_values (const char     *name,
                                 ThTxtPart       info,
                                 GArray         *values);

G_END_DECLS
