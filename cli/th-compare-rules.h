/* th-compare-rules.h - conditions on a comparison that scripts ask for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * --fail-if: 'any slower', 'MEASURE[/CLASS] slower', 'MEASURE[/CLASS] pN > +20%',
 * '… < -1ms'.  It fails only if the whole interval lies beyond the limit.
 * --require: 'MEASURE[/CLASS] [pN] same [within 25%]'.  It fails if the sides certainly
 * differ; if nothing is certain, the exit status is TH_EXIT_UNKNOWN.  So it is with either option
 * if no row that the condition is about could be judged; but --fail-if passes with fewer than
 * three runs per side.
 *
 * MEASURE is an id, or the part after its last dot; CLASS is the name of a class, or one
 * of its words, which are separated by colons.
 */
#pragma once

#include "th-commands.h"
#include "th-comparison.h"

G_BEGIN_DECLS

typedef struct _ThCompareRules ThCompareRules;

/* @fail_if, @require: %NULL-terminated, or %NULL.  Reports an invalid condition on standard
 * error and returns NULL. */
ThCompareRules *th_compare_rules_new   (char                **fail_if,
                                        char                **require);
void            th_compare_rules_free  (ThCompareRules       *self);

/* Reports measures that cannot exist, before any recording is read; only for comparisons that use
 * the automatic analyses.  Returns TH_EXIT_WHOLE or _USAGE.  A name that is merely unlikely is
 * pointed out, but used if a recording has it. */
ThExit          th_compare_rules_check_names (const ThCompareRules *self);

/* Reports a measure or a class that no run of either side has (element-type ThCompareRun), and what
 * there is.  TH_EXIT_WHOLE or _USAGE. */
ThExit          th_compare_rules_check_runs (const ThCompareRules *self,
                                             GPtrArray            *a,
                                             GPtrArray            *b);

/* Reports on standard error which conditions are not met.  With @single, verdicts of comparisons
 * with one run per side count, too.  Returns TH_EXIT_WHOLE, _FAILED or _UNKNOWN. */
ThExit          th_compare_rules_check (const ThCompareRules *self,
                                        const ThComparison   *comparison,
                                        gboolean              single);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareRules, th_compare_rules_free)

G_END_DECLS
