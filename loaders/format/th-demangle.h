/* th-demangle.h - names of C++ and Rust functions as in their source
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mangling: the Itanium C++ ABI, and RFC 2603 and its predecessor for Rust.  As in perf, the
 * result has no parameters, and no hash of a crate.  libiberty does the work; it limits the
 * recursion and the length of a mangled name, but not that of the result, which can be exponential.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A longer name remains mangled. */
#define TH_DEMANGLE_MAX 16384

/* Returns the name in the source as valid UTF-8; NULL if @mangled is not mangled, damaged or too
 * long.  An entry of the PLT, "_ZdlPv@plt", keeps its suffix.  Any thread. */
char       *th_demangle             (const char      *mangled);

G_END_DECLS
