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
  const char         *label;   /* the name in the text, where the kernel's field has another */
  ThTxtPart           text;
  ThTxtValueKind      kind;
  guint64             number;
  const ThFieldValue *names;   /* of numbers, static */
  guint               n_names;
} ThTxtValue;

/* The fields of an event called @name; ThTxtValue, in the order of the text. */
void        th_txt_parse_values (const char     *name,
                                 ThTxtPart       info,
                                 GArray         *values);

G_END_DECLS
