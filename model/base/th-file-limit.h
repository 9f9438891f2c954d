/* th-file-limit.h - the limit on the size of files (ulimit -f)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From this call on, write() fails with EFBIG at the limit, as it fails on a full disk, instead of
 * ending the process with SIGXFSZ.  Commands that we start are not affected.  For main(). */
void th_file_limit_make_error (void);

G_END_DECLS
