/* th-headers-dns.c - messages of DNS as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A name may refer to another part of the message (RFC 1035, 4.1.4).  A reference is followed only
 * backwards, so it cannot go round in circles.
 */
#include "config.h"

#include <arpa/inet.h>

#include "th-header-cursor.h"
#include "th-headers-info.h"

#define HEADER 12
#define MAX_NAME 255
/* Questions and records of a message that are shown. */
#define MAX_RECORDS 32
#define MAX_TEXT 1000

typedef struct
{
  const guint8 *bytes; /* of the message */
  gsize         size;
} Message;

static Message
get_message (const ThHeaders *headers,
             const guint8    *bytes,
             gsize            size)
{
  gsize begin = MIN (headers->data, size);

  /* A frame without bytes may have no array. */
  return (Message) { begin > 0 ? bytes + begin : bytes, MIN (size - begin, headers->payload) };
}

/* --- names ------------------------------------------------------------- */

static void
append_label (const guint8 *label,
              guint         size,
              GString      *text)
{
  for (guint i = 0; i < size; i++)
    if (label[i] > 0x20 && label[i] < 0x7f)
      g_string_append_c (text, (char) label[i]);
    else
      g_string_append_printf (text, "\\%03u", label[i]);
}

/* Appends the name at *@at and moves that past it; FALSE if the name is invalid. */
static gboolean
append_name (const Message *message,
             gsize         *at,
             GString       *text)
{
  gsize from = *at, first = from, length = 0;
  gboolean referred = FALSE;

  while (from < message->size)
    {
      guint size = message->bytes[from];

      if (size == 0)
        {
          if (length == 0)
            g_string_append (text, "<Root>");
          if (!referred)
            *at = from + 1;
          return TRUE;
        }
      if (size >= 0xc0 && from + 1 < message->size)
        {
          gsize target = (size & 0x3f) << 8 | message->bytes[from + 1];

          if (!referred)
            *at = from + 2;
          referred = TRUE;
          if (target >= first)
            return FALSE;
          from = first = target;
          continue;
        }
      length += size + 1;
      if (size >= 0x40 || size >= message->size - from || length > MAX_NAME)
        return FALSE;
      if (length > size + 1)
        g_string_append_c (text, '.');
      append_label (message->bytes + from + 1, size, text);
      from += size + 1;
    }
  return FALSE;
}

gboolean
th_headers_append_query (const ThHeaders *headers,
                         const guint8    *bytes,
                         gsize            size,
                         GString         *text)
{
  Message message = get_message (headers, bytes, size);
  gsize at = HEADER, before = text->len;

  if (headers->protocol != TH_PROTOCOL_DNS || message.size <= HEADER ||
      th_be16 (message.bytes + 4) == 0)
    return FALSE;
  if (append_name (&message, &at, text))
    return TRUE;

  g_string_truncate (text, before);
  return FALSE;
}

/* --- types ------------------------------------------------------------- */

