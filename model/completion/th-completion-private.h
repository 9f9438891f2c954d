/* th-completion-private.h - what the files of ThCompleter share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text before the caret is cut into words and walked through
 * (th-caret-context.c): that says what may come.  The sample (th-value-sampler.c)
 * says what was recorded, the recording's flows what analyses found
 * (th-completion-flows.c).  th-completion.c brings both together.
 */
#pragma once

#include "th-completion.h"
#include "th-filter-private.h"

G_BEGIN_DECLS

/* --- the place --------------------------------------------------------- */

typedef enum
{
  SPOT_NOTHING,
  SPOT_CONDITION,
  SPOT_OPERATOR,   /* behind a field, or what is compared with one */
  SPOT_VALUE,
  SPOT_TERM,       /* what something is computed with */
  SPOT_LIST,       /* where "{" must stand */
  SPOT_LIST_VALUE,
  SPOT_LIST_NEXT,  /* "," or "}" */
  SPOT_NEXT        /* behind a condition */
} FilterPlace;

typedef struct
{
  FilterPlace place;
  char       *field;   /* that a value or an operator is for; NULL: a constant */
  gboolean    in_sum;  /* it is computed with */
  FilterOp    op;
  guint       depth;   /* of open parentheses */
  GArray     *types;   /* of FilterTypes: one of these, if there are any */
  guint       begin;   /* what of the text a word replaces */
  guint       end;
  char       *word;    /* what is there before the caret, without quotes */
  gboolean    quoted;
} FilterSpot;

void     filter_spot_init      (FilterSpot       *spot,
                                ThRecording      *recording,
                                const char       *text,
                                guint             caret);
void     filter_spot_clear     (FilterSpot       *spot);
/* Whether events of @type can be where the spot is. */
gboolean filter_spot_has_type  (const FilterSpot *spot,
                                ThRecording      *recording,
                                guint             type);

/* --- the sample -------------------------------------------------------- */

/* More of one field are not offered. */
#define FILTER_MAX_VALUES 256

typedef struct _FilterSeen FilterSeen;

FilterSeen      *filter_seen_new         (ThRecording *recording);
void             filter_seen_free        (FilterSeen  *self);
/* Whether the recording has outgrown the sample. */
gboolean         filter_seen_is_old      (FilterSeen  *self);
gboolean         filter_seen_has_type    (FilterSeen  *self,
                                          guint        type);
/* Texts as they stand in an expression, most frequent first; lent. */
const GPtrArray *filter_seen_list_values (FilterSeen  *self,
                                          const char  *field);

/* --- bringing both together -------------------------------------------- */

struct _ThCompleter
{
  ThRecording *recording;
  FilterSeen  *seen;
  GHashTable  *stages; /* ThResults → which of its stages occur; made by need */
};

/* What fits so far, best first. */
typedef struct
{
  ThCompleter *completer;
  FilterSpot   spot;
  guint        max;
  GPtrArray   *begin;  /* ThCompletion: what begins with the word */
  GPtrArray   *inside; /* what has it inside */
  GHashTable  *known;  /* texts that were offered */
} CompletionOffer;

typedef struct
{
  gboolean text;    /* compared with texts */
  gboolean number;  /* compared with numbers */
  gboolean named;   /* numbers with names */
  gboolean code;    /* the name of code may stand for it */
  gboolean many;    /* can only be asked whether it is there */
} FieldNature;

/* Of the field that the spot is behind, over all types that may be there. */
FieldNature completion_get_nature   (CompletionOffer       *offer);
void        completion_add_values   (CompletionOffer       *offer);
/* The same of what analyses found: packet.total (th-completion-flows.c). */
gboolean    completion_get_flow_nature (CompletionOffer    *offer,
                                     FieldNature           *nature);
void        completion_add_flow_fields (CompletionOffer    *offer);
gboolean    completion_add_flow_values (CompletionOffer    *offer);
void        completion_add_tasks    (CompletionOffer       *offer,
                                     gboolean               pids);
void        completion_add_cpus     (CompletionOffer       *offer);
gboolean    completion_is_full      (const CompletionOffer *offer);
/* @key: what is typed to get @text; @other: what may be typed instead, or NULL. */
void        completion_offer        (CompletionOffer       *offer,
                                     ThCompletionKind       kind,
                                     const char            *text,
                                     const char            *key,
                                     const char            *other,
                                     const char            *detail);
void        completion_offer_quoted (CompletionOffer       *offer,
                                     const char            *word,
                                     const char            *detail);
void        completion_offer_number (CompletionOffer       *offer,
                                     gint64                 number,
                                     const char            *detail);

G_END_DECLS
