/* th-filter-error.h - reports a mistake in an expression, and its position
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

/* Reports a mistake in the bytes from @from to @to of the expression: sets *@begin, *@end and
 * @error.  Always returns FALSE. */
gboolean filter_fail   (guint         *begin,
                        guint         *end,
                        GError       **error,
                        ThFilterError  code,
                        guint          from,
                        guint          to,
                        const char    *format,
                        ...) G_GNUC_PRINTF (7, 8);
gboolean filter_fail_v (guint         *begin,
                        guint         *end,
                        GError       **error,
                        ThFilterError  code,
                        guint          from,
                        guint          to,
                        const char    *format,
                        va_list        arguments) G_GNUC_PRINTF (7, 0);

G_END_DECLS
