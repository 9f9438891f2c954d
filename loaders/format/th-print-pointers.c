/* th-print-pointers.c - what %p and its extensions print
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The extensions are those of the kernel's lib/vsprintf.c, as far as
 * libtraceevent knows them: %pS %ps %pF %pf, %pM %pm, %pI4 %pI6 %pI6c %pISpc,
 * %pU, %ph.
 */
#include "config.h"

#include <string.h>

#include "th-format.h"
#include "th-print-output.h"
#include "th-print-pointers.h"
#include "th-print-program.h"
#include "th-print-tree.h"
#include "th-print-values.h"
#include "th-symbols.h"

/* The values in recordings, on any machine. */
#define FAMILY_IPV4 2
#define FAMILY_IPV6 10

static void
print_decimal3 (ThRun    *self,
                guint8    value,
                gboolean  padded)
{
  if (padded && value < 100)
    th_output_char (&self->out, '0');
  if (padded && value < 10)
    th_output_char (&self->out, '0');
  th_output_decimal (&self->out, value);
}

static void
print_misfit (ThRun      *self,
              const char *message,
              ThNodeType  type)
{
  th_output_string (&self->out, message);
  th_output_decimal (&self->out, type);
}

/* Returns the @size bytes of the field inside casts; if there is no such field, prints the
 * error of libtraceevent and returns NULL. */
static const guint8 *
field_bytes (ThRun        *self,
             const ThNode *node,
             gsize         size,
             const char   *invalid)
{
  node = th_node_skip_casts (node);
  if (node->type != TH_NODE_FIELD)
    {
      print_misfit (self, "ARG TYPE NOT FIELD BUT ", node->type);
      return NULL;
    }
  if (node->field == NULL)
    return NULL;
  if (node->field->size != size || node->field->offset > self->size ||
      size > self->size - node->field->offset)
    {
      th_output_string (&self->out, invalid);
      return NULL;
    }

  return self->data + node->field->offset;
}

/* The symbol at or before @address, and how far before. */
static const char *
find_symbol (ThRun   *self,
             guint64  address,
             guint64 *offset)
{
  ThSymbolSlot *slot = &self->symbols[(address ^ address >> 12) & (TH_SYMBOL_CACHE - 1)];

  if (!slot->used || slot->address != address)
    {
      ThSymbols *symbols = th_formats_get_symbols (self->formats);

      slot->used = TRUE;
      slot->address = address;
      slot->offset = 0;
      slot->name = symbols != NULL ? th_symbols_find (symbols, address, &slot->offset) : NULL;
    }
  *offset = slot->offset;

  return slot->name;
}

static void
print_function (ThRun        *self,
                char          kind,
                const ThNode *arg)
{
  guint64 address = th_run_eval (self, arg);
  guint64 offset;
  const char *name = find_symbol (self, address, &offset);

  if (name != NULL)
    {
      th_output_string (&self->out, name);
      if (kind == 'F' || kind == 'S')
        {
          th_output_bytes (&self->out, "+0x", 3);
          th_output_hex (&self->out, offset);
        }
      return;
    }
  th_output_bytes (&self->out, "0x", 2);
  th_output_hex (&self->out, address);
}

static void
print_mac (ThRun        *self,
           const char   *kind,
           const ThNode *arg)
{
  const guint8 *bytes = field_bytes (self, arg, 6, "INVALIDMAC");
  char between = kind[0] == 'm' ? '\0' : kind[1] == 'F' ? '-' : ':';

  for (guint i = 0; bytes != NULL && i < 6; i++)
    {
      if (i > 0 && between != '\0')
        th_output_char (&self->out, between);
      th_output_hex_byte (&self->out, bytes[kind[1] == 'R' ? 5 - i : i], FALSE);
    }
}

static void
print_ipv4_bytes (ThRun        *self,
                  char          kind,
                  gboolean      reverse,
                  const guint8 *bytes)
{
  for (guint i = 0; i < 4; i++)
    {
      if (i > 0)
        th_output_char (&self->out, '.');
      print_decimal3 (self, bytes[reverse ? 3 - i : i], kind == 'i');
    }
}

