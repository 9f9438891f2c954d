/* th-file-limit.c - the limit on the size of files (ulimit -f)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <signal.h>

#include "th-file-limit.h"

/* Commands would inherit SIG_IGN, but not a handler. */
static void
survive_cb (int number)
{
}

void
th_file_limit_make_error (void)
{
  signal (SIGXFSZ, survive_cb);
}
