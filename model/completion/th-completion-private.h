/* th-completion-private.h - declarations shared by the files of ThCompleter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The context of the caret (th-caret-context.h) determines what may be written there; the
 * values come from the sample (th-value-sampler.h) and from the flows that analyses found
 * (th-completion-flows.c).  th-completion.c combines them, and
 * th-completion-list.c collects what matches the word at the caret.
 */
#pragma once

#include "th-caret-context.h"
#include "th-completion.h"
#include "th-value-sampler.h"

G_BEGIN_DECLS

struct _ThCompleter
{
  ThRecording *recording;
  ValueSampler  *sampler;
  GHashTable  *stages; /* ThResults → its stages that occur; created when needed */
};

/* The completions found so far, best first. */
typedef struct
{
  ThCompleter *completer;
  CaretContext   context;
  guint        max;
  GPtrArray   *begin;  /* of ThCompletion: those that begin with the word */
  GPtrArray   *inside; /* of ThCompletion: those that contain it elsewhere */
  GHashTable  *known;  /* texts that were offered */
} CompletionOffer;

typedef struct
{
  gboolean text;    /* compared with texts */
  gboolean number;  /* compared with numbers */
  gboolean named;   /* numbers with names */
  gboolean code;    /* an address of code, for which a symbol may be written */
  gboolean many;    /* an array: only its presence can be tested */
} FieldNature;

/* --- th-completion-values.c ---------------------------------------------- */

/* Returns the nature of the field before the caret, over all types that it may belong to. */
FieldNature completion_get_nature   (CompletionOffer       *offer);
void        completion_add_values   (CompletionOffer       *offer);

/* --- th-completion-flows.c: likewise for flows, as in packet.total ------------------ */

gboolean    completion_get_flow_nature (CompletionOffer    *offer,
                                     FieldNature           *nature);
void        completion_add_flow_fields (CompletionOffer    *offer);
gboolean    completion_add_flow_values (CompletionOffer    *offer);

/* --- th-completion-tasks.c ----------------------------------------------- */

void        completion_add_tasks    (CompletionOffer       *offer,
                                     gboolean               pids);
void        completion_add_processes (CompletionOffer      *offer);
void        completion_add_cpus     (CompletionOffer       *offer);

/* --- th-completion-list.c ------------------------------------------------ */

void        completion_offer_init   (CompletionOffer       *offer,
                                     ThCompleter           *completer,
                                     const char            *text,
                                     guint                  caret,
                                     guint                  max);
/* Returns the completions, best first, and frees the rest. */
GPtrArray  *completion_offer_end    (CompletionOffer       *offer);
gboolean    completion_is_full      (const CompletionOffer *offer);
/* @key: the word to type for @text; @other: an alternative to @key, or NULL. */
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
