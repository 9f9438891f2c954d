/* th-functions.h - names and kinds of functions, by address and by text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A function has the same word regardless of how a recording refers to it:
 * "e1000_intr" for an address in it and for "e1000_intr [e1000]".
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

typedef struct _ThFunctions ThFunctions;

typedef struct
{
  guint32    name;  /* word */
  ThCallKind kind;
} ThFunctionName;

ThFunctions   *th_functions_new     (ThRecording   *recording,
                                     ThResults     *results);
void           th_functions_free    (ThFunctions   *self);

/* Returns the symbol that contains @address, or the address itself if there is none. */
ThFunctionName th_functions_find    (ThFunctions   *self,
                                     guint64        address,
                                     gboolean       user);
/* Reads a name such as "e1000_intr [e1000]" or "tcp_v4_rcv ret=0x0".  Returns FALSE if there
 * is none. */
gboolean       th_functions_parse   (ThFunctions   *self,
                                     const char    *text,
                                     gsize          length,
                                     ThFunctionName *name);

G_END_DECLS
