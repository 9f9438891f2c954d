/* th-cli-options.c - options common to several commands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-options.h"

void
th_cli_options_clear (ThCliOptions *self)
{
  g_free (self->from);
  g_free (self->to);
  g_free (self->filter);
  g_free (self->names);
  g_free (self->stages);
  g_strfreev (self->with);
  g_strfreev (self->arguments);
}
