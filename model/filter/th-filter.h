/* th-filter.h - one language for filter, find, colours and conditions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   skb:kfree_skb and reason != NOT_SPECIFIED and dev == "eth0"
 *   task ~ "wget*" or pid in {12, 14}
 *   cpu == 2 and ts > 188.024s and not irq:*
 *   info contains "eth0"          comm =~ /^kworker/
 *   sched/sched_switch: next_prio < 100 && next_pid != 0
 *   (len + 14) * 8 > 12000       prev_pid & 0xff == 3       ts - 188s > 24ms
 *
 * Grammar, loosest first (the words may be written and/&&, or/||, not/!):
 *   expr    = [ types ":" ] or            trace-cmd's "system/event[,…]: expr"
 *   or      = and { "or" and }
 *   and     = not { "and" not }
 *   not     = "not" not | "(" or ")" | test
 *   test    = types                       the event is of one of these types
 *           | arith op arith              == != < <= > >=
 *           | value "&" value             any bit in common; the right may be a flag's name
 *           | value ("~" | "!~") text     glob
 *           | value ("=~" | "!=~") /re/   regular expression, "i" may follow
 *           | arith "in" "{" value, … "}" also ranges a..b
 *           | value "contains" text       ignores case
 *           | arith                       it exists, and is not 0 or ""
 *   arith   = value | "(" arith ")" | ("-" | "~") arith | arith sign arith
 *   sign    = "|", tighter "^", "&", "<<" ">>", "+" "-", "*" "/" "%"
 *   types   = system ":" event | system ":*" | event   with * and ?
 *   value   = field | number [unit] | text | name of a flag or a symbol
 *
 * Every event has the fields ts (its absolute time), cpu, task (its name at that time),
 * pid, tgid, event, system, info (the text), type ("system:event"), stream (the name of
 * the buffer) and recording (its name, where a timeline has several).  All other fields
 * are those of the record, by name or by label, the common_ ones included; `field.pid` is
 * the record's field where every event has one of the same name.  Units are ns us ms s
 * and B KB MB GB (powers of 1024).  A number may be hexadecimal; `ts` is compared with
 * seconds, or with ticks, if there is no unit.  `NOT_SPECIFIED` is a symbol of the field
 * that it is compared with; compared with an address, it is the name of the code there.
 * "~" and the other operators for text match if any flag that is set matches.
 *
 * Arithmetic is exact in 128 bits, on whole numbers; "/" and "%" round towards 0, and bits
 * are those of two's complement.  A division by 0, a shift by less than 0 or by more than
 * 63, and an overflow have no value; then the test is false, even with !=.  All arithmetic
 * operators bind tighter than a comparison, so prev_pid & 0xff == 3 means what one expects.
 * A number with a unit is in ns or bytes.  A number without one is in seconds where it is
 * added to or compared with a time (ts), as it is with `ts` alone; a time that is
 * multiplied, divided or shifted becomes a number of ns.  The name of a value belongs to
 * one of the fields of the expression.  "*" and "/" need no spaces around them unless an
 * event or a system has that name, and "-" needs none unless it is in the name of a stage.
 * Fields of events and findings of analyses cannot be mixed in arithmetic.
 *
 * Findings of analyses.  `packet.total > 1ms` is true for the events of each packet (each
 * flow of that noun, see th_flow_registry_add()) whose total is more than that, but not for
 * events that packets share, such as an interrupt.  After the dot stands a column of the
 * table of packets, or `id`, or `stage.` and a stage: `packet.stage.wakeup`, where `_` may
 * stand for `-`.  Texts need no quotes.  Where a packet has no such value, the test is
 * false, even with !=.  The packets are known when the analysis has ended; nothing is
 * decided before that.
 *
 * trace-cmd's spelling is what `trace-cmd report -F` takes: types before a colon, and
 * operators instead of words.  It lets the same events through: names of types are whole
 * regular expressions, "&&" and "||" have one precedence, numbers are compared without a
 * sign, "=~" and "!~" take a basic regular expression and ignore case, fields of the record
 * hide those of every event, and COMM and CPU are known.  Its arithmetic has 64 bits
 * without a sign, and cuts off what is more.  It takes one operator and no comparison after
 * it ("next_pid % 2"); here any arithmetic may stand there.  It crashes on a division by 0,
 * which is false here; a shift uses the last six bits of its number, as the machines do on
 * which trace-cmd runs.  A field that no type has is an error here; trace-cmd takes the
 * test for false.
 *
 * Names are checked.  A name is known if any type that the expression can match has it; the
 * test is false for rows whose type lacks it, even with !=.  A name that no type has, or a
 * comparison that does not fit, is an error with its place, never an empty result.
 *
 * Cost.  What the columns hold (event, system, task, pid, cpu, ts, stream) is decided
 * first, in whole blocks; payloads are read only for rows that are still open, and texts
 * only if the expression has info.
 *
 * Decisions are final.  While a recording loads, a task may turn out to have had another
 * name; evaluate an expression with names again when the load has ended.
 *
 * A ThFilter is immutable and may be used by any thread, each with a ThFilterEvaluator of
 * its own.
 */
