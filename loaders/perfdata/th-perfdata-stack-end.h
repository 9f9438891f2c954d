/* th-perfdata-stack-end.h - why the user stack of a sample ends before the outermost frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-unwind.h"

G_BEGIN_DECLS

#define TH_PF_MAX_COPY 65528 /* bytes of a stack, of perf record --call-graph dwarf */

/* All 0: it does not, or the reason is not known. */
typedef struct
{
  ThUnwindEnd reason;
  gboolean    is_32_bit;    /* of a process whose stacks are not unwound; excludes @reason */
  const char *processor;    /* as in uname(1), one whose stacks are not unwound; or NULL */
  const char *path;         /* of the file of the last code; NULL: it is in none */
  guint32     copied;       /* bytes of the stack */
} ThPfStackEnd;

/* Returns a sentence for the user, or NULL; free with g_free(). */
char       *th_pf_stack_end_dup_text (const ThPfStackEnd *self);

G_END_DECLS
