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
 *   test    = types                       the event is one of these
 *           | sum op sum                  == != < <= > >=
 *           | value "&" value             any bit in common; the right may be a flag's name
 *           | value ("~" | "!~") text     glob
 *           | value ("=~" | "!=~") /re/   regular expression, "i" may follow
 *           | sum "in" "{" value, … "}"   also ranges a..b
 *           | value "contains" text       ignores case
 *           | sum                         there, and not 0 or ""
 *   sum     = value | "(" sum ")" | ("-" | "~") sum | sum sign sum
 *   sign    = "|", tighter "^", "&", "<<" ">>", "+" "-", "*" "/" "%"
 *   types   = system ":" event | system ":*" | event   with * and ?
 *   value   = field | number [unit] | text | name of a flag or a symbol
 * Fields of every event: ts (absolute time), cpu, task (name then), pid, tgid,
 * event, system, info (the text), type ("system:event"), stream (the buffer's
 * name), recording (its name, where several are on one timeline); otherwise those of the record and their labels, with common_ ones.
 * `field.pid` is the record's where an event's own has that name.  Units: ns us
 * ms s; B KB MB GB (of 1024).  A number may be hexadecimal; `ts` without a unit
 * is in seconds, or in ticks.  `NOT_SPECIFIED` is a symbol of the field it stands
 * against; of a code address it is the name of the symbol there.  Of flags, "~"
 * and its kin match any that is set.
 *
 * Arithmetic is of whole numbers, exact in 128 bits; "/" and "%" round towards 0,
 * bits are those of two's complement.  Divided by 0, shifted by less than 0 or more
 * than 63, or larger than that there is no value, and the row is false, also under
 * !=.  All signs bind tighter than a comparison: prev_pid & 0xff == 3 is what it
 * looks like.  A number with a unit is in ns or bytes.  One without is in seconds
 * where it is added to or compared with a time (ts), as beside `ts` alone; a time
 * that is multiplied, divided or shifted is a number of ns.  The name of a value is
 * one of the sum's fields.  "*" and "/" need no blanks around them where no event
 * or system is called so, nor does "-", but in the name of a stage.  What is of an
 * event and what analyses found have no common sum.
 *
 * What analyses found.  `packet.total > 1ms` is true of the events of each packet
 * (each flow of that noun, see th_flow_registry_add()) that has it, not of
 * events that packets share, as an interrupt.  Behind the dot is a column of the
 * table of them, or `id`, or `stage.` and a stage: `packet.stage.wakeup`, `_` in
 * it may stand for `-`.  Texts need no quotes.  Where a packet has no such value,
 * it is false, also under !=.  All packets are known when the analysis has ended:
 * until then nothing is decided.
 *
 * trace-cmd's spelling is what `trace-cmd report -F` takes: types before a colon
 * and signs, no words.  It lets the same events through: names of types are whole
 * regular expressions, "&&" and "||" bind alike from left to right, numbers
 * compare without a sign, "=~" and "!~" take a basic regular expression and
 * ignore case, fields of the record come before those of every event, COMM and
 * CPU are known.  Its arithmetic has 64 bits and no sign, what is more is cut off.
 * It takes one sign and no comparison with it ("next_pid % 2"), here any sum may
 * stand.  It dies of a division by 0, which is false here; a shift takes the last
 * six bits of its number, as on the machines it runs on.  A field that no type has
 * is an error here, where trace-cmd takes it for false.
 *
 * Typed.  A name is known if any type that the expression can match has it;
 * rows whose type lacks it are false, also under !=.  A name that none has, or
 * a wrong type, is an error with its place, never an empty result.
 *
 * Cost.  What the columns tell (event, system, task, pid, cpu, ts, stream) is
 * decided first, whole blocks at a time; payloads are read only of rows that
 * are still open, text only where info is asked for.
 *
 * What is decided stays decided.  While a recording loads, a task may turn out to
 * have had another name, so filter anew when the load has ended and the
 * expression asks for names.
 *
 * A ThFilter is immutable and may be used by any threads, each with a
 * ThFilterEvaluator of its own.
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

/* @begin, @end: bytes of @text that the error is about.  An empty text matches
 * everything. */
ThFilter    *th_filter_new        (ThRecording  *recording,
                                   const char   *text,
                                   guint        *begin,
                                   guint        *end,
                                   GError      **error);
/* An expression over the flows of @results alone, for a table of them: the
 * names behind the dot, with the noun or without.  Others are an error. */
ThFilter    *th_filter_new_of_flows (ThRecording *recording,
                                   struct _ThResults *results,
                                   const char   *text,
                                   guint        *begin,
                                   guint        *end,
                                   GError      **error);
/* Of such a one: whether flow @row passes. */
gboolean     th_filter_match_flow (ThFilter     *self,
                                   guint32       row);
ThFilter    *th_filter_ref        (ThFilter     *self);
void         th_filter_unref      (ThFilter     *self);
const char  *th_filter_get_text   (ThFilter     *self);
/* Whether the columns alone decide it. */
gboolean     th_filter_is_columns_only (ThFilter *self);

/* Whether all that it speaks of is known: flows are, once they are all found. */
gboolean     th_filter_is_ready   (ThFilter     *self);

/* For one thread. */
ThFilterEvaluator *th_filter_evaluator_new    (ThFilter     *filter);
void         th_filter_evaluator_free   (ThFilterEvaluator  *self);
/* Only rows that are in @within (NULL: all) are decided on and may pass, as far
 * as it has decided.  Keep it while the run is in use. */
void         th_filter_evaluator_set_within (ThFilterEvaluator *self,
                                   ThRows       *within);
/* Where the expression speaks of flows, all of them are looked at before the first
 * event is decided.  Once *@cancelled (or NULL), which any thread may set, is
 * not 0, that ends and nothing is decided.  Keep it while the run is in use. */
void         th_filter_evaluator_set_cancelled (ThFilterEvaluator *self,
                                   gint         *cancelled);
/* On how many events a regular expression gave up, for it would take too long;
 * those do not match. */
guint        th_filter_evaluator_get_n_given_up (ThFilterEvaluator *self);
gboolean     th_filter_evaluator_match  (ThFilterEvaluator *self,
                                         ThRef              ref);
/* Decides the published rows of a CPU that @rows has not decided, at most
 * @max_rows of them (a multiple of 64).  Returns how many. */
guint32      th_filter_evaluator_evaluate (ThFilterEvaluator *self,
                                           ThRows            *rows,
                                           guint              stream,
                                           guint              cpu,
                                           guint32            max_rows);

/* Decides all rows published so far that are in @within (or NULL), on @n_threads
 * threads, the calling one included; each CPU on one of them.  Returns early once *@cancelled (or NULL)
 * is not 0, which any thread may set.  Returns on how many events a regular
 * expression gave up. */
guint        th_filter_evaluate     (ThFilter *filter,
                                     ThRows   *rows,
                                     ThRows   *within,
                                     guint     n_threads,
                                     gint     *cancelled);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilter, th_filter_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilterEvaluator, th_filter_evaluator_free)

G_END_DECLS
