/* fuzz-capture.c - everything that an agent sends to a window that records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The window configures as soon as the agent has said hello.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "fuzz-target.h"
#include "th-capture-protocol.h"

#define LIMIT (1 << 20)

static const char *
get_folder (void)
{
  static char *folder;

  if (folder == NULL)
    folder = g_dir_make_tmp ("fuzz-capture-XXXXXX", NULL);
  return folder;
}

static void
start (ThCaptureProtocol *protocol,
       const char        *path,
       gboolean           measure)
{
  GVariant *configuration = g_variant_new_parsed ("@a{sv} {}");

  if (measure)
    th_capture_protocol_measure (protocol, configuration, 1);
  else
    th_capture_protocol_start (protocol, configuration, path, LIMIT);
}

/* The first bytes one at a time, so that the answer to a hello is in time. */
static void
feed (ThCaptureProtocol *protocol,
      const guint8      *data,
      gsize              size,
      const char        *path)
{
  gboolean has_started = FALSE;

  for (gsize at = 0; at < size; )
    {
      gsize n;
      guint8 *room = th_capture_protocol_get_room (protocol, &n);

      if (room == NULL || n == 0)
        return;
      n = MIN (MIN (n, has_started ? 512 : 1), size - at);
      memcpy (room, data + at, n);
      th_capture_protocol_pushed (protocol, n, (gint64) at);
      at += n;
      if (th_capture_protocol_get_state (protocol) == TH_CAPTURE_READY && !has_started)
        {
          has_started = TRUE;
          start (protocol, path, size % 5 == 0);
        }
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  ThCaptureProtocol *protocol = th_capture_protocol_new (NULL, NULL);
  g_autofree char *path = g_build_filename (get_folder (), "a.dat", NULL);
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  feed (protocol, data, size, path);
  th_capture_protocol_tick (protocol, G_USEC_PER_SEC);
  th_capture_protocol_closed (protocol, NULL);
  g_assert (th_capture_protocol_get_state (protocol) >= TH_CAPTURE_ENDED);
  th_capture_protocol_free (protocol);
  g_unlink (path);
  g_unlink (part);
  return 0;
}
