/* th-function-completion.h - completes functions of the target's kernel while they are typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The entry holds several functions, separated by commas or blanks; the last one is completed.  The
 * target is asked for the functions that begin with it.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-target-link.h"

G_BEGIN_DECLS

#define TH_TYPE_FUNCTION_COMPLETION (th_function_completion_get_type ())
G_DECLARE_FINAL_TYPE (ThFunctionCompletion, th_function_completion, TH, FUNCTION_COMPLETION,
                      GObject)

ThFunctionCompletion *th_function_completion_new      (GtkEntry             *entry);
/* NULL: nothing is completed. */
void                  th_function_completion_set_link (ThFunctionCompletion *self,
                                                       ThTargetLink         *link);

G_END_DECLS
