/* th-filter.h - one language for filter, find, colors and conditions
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
 * Every event has the fields ts (its absolute time), cpu, task (its name at that time), pid,
 * tgid, event, system, info (the text), type ("system:event"), stream (the name of the buffer)
 * and recording (its name, if the timeline has several).  All other fields are those of the
 * record, by name or by label, including the common_ ones; `field.pid` is the record's field if
 * its name is also one of the above.  Units are ns us ms s and B KB MB GB (powers of 1024).  A
 * number may be hexadecimal; `ts` is compared with seconds, or with ticks, if there is no unit.
 * `NOT_SPECIFIED` is a symbol of the field that it is compared with; compared with an address,
 * it is the name of the code there.
 * "~" and the other operators for text match if any flag that is set matches.
 *
 * Arithmetic is exact, on integers of 128 bits; "/" and "%" round towards 0, and negative
 * numbers are in two's complement.  A division by 0, a shift by less than 0 or by more than 63,
 * and an overflow have no value; then the test is false, even with !=.  All arithmetic operators
 * have a higher precedence than comparisons, so prev_pid & 0xff == 3 compares the masked value.
 * A number with a unit is in ns or bytes.  A number without a unit is in seconds if it is added
 * to or compared with a time (ts); a time that is multiplied, divided or shifted becomes a
 * number of ns.  The name of a value must belong to one of the fields of the expression.  "*"
 * and "/" need no spaces around them unless an event or a system has that name, and "-" needs
 * none unless it is in the name of a stage.  Fields of events and results of analyses cannot be
 * mixed in arithmetic.
 *
 * Results of analyses.  `packet.total > 1ms` is true for the events of each packet (each flow
 * with that noun, see th_flow_registry_add()) whose total exceeds 1 ms, but not for events that
 * packets share, such as an interrupt.  The dot is followed by a column of the table of packets,
 * by `id`, or by `stage.` and a stage: `packet.stage.wakeup`, in which `_` may replace `-`.
 * Texts need no quotes.  If a packet has no such value, the test is false, even with !=.  The
 * packets are known when the analysis has ended; nothing is decided before that.
 *
 * Frames of captures.  `packet.tcp.seq == 1` is true for the events of each packet of which a
 * capture on the timeline has a frame (th-event-links.h) of the type `frame:tcp` whose `seq` is 1,
 * and for its frames.  `packet.frame.length > 1000` is about frames of any type.  All fields of a
 * test are those of one frame.  Frames have no value that a column could show, as a packet can have
 * several.
 *
 * trace-cmd's syntax is that of `trace-cmd report -F`: types before a colon, and operators
 * instead of words.  The same events match as in trace-cmd: names of types are regular
 * expressions that match the whole name, "&&" and "||" have the same precedence, numbers are
 * compared as unsigned, "=~" and "!~" take a basic regular expression and ignore case, fields of
 * the record take precedence over those of every event, and COMM and CPU are known.  Arithmetic
 * is unsigned and truncated to 64 bits.  There are three differences.  trace-cmd accepts a single
 * operator without a comparison ("next_pid % 2"), where any arithmetic is accepted here.  It
 * crashes on a division by 0, which makes the test false here.  For a field that no type has,
 * its test is false; here it is an error.  The count of a shift is reduced to its lowest six
 * bits, as on the machines on which trace-cmd runs.
 *
 * Names are checked.  A name is known if any type that the expression can match has it; the test
 * is false for rows whose type lacks it, even with !=.  A name that no type has, or a comparison
 * of incompatible types, is an error with its position, never an empty result.
 *
 * Cost.  Tests of columns (event, system, task, pid, cpu, ts, stream) are evaluated first, for
 * whole blocks; payloads are read only for rows that are still open, and texts are only
 * formatted if the expression contains info.
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
  TH_FILTER_ERROR_TYPE     /* a text compared with a number, … */
} ThFilterError;

/* Creates a filter from @text; an empty text matches everything.  On error, sets *@begin and
 * *@end (or NULL) to the bytes of @text that the error is about. */
ThFilter    *th_filter_new              (ThRecording  *recording,
                                         const char   *text,
                                         guint        *begin,
                                         guint        *end,
                                         GError      **error);
/* Creates a filter of the flows of @results, for a table of them.  Its names are those after the
 * dot, with or without the noun; all other names are errors. */
ThFilter    *th_filter_new_of_flows     (ThRecording  *recording,
                                         struct _ThResults *results,
                                         const char   *text,
                                         guint        *begin,
                                         guint        *end,
                                         GError      **error);
/* Finds the frames of captures that tests of a filter of flows refer to, if any, which takes as
 * long as a filter of all events.  Call it before th_filter_match_flow(); any thread. */
void         th_filter_prepare          (ThFilter     *self);
/* Whether flow @row matches a filter of flows. */
gboolean     th_filter_match_flow       (ThFilter     *self,
                                         guint32       row);
/* Creates a filter that exactly the events of @rows match; its text is "".  Takes a reference to
 * @rows. */
ThFilter    *th_filter_new_of_rows      (ThRows       *rows);
ThFilter    *th_filter_ref              (ThFilter     *self);
void         th_filter_unref            (ThFilter     *self);
/* Whether it can be evaluated from the columns alone. */
gboolean     th_filter_is_columns_only  (ThFilter     *self);

/* Whether everything that it refers to is known; flows are known once their analysis has
 * ended. */
gboolean     th_filter_is_ready         (ThFilter     *self);

/* --- evaluation, one thread per evaluator -------------------------------- */

ThFilterEvaluator *th_filter_evaluator_new (ThFilter  *filter);
void         th_filter_evaluator_free   (ThFilterEvaluator *self);
/* Restricts the filter to the rows of @within (NULL: all); rows that @within has not decided are
 * not decided either.  @within is not owned. */
void         th_filter_evaluator_set_within (ThFilterEvaluator *self,
                                         ThRows       *within);
/* An expression about flows evaluates all flows before it decides the first event.  It stops,
 * and nothing is decided, when any thread sets *@cancelled to a value other than 0.  @cancelled
 * may be NULL and is not owned. */
void         th_filter_evaluator_set_cancelled (ThFilterEvaluator *self,
                                         gint         *cancelled);
/* Returns the number of events for which a regular expression exceeded its limit and gave up;
 * those do not match. */
guint        th_filter_evaluator_get_n_given_up (ThFilterEvaluator *self);
gboolean     th_filter_evaluator_match  (ThFilterEvaluator *self,
                                         ThRef         ref);
/* Decides the published rows of a CPU that @rows has not decided, at most @max_rows of them (a
 * multiple of 64).  Returns the number of rows that it decided. */
guint32      th_filter_evaluator_evaluate (ThFilterEvaluator *self,
                                         ThRows       *rows,
                                         guint         stream,
                                         guint         cpu,
                                         guint32       max_rows);

/* Decides all rows that are published so far, restricted to @within unless that is NULL, with
 * @n_threads threads including the caller's; each CPU is evaluated by one thread.  Returns early
 * when any thread sets *@cancelled (or NULL) to a value other than 0.  Returns the number of
 * events for which a regular expression gave up. */
guint        th_filter_evaluate         (ThFilter     *filter,
                                         ThRows       *rows,
                                         ThRows       *within,
                                         guint         n_threads,
                                         gint         *cancelled);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilter, th_filter_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilterEvaluator, th_filter_evaluator_free)

G_END_DECLS
