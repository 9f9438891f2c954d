/* th-pcap-fields.h - the event types of frames, their fields, and the record of one frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The types are frame:tcp, udp, dns, sctp, icmp, icmp6, igmp, arp, ipv4, ipv6, ethernet and other,
 * by the innermost protocol that is known.  A record has the members of all types, in the byte
 * order of this machine; the fields of a type are those that it can have.
 */
#pragma once

#include "th-headers.h"
#include "th-pcap-record.h"

G_BEGIN_DECLS

#define TH_PCAP_NAME_SIZE 256
#define TH_PCAP_OUTER_SIZE 32
#define TH_PCAP_COMMENT_SIZE 256

/**
 * ThPcapFields:
 * @hash: of th_headers_hash()
 * @offset: bytes before the outermost network header
 * @outer: the tunnel that the other headers are in, such as "VXLAN 42"
 * @name: what a DNS message asks for
 * @comment: that of the frame in the file
 *
 * What a payload of the source consists of.
 */
typedef struct
{
  guint64 hash;
  guint32 length;
  guint32 captured;
  guint32 offset;
  guint32 if_index;
  guint32 ip_length;
  guint32 fragment;
  guint32 payload;
  guint32 seq;
  guint32 ack;
  guint16 ethertype;
  guint16 vlan;
  guint16 ip_id;
  guint16 sport;
  guint16 dport;
  guint16 flags;
  guint16 window;
  guint16 id;
  guint16 sequence;
  guint8  direction;
  guint8  ttl;
  guint8  ip_protocol;
  guint8  kind;
  guint8  code;
  char    src[TH_ADDRESS_SIZE];
  char    dst[TH_ADDRESS_SIZE];
  char    mac_src[TH_MAC_SIZE];
  char    mac_dst[TH_MAC_SIZE];
  char    outer[TH_PCAP_OUTER_SIZE];
  char    name[TH_PCAP_NAME_SIZE];
  char    comment[TH_PCAP_COMMENT_SIZE];
} ThPcapFields;

/* Adds the types to the recording of @file. */
void                th_pcap_types_declare (ThPcapFile         *file);
const ThFieldTable *th_pcap_fields_get    (ThProtocol          protocol);

/* Fills @fields from the @size bytes of a frame and their headers. */
void                th_pcap_fields_fill   (const ThPcapRecord *record,
                                           const ThHeaders    *headers,
                                           const guint8       *bytes,
                                           gsize               size,
                                           ThPcapFields       *fields);

G_END_DECLS
