/* fuzz-session.c - session files, from any source
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-session.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThSession) session = th_session_from_text ((const char *) data, size, &error);
  g_autoptr(ThSession) again = NULL;
  g_autofree char *text = NULL;

  if (session == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }

  /* A session that was accepted can be written, and is accepted again. */
  text = th_session_to_text (session);
  again = th_session_from_text (text, strlen (text), NULL);
  g_assert_nonnull (again);
  return 0;
}
