/* th-capture-origin.c - completes how a recording was made by what the agent reports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-origin.h"

#include <string.h>

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
remove_event (ThOrigin   *origin,
              const char *name)
{
  for (guint i = origin->events->len; i-- > 0;)
    if (strcmp (((ThOriginEvent *) origin->events->pdata[i])->name, name) == 0)
      g_ptr_array_remove_index (origin->events, i);
}

/* An event whose filter the kernel refused stays off, too. */
static void
remove_absent (ThOrigin *origin,
               GVariant *configured)
{
  g_autofree const char **missing = th_message_get_strings (configured, "missing");
  g_autoptr(GVariant) refused = g_variant_lookup_value (configured, "refused",
                                                        G_VARIANT_TYPE ("a(ss)"));
  const char *what, *why;
  GVariantIter iter;

  for (guint i = 0; missing[i] != NULL; i++)
    remove_event (origin, missing[i]);
  if (refused == NULL)
    return;
  g_variant_iter_init (&iter, refused);
  while (g_variant_iter_next (&iter, "(&s&s)", &what, &why))
    remove_event (origin, what);
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
