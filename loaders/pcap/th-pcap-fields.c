/* th-pcap-fields.c - the event types of frames and their fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-pcap-fields.h"

/* Which protocols have a field. */
#define ALL ((1u << TH_N_PROTOCOLS) - 1)
#define ONLY(protocol) (1u << TH_PROTOCOL_ ## protocol)
#define LINKED (ALL & ~ONLY (OTHER))
#define ICMPS (ONLY (ICMP) | ONLY (ICMP6))
#define PORTS (ONLY (TCP) | ONLY (UDP) | ONLY (DNS) | ONLY (SCTP))
#define IP (PORTS | ICMPS | ONLY (IGMP) | ONLY (IPV4) | ONLY (IPV6))
#define ADDRESSED (IP | ONLY (ARP))
#define MAX_FIELDS 40

static const char *const type_names[TH_N_PROTOCOLS] = {
  [TH_PROTOCOL_OTHER] = "other", [TH_PROTOCOL_ETHERNET] = "ethernet",
  [TH_PROTOCOL_ARP] = "arp",     [TH_PROTOCOL_IPV4] = "ipv4",
  [TH_PROTOCOL_IPV6] = "ipv6",   [TH_PROTOCOL_ICMP] = "icmp",
  [TH_PROTOCOL_ICMP6] = "icmp6", [TH_PROTOCOL_IGMP] = "igmp",
  [TH_PROTOCOL_TCP] = "tcp",     [TH_PROTOCOL_UDP] = "udp",
  [TH_PROTOCOL_DNS] = "dns",     [TH_PROTOCOL_SCTP] = "sctp"
};

static const ThFieldValue directions[] = { { 0, "unknown" }, { 1, "in" }, { 2, "out" } };

static const ThFieldValue tcp_flags[] = {
  { TH_TCP_FIN, "FIN" }, { TH_TCP_SYN, "SYN" }, { TH_TCP_RST, "RST" }, { TH_TCP_PSH, "PSH" },
  { TH_TCP_ACK, "ACK" }, { TH_TCP_URG, "URG" }, { TH_TCP_ECE, "ECE" }, { TH_TCP_CWR, "CWR" },
  { 0x100, "AE" }
};

static const ThFieldValue operations[] = { { 1, "request" }, { 2, "reply" } };

#define PLACE(member) \
  .offset = G_STRUCT_OFFSET (ThPcapFields, member), \
  .size = sizeof ((ThPcapFields *) NULL)->member
#define NUMBER(member) PLACE (member), .kind = TH_FIELD_INT
#define TEXT(member) PLACE (member), .kind = TH_FIELD_STRING, .element_size = 1, \
                     .type_name = "char[]"
#define NAMED(table) .values = (table), .n_values = G_N_ELEMENTS (table)

typedef struct
{
  guint   protocols;
  ThField field;
} Row;

static const Row rows[] = {
  { ALL, { .name = "length", NUMBER (length), .type_name = "u32" } },
  { ALL, { .name = "captured", NUMBER (captured), .type_name = "u32" } },
  { ALL, { .name = "direction", NUMBER (direction), .type_name = "u8",
           .flags = TH_FIELD_SYMBOLIC, NAMED (directions) } },
  { LINKED, { .name = "offset", NUMBER (offset), .type_name = "u32" } },
  { LINKED, { .name = "ethertype", NUMBER (ethertype), .type_name = "u16",
              .flags = TH_FIELD_HEX } },
  { LINKED, { .name = "mac_src", TEXT (mac_src) } },
  { LINKED, { .name = "mac_dst", TEXT (mac_dst) } },
  { LINKED, { .name = "vlan", NUMBER (vlan), .type_name = "u16" } },
  { LINKED, { .name = "outer", TEXT (outer) } },
  { ADDRESSED, { .name = "src", TEXT (src) } },
  { ADDRESSED, { .name = "dst", TEXT (dst) } },
  { IP, { .name = "ip_id", NUMBER (ip_id), .type_name = "u16", .flags = TH_FIELD_HEX } },
  { IP, { .name = "ttl", NUMBER (ttl), .type_name = "u8" } },
  { IP, { .name = "ip_length", NUMBER (ip_length), .type_name = "u32" } },
  { IP, { .name = "ip_protocol", NUMBER (ip_protocol), .type_name = "u8" } },
  { IP, { .name = "fragment", NUMBER (fragment), .type_name = "u32" } },
  { PORTS, { .name = "sport", NUMBER (sport), .type_name = "u16" } },
  { PORTS, { .name = "dport", NUMBER (dport), .type_name = "u16" } },
  { PORTS | ICMPS, { .name = "payload", NUMBER (payload), .type_name = "u32" } },
  { ONLY (TCP), { .name = "seq", NUMBER (seq), .type_name = "u32" } },
  { ONLY (TCP), { .name = "ack", NUMBER (ack), .type_name = "u32" } },
  { ONLY (TCP), { .name = "flags", NUMBER (flags), .type_name = "u16", .flags = TH_FIELD_FLAGS,
                  NAMED (tcp_flags), .separator = "|" } },
  { ONLY (TCP), { .name = "window", NUMBER (window), .type_name = "u16" } },
  { ONLY (ARP), { .name = "operation", NUMBER (kind), .type_name = "u8",
                  .flags = TH_FIELD_SYMBOLIC, NAMED (operations) } },
  { ICMPS, { .name = "icmp_type", NUMBER (kind), .type_name = "u8" } },
  { ONLY (IGMP), { .name = "igmp_type", NUMBER (kind), .type_name = "u8" } },
  { ICMPS, { .name = "icmp_code", NUMBER (code), .type_name = "u8" } },
  { ICMPS | ONLY (DNS), { .name = "id", NUMBER (id), .type_name = "u16",
                          .flags = TH_FIELD_HEX } },
  { ICMPS, { .name = "sequence", NUMBER (sequence), .type_name = "u16" } },
  { ONLY (DNS), { .name = "flags", NUMBER (sequence), .type_name = "u16",
                  .flags = TH_FIELD_HEX } },
  { ONLY (DNS), { .name = "name", TEXT (name) } },
  { LINKED, { .name = "ifindex", NUMBER (if_index), .type_name = "u32" } },
  { ALL, { .name = "comment", TEXT (comment) } },
  { LINKED, { .name = "hash", NUMBER (hash), .type_name = "u64", .flags = TH_FIELD_HEX } },
};

