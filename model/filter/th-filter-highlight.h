/* th-filter-highlight.h - finds the words of an expression, for syntax highlighting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Works for incomplete and invalid texts, too.  Operators are not words.  The recording decides
 * whether `len/8` is a name or arithmetic.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FILTER_WORD_NAME,    /* of a field or of types */
  TH_FILTER_WORD_VALUE,   /* a symbol: a word after a comparison operator, or in a set */
  TH_FILTER_WORD_TEXT,    /* quoted, or a regular expression */
  TH_FILTER_WORD_NUMBER,
  TH_FILTER_WORD_KEYWORD  /* and, or, not, in, contains */
} ThFilterWordKind;

typedef struct
{
  ThFilterWordKind kind;
  guint            begin; /* bytes */
  guint            end;
} ThFilterWord;

/* Elements are ThFilterWord, in order. */
GArray *th_filter_find_words (ThRecording *recording,
                              const char  *text);

G_END_DECLS
