/* th-capture-origin.c - completes how a recording was made by what the agent reports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-origin.h"

#include "th-capture-left-out.h"
#include "th-message.h"

static void
set_text (char       **member,
          GVariant    *message,
          const char  *key)
{
  const char *text = th_message_get_string (message, key, "");

  if (*text == '\0')
    return;
  g_free (*member);
  *member = g_strdup (text);
}

static void
remove_absent (ThOrigin *origin,
               GVariant *configured)
{
  g_autoptr(GHashTable) left_out = th_capture_list_left_out (configured);

  for (guint i = origin->events->len; i-- > 0;)
    if (g_hash_table_contains (left_out, ((ThOriginEvent *) origin->events->pdata[i])->name))
      g_ptr_array_remove_index (origin->events, i);
}

GBytes *
th_capture_origin_complete (GBytes   *wanted,
                            GVariant *hello,
                            GVariant *configured)
{
  g_autoptr(ThOrigin) origin = th_origin_decode (wanted);

  if (origin == NULL)
    origin = th_origin_new ();
  set_text (&origin->host, hello, "host");
  set_text (&origin->agent, hello, "agent");
  set_text (&origin->clock, configured, "clock");
  origin->buffer_kb = th_message_get_uint (configured, "buffer-kb", origin->buffer_kb);
  remove_absent (origin, configured);
  return th_origin_encode (origin);
}

GBytes *
th_capture_origin_add_lost (GBytes  *stored,
                            guint64  n_lost)
{
  g_autoptr(ThOrigin) origin = n_lost > 0 ? th_origin_decode (stored) : NULL;

  if (origin == NULL || origin->ring_mb > 0)
    return NULL;
  origin->n_lost = n_lost;
  return th_origin_encode (origin);
}
