/* th-completion.h - lists the possible completions at the caret of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Offers the words of th-filter.h that are valid at the caret: event types and fields where a
 * condition begins, then the operators of the field, then values: names of flags and of
 * symbolic values, tasks, pids, CPUs, and values seen in the field.  Findings of analyses are
 * offered once these have started (th_flow_registry_add()): packet.total, packet.stage.wakeup;
 * stages that do not occur come last, with a remark.  Fields are those of the types in the same
 * condition, as in the type check; without types, those of all recorded types.
 *
 * Recorded values come from a sample: some blocks of each CPU, from the first to the last, at
 * most TH_COMPLETER_SAMPLE events in all, so that the cost does not depend on the recording.  A
 * small recording is sampled completely.  Types outside the sample come after the others.
 *
 * A completer belongs to one thread.  It keeps its recording alive, and samples again once that
 * has doubled in size.
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
 * @kind: the kind of word
 * @text: the text to insert, including quotes
 * @detail: a remark for the user, or ""
 */
typedef struct
{
  ThCompletionKind  kind;
  char             *text;
  char             *detail;
} ThCompletion;

ThCompleter *th_completer_new  (ThRecording *recording);
void         th_completer_free (ThCompleter *self);

/* Returns at most @max ThCompletions for the word that contains @caret (a byte of @text) or ends
 * there: first those that begin with the letters before the caret, then those that contain
 * them, ignoring case.  @begin and @end are the bytes of @text that a completion replaces.
 * Empty if anything may be written, as in a regular expression, and after a mistake.  Free
 * with g_ptr_array_unref(). */
GPtrArray   *th_completer_list (ThCompleter *self,
                                const char  *text,
                                guint        caret,
                                guint        max,
                                guint       *begin,
                                guint       *end);

/* Returns all types of the recording, first the *@n_seen types in the sample.  Free with
 * g_array_unref(). */
GArray      *th_completer_list_types (ThCompleter *self,
                                      guint       *n_seen);

/* Returns @text with @completion in place of @begin … @end; sets *@caret to the byte after it.
 * Free with g_free(). */
char        *th_completion_apply (const ThCompletion *completion,
                                  const char         *text,
                                  guint               begin,
                                  guint               end,
                                  guint              *caret);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompleter, th_completer_free)

G_END_DECLS
