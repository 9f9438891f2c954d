/* th-text-match.h - compares texts with words, globs and regular expressions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TEXT_EQUAL,    /* it is one of the words */
  TEXT_GLOB,
  TEXT_REGEX,
  TEXT_CONTAINS,
  TEXT_THERE     /* it is not empty */
} FilterTextKind;

typedef struct
{
  FilterTextKind kind;
  gboolean       negate;
  gboolean       fold;  /* the needle is not ASCII, so the comparison folds the case */
  gboolean       exact; /* a CONTAINS respects the case */
  GPtrArray     *words; /* of char *: the words, the pattern or the needle */
  GRegex        *regex;
} FilterText;

/* Counts the texts for which a regular expression gave up.  Each thread has its own. */
typedef struct
{
  guint n_over;
} FilterPatience;

FilterText *filter_text_new         (FilterTextKind    kind,
                                     gboolean          negate,
                                     const char       *word);
FilterText *filter_text_new_regex   (const char       *pattern,
                                     gboolean          ignore_case,
                                     gboolean          negate,
                                     GError          **error);
void        filter_text_free        (FilterText       *self);
gboolean    filter_text_match       (const FilterText *self,
                                     const char       *text,
                                     gsize             size,
                                     FilterPatience   *patience);
/* Translates a POSIX basic regular expression, which trace-cmd takes, for GRegex. */
char       *filter_regex_from_basic (const char       *pattern,
                                     gboolean          whole);

G_END_DECLS