void
th_pcap_types_declare (ThPcapFile *file)
{
  for (guint i = 0; i < TH_N_PROTOCOLS; i++)
    file->types[i] = th_recording_intern_type (file->base.recording, "frame", type_names[i]);
}

const ThFieldTable *
th_pcap_fields_get (ThProtocol protocol)
{
  static ThField fields[TH_N_PROTOCOLS][MAX_FIELDS];
  static ThFieldTable tables[TH_N_PROTOCOLS];
  static gsize done;

  if (g_once_init_enter (&done))
    {
      G_STATIC_ASSERT (G_N_ELEMENTS (rows) <= MAX_FIELDS);
      for (guint i = 0; i < TH_N_PROTOCOLS; i++)
        {
          for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
            if ((rows[row].protocols & 1u << i) != 0)
              fields[i][tables[i].n_fields++] = rows[row].field;
          tables[i].fields = fields[i];
        }
      g_once_init_leave (&done, TRUE);
    }
  return &tables[protocol];
}

/* --- values ------------------------------------------------------------ */

static void
fill_texts (const ThHeaders *headers,
            const guint8    *bytes,
            gsize            size,
            ThPcapFields    *fields)
{
  th_headers_get_source (headers, fields->src);
  th_headers_get_target (headers, fields->dst);
  if (headers->has_macs)
    {
      th_mac_format (headers->mac_source, fields->mac_src);
      th_mac_format (headers->mac_target, fields->mac_dst);
    }
  if (headers->n_tunnels > 0)
    {
      g_autoptr(GString) outer = g_string_new (NULL);

      th_headers_append_tunnel (headers, outer);
      g_strlcpy (fields->outer, outer->str, sizeof fields->outer);
    }
  if (headers->protocol == TH_PROTOCOL_DNS)
    {
      g_autoptr(GString) name = g_string_new (NULL);

      th_headers_append_query (headers, bytes, size, name);
      g_strlcpy (fields->name, name->str, sizeof fields->name);
    }
}

void
th_pcap_fields_fill (const ThPcapRecord *record,
                     const ThHeaders    *headers,
                     const guint8       *bytes,
                     gsize               size,
                     ThPcapFields       *fields)
{
  memset (fields, 0, sizeof *fields);
  fields->hash = th_headers_hash (headers, bytes, size);
  fields->length = record->length;
  fields->captured = record->captured;
  fields->direction = record->direction != TH_DIRECTION_UNKNOWN ? record->direction
                                                                : headers->direction;
  fields->offset = headers->link_size;
  fields->if_index = headers->if_index;
  fields->ethertype = headers->ethertype;
  fields->vlan = headers->vlan;
  fields->ip_length = headers->ip_length;
  fields->ip_id = headers->ip_id;
  fields->ttl = headers->ttl;
  fields->ip_protocol = headers->ip_protocol;
  fields->fragment = headers->fragment;
  fields->payload = headers->payload;
  fields->sport = headers->sport;
  fields->dport = headers->dport;
  fields->seq = headers->seq;
  fields->ack = headers->ack;
  fields->flags = headers->flags;
  fields->window = headers->window;
  fields->kind = headers->kind;
  fields->code = headers->code;
  fields->id = headers->id;
  fields->sequence = headers->sequence;
  fill_texts (headers, bytes, size, fields);
}
