/* th-compare-rules.h - conditions on a comparison that scripts ask for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * --fail-if: 'any slower', 'MEASURE[/CLASS] slower', 'MEASURE[/CLASS] pN > +20%',
 * '… < -1ms'.  It fails if that is sure: if the near end of the interval lies beyond.
 * --require: 'MEASURE[/CLASS] [pN] same [within 25%]'.  It fails if that is sure not
 * to be so, and where nothing is sure the status says that.
 *
 * MEASURE is an id, or what comes behind its last dot; CLASS a name of a class, or one
 * of the words between its colons.
 */
#pragma once

#include "th-commands.h"
#include "th-comparison.h"

G_BEGIN_DECLS

typedef struct _ThCompareRules ThCompareRules;

/* @fail_if, @require: %NULL-terminated, or %NULL.  On a mistake it says so on standard
 * error and returns NULL. */
ThCompareRules *th_compare_rules_new   (char                **fail_if,
                                        char                **require);
void            th_compare_rules_free  (ThCompareRules       *self);

/* Tells on standard error which conditions are not met.  @single: verdicts of one run a
 * side count, too.  TH_EXIT_WHOLE, _FAILED or _UNKNOWN; _USAGE if a condition names a
 * measure that there is not. */
ThExit          th_compare_rules_check (const ThCompareRules *self,
                                        const ThComparison   *comparison,
                                        gboolean              single);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareRules, th_compare_rules_free)

G_END_DECLS
