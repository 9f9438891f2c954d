/* th-headers-hash.c - what identifies a frame wherever it was captured
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/.
 */
#include "config.h"

#include "th-header-cursor.h"

#define FNV_OFFSET G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME  G_GUINT64_CONSTANT (0x100000001b3)

#define MAX_PAYLOAD 32
#define ARP_SIZE 28

static guint64
add_bytes (guint64       hash,
           const guint8 *bytes,
           gsize         n)
{
  for (gsize i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * FNV_PRIME;
  return hash;
}

static guint64
add_number (guint64 hash,
            guint32 number)
{
  guint8 bytes[4] = { number >> 24, number >> 16, number >> 8, number };

  return add_bytes (hash, bytes, sizeof bytes);
}

/* The offset of the checksum in the transport header, which is often filled in after the capture;
 * *@n: its size. */
static gsize
find_checksum (const ThHeaders *headers,
               gsize           *n)
{
  *n = 2;
  switch (headers->protocol)
    {
    case TH_PROTOCOL_TCP:
      return 16;
    case TH_PROTOCOL_UDP:
    case TH_PROTOCOL_DNS:
      return 6;
    case TH_PROTOCOL_SCTP:
      *n = 4;
      return 8;
    case TH_PROTOCOL_ICMP6:
      return 2;
    default:
      *n = 0;
      return 0;
    }
}

static guint64
add_transport (guint64          hash,
               const ThHeaders *headers,
               const guint8    *bytes,
               gsize            size)
{
  gsize n_sum, sum, begin = headers->transport, end;

  if (headers->data == 0 || headers->data < begin)
    end = begin + MAX_PAYLOAD;
  else
    end = headers->data + MIN (headers->payload, MAX_PAYLOAD);
  end = MIN (end, size);
  if (begin >= end)
    return hash;

  sum = find_checksum (headers, &n_sum);
  if (end - begin <= sum + n_sum)
    return add_bytes (hash, bytes + begin, MIN (end - begin, sum));
  hash = add_bytes (hash, bytes + begin, sum);
  return add_bytes (hash, bytes + begin + sum + n_sum, end - begin - sum - n_sum);
}

/* The payload of IP or of the link layer: what there is of it, at most @most bytes. */
static guint64
add_rest (guint64       hash,
          const guint8 *bytes,
          gsize         size,
          gsize         begin,
          gsize         most)
{
  return begin < size ? add_bytes (hash, bytes + begin, MIN (size - begin, most)) : hash;
}

guint64
th_headers_hash (const ThHeaders *headers,
                 const guint8    *bytes,
                 gsize            size)
{
  guint64 hash = add_number (FNV_OFFSET, headers->ethertype);
  gsize address = headers->family == 6 ? 16 : 4;

  if (headers->protocol == TH_PROTOCOL_ARP)
    hash = add_rest (hash, bytes, size, headers->network, ARP_SIZE);
  else if (headers->family == 0)
    hash = add_rest (hash, bytes, size, headers->network, MAX_PAYLOAD);
  else
    {
      hash = add_bytes (hash, headers->source, address);
      hash = add_bytes (hash, headers->target, address);
      hash = add_number (hash, headers->ip_length);
      hash = add_number (hash, (guint32) headers->ip_id << 8 | headers->ip_protocol);
      hash = add_number (hash, headers->fragment | headers->more_fragments);
      if (headers->transport != 0)
        hash = add_transport (hash, headers, bytes, size);
      else
        hash = add_rest (hash, bytes, size,
                         headers->network + (headers->family == 6 ? 40 : 20), MAX_PAYLOAD);
    }
  return hash != 0 ? hash : 1;
}
