/* th-message.c - the dictionaries in frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-message.h"

void
th_message_append (GByteArray     *out,
                   ThWireFrameType type,
                   GVariant       *message)
{
  g_autoptr(GVariant) sunk = g_variant_ref_sink (message);
  g_autoptr(GVariant) normal = NULL;

  g_return_if_fail (g_variant_is_of_type (sunk, G_VARIANT_TYPE_VARDICT));

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  normal = g_variant_get_normal_form (sunk);
#else
  normal = g_variant_byteswap (sunk);
#endif
  th_wire_frame_append (out, type, g_variant_get_data (normal), g_variant_get_size (normal), 0);
}

GVariant *
th_message_parse (const ThWireFrame *frame,
                  GError           **error)
{
  /* The copy is aligned, and outlives the frame. */
  g_autoptr(GBytes) bytes = g_bytes_new (frame->payload, frame->size);
  g_autoptr(GVariant) message = NULL;

  message = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
  if (!g_variant_is_normal_form (message))
    {
      g_set_error_literal (error, TH_WIRE_ERROR, TH_WIRE_ERROR_PAYLOAD,
                           "A frame holds no dictionary");
      return NULL;
    }
#if G_BYTE_ORDER == G_BIG_ENDIAN
  return g_variant_byteswap (message);
#else
  return g_steal_pointer (&message);
#endif
}

const char *
th_message_get_string (GVariant   *message,
                       const char *key,
                       const char *otherwise)
{
  const char *value;

  return g_variant_lookup (message, key, "&s", &value) ? value : otherwise;
}

/* @types: the characters of the types that the integer may have. */
static gboolean
lookup_integer (GVariant   *message,
                const char *key,
                const char *types,
                gint64     *value)
{
  g_autoptr(GVariant) found = g_variant_lookup_value (message, key, NULL);

  if (found == NULL || strchr (types, g_variant_classify (found)) == NULL)
    return FALSE;
  switch (g_variant_classify (found))
    {
    case G_VARIANT_CLASS_UINT64:
      *value = (gint64) g_variant_get_uint64 (found);
      return TRUE;
    case G_VARIANT_CLASS_UINT32:
      *value = g_variant_get_uint32 (found);
      return TRUE;
    case G_VARIANT_CLASS_INT64:
      *value = g_variant_get_int64 (found);
      return TRUE;
    default:
      *value = g_variant_get_int32 (found);
      return TRUE;
    }
}

guint64
th_message_get_uint (GVariant   *message,
                     const char *key,
                     guint64     otherwise)
{
  gint64 value;

  return lookup_integer (message, key, "tu", &value) ? (guint64) value : otherwise;
}

gint64
th_message_get_int (GVariant   *message,
                    const char *key,
                    gint64      otherwise)
{
  gint64 value;

  return lookup_integer (message, key, "xi", &value) ? value : otherwise;
}

gboolean
th_message_get_boolean (GVariant   *message,
                        const char *key,
                        gboolean    otherwise)
{
  gboolean value;

  return g_variant_lookup (message, key, "b", &value) ? value : otherwise;
}

const char **
th_message_get_strings (GVariant   *message,
                        const char *key)
{
  const char **strings;

  if (g_variant_lookup (message, key, "^a&s", &strings))
    return strings;
  return g_new0 (const char *, 1);
}
