/* th-pcap.c - the loader of captures: pcap and pcapng
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-pcap-load.h"
#include "th-pcap-open.h"
#include "th-pcap-reader.h"
#include "th-pcap.h"

static ThProbe
pcap_probe (const guint8 *head,
            gsize         size)
{
  return th_pcap_is_classic (head, size) ? TH_PROBE_YES : TH_PROBE_NO;
}

static ThProbe
pcapng_probe (const guint8 *head,
              gsize         size)
{
  return th_pcap_is_ng (head, size) ? TH_PROBE_YES : TH_PROBE_NO;
}

static gboolean
pcap_open (ThBytes      *bytes,
           ThRecording  *recording,
           GError      **error)
{
  ThPcapFile *file = th_pcap_file_new (bytes, recording);

  th_recording_set_source (recording, &th_pcap_source, file);
  return th_pcap_file_open (file, error);
}

static const char *const patterns[] = { "*.pcap", "*.cap", "*.dmp", NULL };
static const char *const ng_patterns[] = { "*.pcapng", "*.ntar", NULL };

const ThLoader th_pcap_loader = {
  .id = "pcap",
  .name = N_("Network captures"),
  .patterns = patterns,
  .probe = pcap_probe,
  .open = pcap_open,
  .load = th_pcap_load,
};

const ThLoader th_pcapng_loader = {
  .id = "pcapng",
  .name = N_("Network captures (pcapng)"),
  .patterns = ng_patterns,
  .probe = pcapng_probe,
  .open = pcap_open,
  .load = th_pcap_load,
};
