/* fuzz-pcap.c - a capture, pcap or pcapng
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-pcap.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  gboolean is_ng = size > 0 && data[0] == 0x0a;

  fuzz_load (is_ng ? &th_pcapng_loader : &th_pcap_loader, data, size);
  return 0;
}
