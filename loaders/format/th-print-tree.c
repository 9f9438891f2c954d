/* th-print-tree.c - trees of print arguments
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-print-tree.h"

void
th_node_set_atom (ThNode     *node,
                  const char *text)
{
  node->type = TH_NODE_ATOM;
  node->text = text;
  node->value = g_ascii_strtoull (text, NULL, 0);
}

guint64
th_cast_mask (const char *type,
              gboolean    dereference)
{
  static const struct { const char *type; guint64 mask; } masks[] = {
    { "u8", 0xff }, { "s8", 0xff }, { "char", 0xff }, { "u16", 0xffff }, { "s16", 0xffff },
    { "short", 0xffff }, { "u32", 0xffffffff }, { "s32", 0xffffffff }, { "int", 0xffffffff },
  };
  g_autofree char *target = NULL;
  gsize length = strlen (type);

  if (length < 2)
    return G_MAXUINT64;
  if (dereference)
    {
      if (type[length - 1] != '*')
        return G_MAXUINT64;
      type = target = g_strndup (type, length - 2);
    }
  if (g_str_has_prefix (type, "unsigned "))
    type += strlen ("unsigned ");
  for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
    if (strcmp (type, masks[i].type) == 0)
      return masks[i].mask;

  return G_MAXUINT64;
}
