/* th-filter-highlight.h - finds the words of an expression, for syntax highlighting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Also of a text that is half written, or wrong.  Signs are not among them.  The
 * recording tells what is one name and what is computed with (`len/8`).
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FILTER_WORD_NAME,    /* of a field or of types */
  TH_FILTER_WORD_VALUE,   /* a word behind a sign that compares, or in a set: a symbol */
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
