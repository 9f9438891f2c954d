/* th-pcap-file.c - a capture that is open
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pcap-file.h"

ThPcapFile *
th_pcap_file_new (ThBytes     *bytes,
                  ThRecording *recording)
{
  ThPcapFile *self = g_new0 (ThPcapFile, 1);

  self->base.bytes = th_bytes_ref (bytes);
  self->base.recording = recording;
  self->sections = g_array_new (FALSE, TRUE, sizeof (ThPcapSection));
  self->interfaces = g_array_new (FALSE, TRUE, sizeof (ThPcapInterface));
  g_array_set_clear_func (self->interfaces, (GDestroyNotify) th_pcap_interface_clear);
  return self;
}

void
th_pcap_file_free (ThPcapFile *self)
{
  g_array_unref (self->interfaces);
  g_array_unref (self->sections);
  th_bytes_unref (self->base.bytes);
  g_free (self);
}

const ThPcapSection *
th_pcap_file_find_section (const ThPcapFile *self,
                           guint64           place)
{
  guint low = 0, high = self->sections->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->sections, ThPcapSection, middle).place <= place)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? &g_array_index (self->sections, ThPcapSection, low - 1) : NULL;
}
