/* packet-events.h - synthetic events of packets, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "flow-text.h"
#include "plugin-fixture.h"

G_BEGIN_DECLS

#define I(n) ((gint64) (n))

/* Bits of common_flags. */
#define TASK    I (0x00)
#define HARDIRQ I (0x08)
#define SOFTIRQ I (0x10)

/* Results of GRO, the return value in napi_gro_receive_exit. */
enum
{
  MERGED,
  MERGED_FREE,
  HELD,
  NORMAL
};

typedef struct
{
  TestTrace   *trace;
  ThRecording *recording;
  ThResults   *results;
  gint32       thread;      /* pid of a kernel thread */
  const char  *thread_name; /* NULL: there is none */
} Fixture;

/* @data of a test: the event types that the recording lacks, separated and enclosed by
 * blanks, or NULL. */
void packets_set_up    (Fixture       *f,
                        gconstpointer  lacking);
void packets_tear_down (Fixture       *f,
                        gconstpointer  data);
/* Runs the analysis in one piece and in 50, and asserts that the results agree. */
void packets_run       (Fixture       *f,
                        const char    *params);
/* The same with this stage map in addition to the built-in ones. */
void packets_run_with_map (Fixture    *f,
                           const char *map);

/* Each adds one event; @flags: its context. */
void gro               (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint64         flags,
                        gint64         address,
                        gint64         length,
                        gint64         hash);
void gro_exit          (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint64         flags,
                        gint64         result);
/* netif_receive_skb, net_dev_queue, net_dev_start_xmit, netif_rx… */
void net               (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint32         pid,
                        gint64         flags,
                        const char    *name,
                        gint64         address,
                        const char    *device,
                        gint64         length);
/* On the device eth0, at @time + 5 … 8 in the softirq of poll_irq (@time). */
void receive           (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint64         address,
                        gint64         length);
/* net_dev_xmit */
void xmit              (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint32         pid,
                        gint64         flags,
                        gint64         address,
                        const char    *device,
                        gint64         length);
void copy              (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint32         pid,
                        gint64         address,
                        gint64         length);
void consume           (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint32         pid,
                        gint64         flags,
                        gint64         address);
/* 2: NOT_SPECIFIED, 3: NO_SOCKET, 4: QDISC_DROP */
void drop              (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint64         flags,
                        gint64         address,
                        gint64         reason);
/* Interrupt 5, which raises NET_RX, and the softirq: at @time, +1, +2, +4. */
void poll_irq          (Fixture       *f,
                        gint64         time,
                        guint          cpu);
void softirq_end       (Fixture       *f,
                        gint64         time,
                        guint          cpu);
void wake              (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint32         pid);
void run_task          (Fixture       *f,
                        gint64         time,
                        guint          cpu,
                        gint32         previous,
                        gint32         next);

/* Returns the detail of a step of a packet, or NULL if it has none. */
const char *packets_detail      (Fixture *f,
                                 guint32  row,
                                 guint32  index);
/* The same, of its last step. */
const char *packets_last_detail (Fixture *f,
                                 guint32  row);

/* Column @id of all packets: "a, b". */
char *packets_column   (Fixture       *f,
                        const char    *id);

G_END_DECLS
