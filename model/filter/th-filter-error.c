/* th-filter-error.c - reports an error in an expression with its position
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-error.h"

G_DEFINE_QUARK (th-filter-error-quark, th_filter_error)

gboolean
filter_fail_v (guint         *begin,
               guint         *end,
               GError       **error,
               ThFilterError  code,
               guint          from,
               guint          to,
               const char    *format,
               va_list        arguments)
{
  g_autofree char *message = g_strdup_vprintf (format, arguments);

  *begin = from;
  *end = to;
  g_set_error_literal (error, TH_FILTER_ERROR, code, message);
  return FALSE;
}

gboolean
filter_fail (guint         *begin,
             guint         *end,
             GError       **error,
             ThFilterError  code,
             guint          from,
             guint          to,
             const char    *format,
             ...)
{
  va_list arguments;

  va_start (arguments, format);
  filter_fail_v (begin, end, error, code, from, to, format, arguments);
  va_end (arguments);

  return FALSE;
}
