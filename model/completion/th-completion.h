/* th-completion.h - lists what may be written at the caret of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The words of th-filter.h that make sense where the caret is: event types and
 * fields where a condition begins, the signs that its field can be compared with,
 * then values: names of flags and of symbolic values, tasks, pids, CPUs, and what
 * was seen in the field.  What analyses found is there once they have begun
 * (th_flow_registry_add()): packet.total, packet.stage.wakeup; stages that do not
 * occur come last, and are told.  Fields are those of the types that stand beside,
 * as the check of a filter sees them; without any, those of all types that were
 * recorded.
 *
 * What was recorded is known from a sample: of each CPU some blocks, from the first
 * to the last, at most TH_COMPLETER_SAMPLE events in all, so that it costs the
 * same for any recording.  A small one is seen whole.  A type that is not in the
 * sample is offered behind the others.
 *
 * A completer belongs to one thread.  It keeps its recording alive, and looks
 * again once that has grown to twice its size.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

#define TH_COMPLETER_SAMPLE (1u << 18)

typedef struct _ThCompleter ThCompleter;

typedef enum
{
  TH_COMPLETION_TYPE,
  TH_COMPLETION_FIELD,
  TH_COMPLETION_OPERATOR,
  TH_COMPLETION_VALUE,
  TH_COMPLETION_WORD /* and, or, not, parentheses */
} ThCompletionKind;

/**
 * ThCompletion:
 * @kind: what it is
 * @text: what is to stand there, quotes included
 * @detail: a word about it for the user, or ""
 */
typedef struct
{
  ThCompletionKind  kind;
  char             *text;
  char             *detail;
} ThCompletion;

ThCompleter *th_completer_new  (ThRecording *recording);
void         th_completer_free (ThCompleter *self);

/* At most @max ThCompletions for the word that @caret (a byte of @text) is in or
 * behind: those that begin with what is before the caret, then those that have it
 * inside; case does not matter.  @begin, @end: what of @text to put one in place
 * of.  None where anything may be written, as in a regular expression, and where
 * the text before is wrong.  Free with g_ptr_array_unref(). */
GPtrArray   *th_completer_list (ThCompleter *self,
                                const char  *text,
                                guint        caret,
                                guint        max,
                                guint       *begin,
                                guint       *end);

/* All types of the recording, those of the sample first: *@n_seen of them.  Free
 * with g_array_unref(). */
GArray      *th_completer_list_types (ThCompleter *self,
                                      guint       *n_seen);

/* @text with @completion in place of @begin … @end; *@caret is behind it, where
 * one goes on.  Free with g_free(). */
char        *th_completion_apply (const ThCompletion *completion,
                                  const char         *text,
                                  guint               begin,
                                  guint               end,
                                  guint              *caret);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompleter, th_completer_free)

G_END_DECLS
