/* th-perfdata-stack-end.c - why the user stack of a sample ends before the outermost frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-perfdata-stack-end.h"

static char *
copy_text (guint32 copied)
{
  if (copied >= TH_PF_MAX_COPY)
    return g_strdup_printf (_("The copy of the stack ends here, after %u bytes."), copied);

  return g_strdup_printf (_("The copy of the stack ends here, after %u bytes. Record with perf "
                            "record --call-graph dwarf,%u to copy more."),
                          copied, TH_PF_MAX_COPY);
}

/* @name: of the file of the last code. */
static char *
file_text (ThUnwindEnd  reason,
           const char  *name)
{
  if (reason == TH_UNWIND_FILE_MISSING)
    return g_strdup_printf (_("The callers are not known: %s is not on this machine as it was "
                              "recorded."), name);
  if (reason == TH_UNWIND_RULE_MISSING)
    return g_strdup_printf (_("The callers are not known: %s has no call frame information for "
                              "this code."), name);

  return g_strdup_printf (_("The callers are not known: the call frame information of %s needs a "
                            "value that was not recorded."), name);
}

char *
th_pf_stack_end_dup_text (const ThPfStackEnd *self)
{
  g_autofree char *base = NULL, *name = NULL;

  if (self->is_32_bit)
    return g_strdup (_("User stacks of 32-bit processes are not unwound."));
  if (self->processor != NULL)
    return g_strdup_printf (_("User stacks of this processor are not unwound: %s."),
                            self->processor);
  if (self->reason == TH_UNWIND_OUTERMOST)
    return NULL;
  if (self->reason == TH_UNWIND_COPY_ENDS)
    return copy_text (self->copied);
  if (self->reason == TH_UNWIND_LIMIT)
    return g_strdup_printf (_("No more than %u user frames are unwound."), TH_UNWIND_MAX_FRAMES);
  if (self->path == NULL)
    return g_strdup (_("The callers are not known: this code is in no file."));

  base = g_path_get_basename (self->path);
  name = g_utf8_make_valid (base, -1);
  return file_text (self->reason, name);
}