static void
append_type (guint    type,
             GString *text)
{
  static const struct
  {
    guint       type;
    const char *name;
  } types[] = {
    { 1, "A" }, { 2, "NS" }, { 5, "CNAME" }, { 6, "SOA" }, { 12, "PTR" }, { 13, "HINFO" },
    { 15, "MX" }, { 16, "TXT" }, { 28, "AAAA" }, { 33, "SRV" }, { 35, "NAPTR" }, { 41, "OPT" },
    { 43, "DS" }, { 46, "RRSIG" }, { 47, "NSEC" }, { 48, "DNSKEY" }, { 50, "NSEC3" },
    { 64, "SVCB" }, { 65, "HTTPS" }, { 252, "AXFR" }, { 255, "ANY" }, { 257, "CAA" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      {
        g_string_append (text, types[i].name);
        return;
      }
  g_string_append_printf (text, "TYPE%u", type);
}

/* --- records ----------------------------------------------------------- */

static gboolean
append_question (const Message *message,
                 gsize         *at,
                 GString       *text)
{
  g_autoptr(GString) name = g_string_new (NULL);

  if (!append_name (message, at, name) || message->size - *at < 4)
    return FALSE;
  g_string_append_c (text, ' ');
  append_type (th_be16 (message->bytes + *at), text);
  g_string_append_printf (text, " %s", name->str);
  *at += 4;
  return TRUE;
}

static void
append_data (const Message *message,
             guint          type,
             gsize          at,
             gsize          size,
             GString       *text)
{
  char address[INET6_ADDRSTRLEN];
  gsize before = text->len;

  if ((type == 1 && size == 4) || (type == 28 && size == 16))
    {
      if (inet_ntop (type == 1 ? AF_INET : AF_INET6, message->bytes + at, address,
                     sizeof address) != NULL)
        g_string_append_printf (text, " %s", address);
      return;
    }
  if (type == 15 && size > 2)
    {
      g_string_append_printf (text, " %u", th_be16 (message->bytes + at));
      at += 2;
    }
  else if (type != 2 && type != 5 && type != 6 && type != 12)
    return;

  g_string_append_c (text, ' ');
  if (!append_name (message, &at, text))
    g_string_truncate (text, before);
}

static gboolean
append_record (const Message *message,
               gsize         *at,
               GString       *text)
{
  g_autoptr(GString) name = g_string_new (NULL);
  guint type, size;

  if (!append_name (message, at, name) || message->size - *at < 10)
    return FALSE;
  type = th_be16 (message->bytes + *at);
  size = th_be16 (message->bytes + *at + 8);
  *at += 10;
  if (size > message->size - *at)
    return FALSE;

  g_string_append_c (text, ' ');
  append_type (type, text);
  append_data (message, type, *at, size, text);
  *at += size;
  return TRUE;
}

/* --- the message ------------------------------------------------------- */

static const char *
get_opcode (guint flags)
{
  static const char *const names[] = { "Standard query", "Inverse query", "Server status request",
                                       "Unknown operation (3)", "Zone change notification",
                                       "Dynamic update" };
  guint opcode = flags >> 11 & 15;

  return opcode < G_N_ELEMENTS (names) ? names[opcode] : "Unknown operation";
}

static void
append_error (guint    flags,
              GString *text)
{
  static const char *const names[] = { NULL, "Format error", "Server failure", "No such name",
                                       "Not implemented", "Refused" };
  guint code = flags & 15;

  if (code != 0 && code < G_N_ELEMENTS (names))
    g_string_append_printf (text, " %s", names[code]);
  else if (code != 0)
    g_string_append_printf (text, " Error %u", code);
}

void
th_headers_append_dns (const ThHeaders *headers,
                       const guint8    *bytes,
                       gsize            size,
                       GString         *text)
{
  Message message = get_message (headers, bytes, size);
  guint n_questions, n_records;
  gsize at = HEADER, before = text->len;
  gboolean more = TRUE;

  if (message.size < HEADER)
    return;

  g_string_append (text, get_opcode (headers->sequence));
  if ((headers->sequence & 0x8000) != 0)
    g_string_append (text, " response");
  g_string_append_printf (text, " 0x%04x", headers->id);
  if ((headers->sequence & 0x8000) != 0)
    append_error (headers->sequence, text);

  n_questions = th_be16 (message.bytes + 4);
  n_records = th_be16 (message.bytes + 6) + th_be16 (message.bytes + 8) +
              th_be16 (message.bytes + 10);
  for (guint i = 0; more && i < MIN (n_questions, MAX_RECORDS); i++)
    more = text->len - before < MAX_TEXT && append_question (&message, &at, text);
  for (guint i = 0; more && i < MIN (n_records, MAX_RECORDS); i++)
    more = text->len - before < MAX_TEXT && append_record (&message, &at, text);
}
