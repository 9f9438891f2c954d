/* th-irq-flags.c - formats the context flags of an event as five letters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-irq-flags.h"

#define FLAG_IRQS_OFF       0x01
#define FLAG_IRQS_NOSUPPORT 0x02
#define FLAG_NEED_RESCHED   0x04
#define FLAG_HARDIRQ        0x08
#define FLAG_SOFTIRQ        0x10

static char
depth_letter (guint depth)
{
  return depth > 0 ? "0123456789abcdef"[depth] : '.';
}

void
th_latency_format (guint flags,
                   guint preempt_count,
                   char  text[TH_LATENCY_SIZE])
{
  gboolean hard = flags & FLAG_HARDIRQ, soft = flags & FLAG_SOFTIRQ;

  text[0] = flags & FLAG_IRQS_OFF ? 'd' : flags & FLAG_IRQS_NOSUPPORT ? 'X' : '.';
  text[1] = flags & FLAG_NEED_RESCHED ? 'N' : '.';
  text[2] = hard && soft ? 'H' : hard ? 'h' : soft ? 's' : '.';
  text[3] = depth_letter (preempt_count & 0xf);
  text[4] = depth_letter (preempt_count >> 4 & 0xf);
  text[5] = '\0';
}
