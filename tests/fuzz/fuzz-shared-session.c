/* fuzz-shared-session.c - session files that others wrote
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-shared-session.h"

#include <string.h>

#define FOLDER "file:///a/b"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThSharedSession) session = th_shared_session_from_text ((const char *) data, size,
                                                                    FOLDER, &error);
  g_autoptr(ThSharedSession) again = NULL;
  g_autofree char *text = NULL;

  if (session == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }

  /* A session that was accepted can be written, and is accepted again. */
  text = th_shared_session_to_text (session, FOLDER);
  again = th_shared_session_from_text (text, strlen (text), FOLDER, NULL);
  g_assert_nonnull (again);
  g_assert_cmpuint (again->recordings->len, ==, session->recordings->len);
  return 0;
}
