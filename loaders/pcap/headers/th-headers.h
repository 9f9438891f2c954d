/* th-headers.h - what the first bytes of a network frame say
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th_headers_parse() reads the headers of one frame from the link layer to the transport layer,
 * through VLAN tags and through tunnels (VXLAN, GRE, IP in IP).  It is a function of bytes: it
 * allocates nothing, reads no byte beyond those it is given, and takes at most a fixed number of
 * steps.  A frame may be cut short at any byte; what its bytes do not tell is 0.
 *
 * Sources of the formats: IEEE 802.3 and 802.1Q, RFC 791, 792, 793, 768, 826, 1035, 2784, 2890,
 * 3376, 4443, 4861, 7323, 7348, 8200, 9260; the link types and their headers at
 * https://www.tcpdump.org/linktypes.html.
 *
 * Any thread; no state.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The innermost protocol that is known. */
typedef enum
{
  TH_PROTOCOL_OTHER,    /* a link type without a parser */
  TH_PROTOCOL_ETHERNET, /* an unknown payload of the link layer */
  TH_PROTOCOL_ARP,
  TH_PROTOCOL_IPV4,     /* an unknown payload of IP, or a fragment without its header */
  TH_PROTOCOL_IPV6,
  TH_PROTOCOL_ICMP,
  TH_PROTOCOL_ICMP6,
  TH_PROTOCOL_IGMP,
  TH_PROTOCOL_TCP,
  TH_PROTOCOL_UDP,
  TH_PROTOCOL_DNS,      /* over UDP; also multicast DNS */
  TH_PROTOCOL_SCTP,
  TH_N_PROTOCOLS
} ThProtocol;

typedef enum
{
  TH_DIRECTION_UNKNOWN,
  TH_DIRECTION_IN,
  TH_DIRECTION_OUT
} ThDirection;

typedef enum
{
  TH_TUNNEL_NONE,
  TH_TUNNEL_VXLAN,
  TH_TUNNEL_GRE,
  TH_TUNNEL_IP /* IPv4 or IPv6 as the payload of an IP header */
} ThTunnel;

#define TH_TCP_FIN 0x01
#define TH_TCP_SYN 0x02
#define TH_TCP_RST 0x04
#define TH_TCP_PSH 0x08
#define TH_TCP_ACK 0x10
#define TH_TCP_URG 0x20
#define TH_TCP_ECE 0x40
#define TH_TCP_CWR 0x80

/* How many bytes of a frame th_headers_parse() looks at, at most. */
#define TH_HEADERS_MAX 4096

/**
 * ThHeaders:
 * @protocol: the innermost one that is known
 * @direction: only some link types tell it
 * @if_index: number of the interface that LINUX_SLL2 tells; else 0
 * @link_size: bytes before the outermost network header
 * @tunnel: the innermost tunnel; the members below are those of the headers inside it
 * @tunnel_id: the VNI of a VXLAN, the key of GRE
 * @n_tunnels: how many tunnels there are
 * @has_macs: whether @mac_source and @mac_target are there; they and the VLAN are those of the
 *   innermost Ethernet header
 * @vlan: VLAN identifier of the innermost tag; 0 if there is none
 * @n_vlans: number of tags
 * @ethertype: type of the network header; 0 if there is none
 * @network: offset of the innermost network header
 * @family: 4 or 6 if there is an IP header (or an ARP of IPv4), else 0
 * @ip_length: total length by the IP header; 0 if that does not tell it (segmentation offload,
 *   jumbograms)
 * @fragment: offset of the fragment in bytes
 * @ip_protocol: protocol of the payload of IP
 * @transport: offset of the transport header; 0 if there is none
 * @payload: bytes of payload of the transport protocol by the headers, captured or not
 * @data: offset of that payload
 * @cut: a header continues after the last byte that was captured
 * @kind: type of ICMP and IGMP, operation of ARP, type of the first chunk of SCTP
 * @code: code of ICMP
 * @id: identifier of an ICMP echo or of DNS
 * @sequence: number of an ICMP echo; flags of DNS
 *
 * Numbers are in the byte order of the machine, addresses as in the frame.
 */
typedef struct
{
  ThProtocol  protocol;
  ThDirection direction;
  guint32     if_index;
  guint32     link_size;

  ThTunnel    tunnel;
  guint32     tunnel_id;
  guint       n_tunnels;

  gboolean    has_macs;
  guint8      mac_source[6];
  guint8      mac_target[6];
  guint16     vlan;
  guint       n_vlans;
  guint16     ethertype;

  guint32     network;
  guint8      family;
  guint8      source[16];
  guint8      target[16];
  guint16     ip_id;
  guint32     ip_length;
  guint8      ttl;
  guint8      ip_protocol;
  guint32     fragment;
  gboolean    more_fragments;

  guint32     transport;
  guint32     payload;
  guint32     data;
  guint16     sport;
  guint16     dport;
  guint32     seq;
  guint32     ack;
  guint16     flags;
  guint16     window;
  gboolean    cut;

  guint8      kind;
  guint8      code;
  guint16     id;
  guint16     sequence;
} ThHeaders;

/* Parses the @size captured bytes of a frame that had @length bytes on the wire. */
void        th_headers_parse         (guint         link_type,
                                      const guint8 *bytes,
                                      gsize         size,
                                      guint32       length,
                                      ThHeaders    *headers);

/* A number for the frame that does not change from hop to hop: of what follows the innermost
 * network header, and of what that says apart from its life time, its class and its checksum.
 * Two captures of one frame have the same, unless one of them cut it within the transport header or
 * the 32 bytes after that.  Never 0. */
guint64     th_headers_hash          (const ThHeaders *headers,
                                      const guint8    *bytes,
                                      gsize            size);

/* "TCP", as Wireshark calls it; "0x88cc" for a type of Ethernet. */
void        th_headers_append_protocol (const ThHeaders *headers,
                                        GString         *text);
/* What Wireshark shows in its column Info, with sequence numbers as in the frame. */
void        th_headers_append_info   (const ThHeaders *headers,
                                      const guint8    *bytes,
                                      gsize            size,
                                      GString         *text);
/* "VXLAN 42", "GRE", "" without a tunnel. */
void        th_headers_append_tunnel (const ThHeaders *headers,
                                      GString         *text);

/* Sizes of the texts below, with their NUL. */
#define TH_ADDRESS_SIZE 46
#define TH_MAC_SIZE 18

/* Write the address of an IP header; "" without one. */
void        th_headers_get_source    (const ThHeaders *headers,
                                      char             text[TH_ADDRESS_SIZE]);
void        th_headers_get_target    (const ThHeaders *headers,
                                      char             text[TH_ADDRESS_SIZE]);
void        th_mac_format            (const guint8     mac[6],
                                      char             text[TH_MAC_SIZE]);

/* Appends the name that the first question of a DNS message asks for; FALSE if it has none. */
gboolean    th_headers_append_query  (const ThHeaders *headers,
                                      const guint8    *bytes,
                                      gsize            size,
                                      GString         *text);

G_END_DECLS
