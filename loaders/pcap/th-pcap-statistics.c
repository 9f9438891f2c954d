/* th-pcap-statistics.c - what a capture says of a whole interface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-pcap-statistics.h"

#define ISB_RECEIVED 4
#define ISB_DROPPED 5
#define ISB_OS_DROPPED 7
#define HEADER 20

typedef struct
{
  gboolean has_received, has_dropped;
  guint64  received;
  guint64  dropped; /* by the interface, and by the system for want of memory */
} Statistics;

static void
read_statistics (const guint8 *options,
                 gsize         size,
                 gboolean      big_endian,
                 Statistics   *out)
{
  ThPcapOption option;
  guint64 value;
  gsize at = 0;

  while (th_pcap_option_next (options, size, big_endian, &at, &option))
    {
      if (!th_pcap_option_u64 (&option, big_endian, &value))
        continue;
      if (option.code == ISB_RECEIVED)
        {
          out->has_received = TRUE;
          out->received = value;
        }
      else if (option.code == ISB_DROPPED || option.code == ISB_OS_DROPPED)
        {
          out->has_dropped = TRUE;
          out->dropped = value > G_MAXUINT64 - out->dropped ? G_MAXUINT64 : out->dropped + value;
        }
    }
}

void
th_pcap_statistics_take (ThPcapFile *file,
                         ThPcapWalk *walk)
{
  const ThPcapSection *section = th_pcap_file_find_section (file, walk->record.place);
  ThRecording *recording = file->base.recording;
  const ThPcapInterface *interface;
  Statistics statistics = { 0 };
  g_autofree char *key = NULL, *text = NULL, *received = NULL, *dropped = NULL;
  const guint8 *at;
  guint32 number;
  gsize n;

  at = th_pcap_walk_peek (walk, walk->record.place, walk->record.size, &n);
  if (n < HEADER + 4)
    return;
  number = th_pcap_u32 (at + 8, walk->big_endian);
  if (number >= section->n_interfaces)
    return;
  interface = th_pcap_file_get_interface (file, section->first_interface + number);
  read_statistics (at + HEADER, n - HEADER - 4, walk->big_endian, &statistics);
  if (interface->stream == G_MAXUINT || (!statistics.has_received && !statistics.has_dropped))
    return;

  received = g_strdup_printf ("%" G_GUINT64_FORMAT, statistics.received);
  dropped = g_strdup_printf ("%" G_GUINT64_FORMAT, statistics.dropped);
  key = g_strdup_printf ("%s counted",
                         th_stream_get_name (th_recording_get_stream (
                           recording, th_recording_get_first_stream (recording) +
                                      interface->stream)));
  /* Translators: frames of an interface while it was captured; both are numbers */
  text = g_strdup_printf (_("%s received, %s dropped"), received, dropped);
  th_recording_set_fact (recording, key, text);
}
