/* th-packet-kinds.h - the kinds of packet events, and the contexts they happen in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

/* The effect of an event with an address on the life. */
typedef enum
{
  KIND_NONE,
  KIND_GRO,        /* napi_gro_receive_entry, napi_gro_frags_entry */
  KIND_RX_ENTRY,   /* netif_receive_skb_entry, …_list_entry */
  KIND_RX,         /* netif_receive_skb */
  KIND_RXN_ENTRY,  /* netif_rx_entry, netif_rx_ni_entry */
  KIND_RXN,        /* netif_rx */
  KIND_COPY,
  KIND_CONSUME,
  KIND_KFREE,
  KIND_QUEUE,      /* net_dev_queue */
  KIND_START,      /* net_dev_start_xmit */
  KIND_XMIT,       /* net_dev_xmit */
  KIND_ENQUEUE,    /* qdisc_enqueue */
  KIND_DEQUEUE,
  KIND_RETRANSMIT, /* has the original, not the clone that is sent */
  KIND_TOUCH,      /* any other event of the packet */
  KIND_BORN,       /* an event that begins it, according to a stage map */
  KIND_END,        /* an event that ends it */
  KIND_LINK,       /* an event that only links it with another packet */
  KIND_RETURN,     /* return of a call that links packets, without an address */
  N_KINDS
} Kind;

#define KIND_BIT(kind) (1u << (kind))
#define KINDS_RX \
  (KIND_BIT (KIND_GRO) | KIND_BIT (KIND_RX_ENTRY) | KIND_BIT (KIND_RX) | \
   KIND_BIT (KIND_RXN_ENTRY) | KIND_BIT (KIND_RXN))
#define KINDS_TX \
  (KIND_BIT (KIND_QUEUE) | KIND_BIT (KIND_START) | KIND_BIT (KIND_XMIT) | \
   KIND_BIT (KIND_ENQUEUE) | KIND_BIT (KIND_DEQUEUE))
#define KINDS_BIRTH \
  (KIND_BIT (KIND_GRO) | KIND_BIT (KIND_RX_ENTRY) | KIND_BIT (KIND_RXN_ENTRY) | \
   KIND_BIT (KIND_QUEUE) | KIND_BIT (KIND_BORN))

#define ETHERNET_HEADER 14

/* The context of an event on its CPU. */
typedef enum
{
  CONTEXT_TASK,
  CONTEXT_SOFTIRQ,
  CONTEXT_HARDIRQ,
  N_CONTEXTS
} CpuContext;

G_END_DECLS
