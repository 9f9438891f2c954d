/* th-word.h - tells which bytes belong to a word
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Letters, digits, "_", and all of UTF-8 beyond ASCII. */
static inline gboolean
th_is_word (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (guint8) byte >= 0x80;
}

G_END_DECLS
