/* th-comparison-warnings.c - lists of warnings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-private.h"

static void
warning_clear (gpointer data)
{
  ThComparisonWarning *warning = data;

  g_free (warning->subject);
  g_free (warning->text_a);
  g_free (warning->text_b);
}

GArray *
th_comparison_warnings_new (void)
{
  GArray *warnings = g_array_new (FALSE, TRUE, sizeof (ThComparisonWarning));

  g_array_set_clear_func (warnings, warning_clear);
  return warnings;
}

void
th_comparison_warn (GArray        *warnings,
                    ThWarningKind  kind,
                    const char    *subject,
                    double         a,
                    double         b)
{
  ThComparisonWarning warning = { kind, g_strdup (subject), a, b, g_strdup (""), g_strdup ("") };

  g_array_append_val (warnings, warning);
}