/* Whether @order, one of "hnbl", means that the address is reversed in memory. */
static gboolean
is_reverse (ThRun *self,
            char   order)
{
  return order == 'l' || (order == 'h' && !self->big_endian);
}

static void
print_ipv6_words (ThRun        *self,
                  char          kind,
                  const guint8 *bytes)
{
  for (guint i = 0; i < 16; i++)
    {
      if (i > 0 && i % 2 == 0 && kind == 'I')
        th_output_char (&self->out, ':');
      th_output_hex_byte (&self->out, bytes[i], FALSE);
    }
}

/* Whether the address ends in an IPv4 one: ::ffff:1.2.3.4 and ISATAP addresses do. */
static gboolean
ends_in_ipv4 (const guint8 *bytes)
{
  static const guint8 mapped[12] = { [10] = 0xff, [11] = 0xff };
  static const guint8 isatap[4] = { 0x02, 0x00, 0x5e, 0xfe };

  return memcmp (bytes, mapped, sizeof mapped) == 0 ||
         ((bytes[8] | 0x02) == isatap[0] && memcmp (bytes + 9, isatap + 1, 3) == 0);
}

/* Returns the start of the longest run of at least two zero words within @range; @range if
 * there is none. */
static guint
longest_zeros (const guint16 *words,
               guint          range,
               guint         *length)
{
  guint best = range;

  *length = 1;
  for (guint i = 0; i < range; i++)
    {
      guint n = 0;

      while (i + n < range && words[i + n] == 0)
        n++;
      if (n > *length)
        {
          *length = n;
          best = i;
        }
    }

  return best;
}

static void
print_ipv6_compact (ThRun        *self,
                    const guint8 *bytes)
{
  gboolean ipv4 = ends_in_ipv4 (bytes);
  guint range = ipv4 ? 6 : 8;
  gboolean colon = FALSE;
  guint16 words[8];
  guint zeros, length;

  for (guint i = 0; i < 8; i++)
    words[i] = (guint16) (bytes[2 * i] << 8 | bytes[2 * i + 1]);
  zeros = longest_zeros (words, range, &length);

  for (guint i = 0; i < range; i++)
    {
      if (i == zeros)
        {
          if (colon || i == 0)
            th_output_char (&self->out, ':');
          th_output_char (&self->out, ':');
          colon = FALSE;
          i += length - 1;
          continue;
        }
      if (colon)
        th_output_char (&self->out, ':');
      th_output_hex (&self->out, words[i]);
      colon = TRUE;
    }
  if (!ipv4)
    return;
  if (colon)
    th_output_char (&self->out, ':');
  print_ipv4_bytes (self, 'I', FALSE, bytes + 12);
}

/* Prints %pIS, according to the family in the record. */
static void
print_sockaddr (ThRun        *self,
                const char   *kind,
                const ThNode *arg)
{
  const char *p = kind + 2;
  gboolean port = kind[0] == 'I' && *p == 'p';
  gboolean compact = FALSE;
  gsize offset, length;
  const guint8 *bytes;
  guint64 family;

  p += port;
  if (kind[0] == 'I' && *p == 'c')
    {
      compact = TRUE;
      p++;
    }

  arg = th_node_skip_casts (arg);
  if (arg->type == TH_NODE_FIELD && arg->field != NULL)
    {
      offset = MIN (arg->field->offset, self->size);
      length = MIN (arg->field->size, self->size - offset);
    }
  else if (arg->type == TH_NODE_DYNAMIC_ARRAY)
    th_run_locate (self, arg->field, &offset, &length);
  else
    {
      if (arg->type != TH_NODE_FIELD)
        print_misfit (self, "ARG NOT FIELD NOR DYNAMIC ARRAY BUT TYPE ", arg->type);
      return;
    }

  bytes = self->data + offset;
  family = th_run_read (self, offset, 2);
  if (family == FAMILY_IPV4 && length < 16)
    th_output_string (&self->out, "INVALIDIPv4");
  else if (family == FAMILY_IPV6 && length < 28)
    th_output_string (&self->out, "INVALIDIPv6");
  else if (family == FAMILY_IPV4)
    {
      print_ipv4_bytes (self, kind[0], is_reverse (self, *p), bytes + 4);
      if (port)
        th_output_char (&self->out, ':');
    }
  else if (family == FAMILY_IPV6)
    {
      if (port)
        th_output_char (&self->out, '[');
      if (compact)
        print_ipv6_compact (self, bytes + 8);
      else
        print_ipv6_words (self, kind[0], bytes + 8);
      if (port)
        th_output_bytes (&self->out, "]:", 2);
    }
  if (port && ((family == FAMILY_IPV4 && length >= 16) || (family == FAMILY_IPV6 && length >= 28)))
    th_output_decimal (&self->out, (guint64) (bytes[2] << 8 | bytes[3]));
}

