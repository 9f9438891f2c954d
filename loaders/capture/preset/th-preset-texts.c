/* th-preset-texts.c - the sentences of the program's presets, for the translators
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * xgettext does not read JSON, so they are repeated here; a test holds them against data/presets/.
 */
#include "config.h"

#include "th-preset.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static const char *const texts[] = {
  N_("Packet Follow"),
  N_("Every packet’s journey from interrupt to reader."),
  N_("Packets merged by GRO have an open end."),
  N_("Packets of drivers that build them from pages have an open end if GRO merges them."),
  N_("Packets that are received as a list begin at netif_receive_skb."),
  N_("The way into the queueing discipline is taken from net_dev_queue."),
  N_("Stage “queue” starts at the first waking of the reader (inferred)."),
  N_("Bytes read are taken from skb_copy_datagram_iovec."),
  N_("Bytes sent are taken from net_dev_queue."),
  N_("Wrong checksums of TCP are only known by the reasons of drops."),
  N_("Which packets were answered by an ICMP error is unknown."),
  N_("Packet Follow with Calls"),
  N_("The same, with the system calls that sent or read it."),
  N_("Deep Follow (probes)"),
  N_("Makes every clone, merge, segment and free exact."),
  N_("Births and ends of packets are inferred."),
  N_("The packet that a segment was cut from is inferred."),
  N_("Packets that TCP splits are inferred."),
  N_("Copies of whole packets are inferred."),
  N_("Copies of headers are inferred."),
  N_("Copies with more room are inferred."),
  N_("Packets merged in a socket’s queue are inferred."),
  N_("Packets merged by GRO are inferred."),
  N_("Packets listed by GRO are inferred."),
  N_("Scheduling Latency"),
  N_("Who waited for a CPU, how long, and who ran instead."),
  N_("The interrupts that woke an idle CPU have no sender."),
  N_("Interrupts"),
  N_("Hard and soft interrupts, timers and IPIs on each CPU."),
  N_("Interrupts of the CPU itself (local timer, IPIs) are missing."),
  N_("Inter-processor interrupts have no sender."),
  N_("Non-maskable interrupts are missing."),
  N_("Block I/O"),
  N_("Each request from queue to completion, by device."),
  N_("Failed requests show in block_rq_complete alone."),
  N_("The time of a request is counted from its issue."),
  N_("The time of a request ends with its completion."),
  N_("Function Graph…"),
  N_("Calls and their durations below functions you choose."),
  N_("One Process"),
  N_("Everything that one process and its threads do."),
  N_("Page faults are missing."),
  N_("This kernel does not have this tracer."),
};

gboolean
th_preset_is_translatable (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (strcmp (texts[i], text) == 0)
      return TRUE;
  return FALSE;
}

const char *
th_preset_translate (const char *text)
{
  return th_preset_is_translatable (text) ? _(text) : text;
}