#pragma once

#include "th-rows.h"

G_BEGIN_DECLS

typedef struct _ThFilter    ThFilter;
typedef struct _ThFilterEvaluator ThFilterEvaluator;

#define TH_FILTER_ERROR (th_filter_error_quark ())
GQuark th_filter_error_quark (void);

typedef enum
{
  TH_FILTER_ERROR_SYNTAX,
  TH_FILTER_ERROR_UNKNOWN, /* no type has such a field, no such event, … */
  TH_FILTER_ERROR_TYPE     /* a text against a number, … */
} ThFilterError;

/* *@begin and *@end (or NULL) are set to the bytes of @text that the error is about.  An
 * empty text matches everything. */
ThFilter    *th_filter_new              (ThRecording  *recording,
                                         const char   *text,
                                         guint        *begin,
                                         guint        *end,
                                         GError      **error);
/* An expression over the flows of @results alone, for a table of them: the names after the
 * dot, with the noun or without.  Other names are an error. */
ThFilter    *th_filter_new_of_flows     (ThRecording  *recording,
                                         struct _ThResults *results,
                                         const char   *text,
                                         guint        *begin,
                                         guint        *end,
                                         GError      **error);
/* Whether flow @row passes such a filter. */
gboolean     th_filter_match_flow       (ThFilter     *self,
                                         guint32       row);
/* Lets exactly the events of @rows pass; its text is "".  Takes a reference. */
ThFilter    *th_filter_new_of_rows      (ThRows       *rows);
ThFilter    *th_filter_ref              (ThFilter     *self);
void         th_filter_unref            (ThFilter     *self);
const char  *th_filter_get_text         (ThFilter     *self);
/* Whether the columns alone decide it. */
gboolean     th_filter_is_columns_only  (ThFilter     *self);

/* Whether everything that it names is known: flows are, once all of them are found. */
gboolean     th_filter_is_ready         (ThFilter     *self);

/* --- evaluating, one thread each ----------------------------------------- */

ThFilterEvaluator *th_filter_evaluator_new (ThFilter  *filter);
void         th_filter_evaluator_free   (ThFilterEvaluator *self);
/* Only rows of @within (NULL: all) are decided and may pass, as far as @within itself is
 * decided.  It is lent. */
void         th_filter_evaluator_set_within (ThFilterEvaluator *self,
                                         ThRows       *within);
/* An expression about flows looks at all flows before it decides the first event.  That
 * ends, and nothing is decided, once any thread sets *@cancelled (or NULL) to other than 0.
 * It is lent. */
void         th_filter_evaluator_set_cancelled (ThFilterEvaluator *self,
                                         gint         *cancelled);
/* Returns on how many events a regular expression took too long and gave up; those do not
 * match. */
guint        th_filter_evaluator_get_n_given_up (ThFilterEvaluator *self);
gboolean     th_filter_evaluator_match  (ThFilterEvaluator *self,
                                         ThRef         ref);
/* Decides the published rows of a CPU that @rows has not decided, at most @max_rows of them
 * (a multiple of 64).  Returns how many it decided. */
guint32      th_filter_evaluator_evaluate (ThFilterEvaluator *self,
                                         ThRows       *rows,
                                         guint         stream,
                                         guint         cpu,
                                         guint32       max_rows);

/* Decides all rows that are published so far and that @within (or NULL) has, with
 * @n_threads threads, of which the caller's is one; one thread decides a CPU.  Returns
 * early once any thread sets *@cancelled (or NULL) to other than 0.  Returns on how many
 * events a regular expression gave up. */
guint        th_filter_evaluate         (ThFilter     *filter,
                                         ThRows       *rows,
                                         ThRows       *within,
                                         guint         n_threads,
                                         gint         *cancelled);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilter, th_filter_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilterEvaluator, th_filter_evaluator_free)

G_END_DECLS