static void
print_ip (ThRun        *self,
          const char   *kind,
          const ThNode *arg)
{
  const guint8 *bytes;

  switch (kind[1])
    {
    case '4':
      if ((bytes = field_bytes (self, arg, 4, "INVALIDIPv4")) != NULL)
        print_ipv4_bytes (self, kind[0], is_reverse (self, kind[2]), bytes);
      break;

    case '6':
      if ((bytes = field_bytes (self, arg, 16, "INVALIDIPv6")) == NULL)
        break;
      if (kind[0] == 'I' && kind[2] == 'c')
        print_ipv6_compact (self, bytes);
      else
        print_ipv6_words (self, kind[0], bytes);
      break;

    case 'S':
      print_sockaddr (self, kind, arg);
      break;

    default:
      break;
    }
}

static void
print_uuid (ThRun        *self,
            const char   *kind,
            const ThNode *arg)
{
  static const guint8 swapped[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
  const guint8 *bytes = field_bytes (self, arg, 16, "INVALIDUUID");
  gboolean little = kind[1] == 'l' || kind[1] == 'L';

  for (guint i = 0; bytes != NULL && i < 16; i++)
    {
      th_output_hex_byte (&self->out, bytes[little ? swapped[i] : i],
                          kind[1] == 'L' || kind[1] == 'B');
      if (i == 3 || i == 5 || i == 7 || i == 9)
        th_output_char (&self->out, '-');
    }
}

/* Prints %*ph, a dynamic array in hex. */
static void
print_buffer (ThRun        *self,
              const char   *kind,
              const ThNode *arg,
              guint         n)
{
  char between = kind[1] == 'C' ? ':' : kind[1] == 'D' ? '-' : kind[1] == 'N' ? '\0' : ' ';
  gsize offset, length;

  if (arg->type != TH_NODE_DYNAMIC_ARRAY)
    {
      print_misfit (self, "ARG TYPE NOT FIELD BUT ", arg->type);
      return;
    }
  th_run_locate (self, arg->field, &offset, &length);
  length = MIN (length, n);
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && between != '\0')
        th_output_char (&self->out, between);
      th_output_hex_byte (&self->out, self->data[offset + i], FALSE);
    }
}

static void
print_address (ThRun        *self,
               const ThNode *arg)
{
  guint64 address = th_run_eval (self, arg);

  if (address == 0)
    th_output_bytes (&self->out, "(nil)", 5);
  else
    {
      th_output_bytes (&self->out, "0x", 2);
      th_output_hex (&self->out, address);
    }
}

void
th_run_pointer (ThRun         *self,
                const ThPiece *piece,
                int            star)
{
  const ThNode *arg = piece->arg;

  /* the kernel may have replaced the address by text in a trace_printk() */
  if (arg->type == TH_NODE_ARGUMENT && arg->value < self->n_args && self->args[arg->value].is_text)
    {
      th_output_bytes (&self->out, self->args[arg->value].text, self->args[arg->value].size);
      return;
    }

  switch (piece->text[0])
    {
    case 'F': case 'f': case 'S': case 's':
      print_function (self, piece->text[0], arg);
      break;
    case 'M': case 'm':
      print_mac (self, piece->text, arg);
      break;
    case 'I': case 'i':
      print_ip (self, piece->text, arg);
      break;
    case 'U':
      print_uuid (self, piece->text, arg);
      break;
    case 'h':
      print_buffer (self, piece->text, arg, piece->star != NULL ? (guint) star : 1);
      break;
    default:
      print_address (self, arg);
      break;
    }
}
