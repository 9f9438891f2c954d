/* th-capture-left-out.c - the events that an agent could not record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-left-out.h"

#include <string.h>

#include "th-message.h"

/* A refused filter is reported after its event: "sched:sched_switch: prev_pid > 100". */
static char *
dup_event (const char *what)
{
  const char *end = strstr (what, ": ");

  return end != NULL ? g_strndup (what, (gsize) (end - what)) : g_strdup (what);
}

GHashTable *
th_capture_list_left_out (GVariant *configured)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree const char **missing = th_message_get_strings (configured, "missing");
  g_autoptr(GVariant) refused = g_variant_lookup_value (configured, "refused",
                                                        G_VARIANT_TYPE ("a(ss)"));
  const char *what, *why;
  GVariantIter iter;

  for (guint i = 0; missing[i] != NULL; i++)
    g_hash_table_insert (table, g_strdup (missing[i]), g_strdup (""));
  if (refused == NULL)
    return table;
  g_variant_iter_init (&iter, refused);
  while (g_variant_iter_next (&iter, "(&s&s)", &what, &why))
    g_hash_table_insert (table, dup_event (what), g_strdup (why));
  return table;
}
