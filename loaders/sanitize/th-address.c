/* th-address.c - network addresses as bytes and as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-address.h"

#include <string.h>

#define MAC_TEXT 17 /* 52:54:00:12:34:56 */

gsize
th_address_get_size (ThAddressFamily family)
{
  static const gsize sizes[TH_ADDRESS_N] = { 4, 16, 6 };

  return sizes[family];
}

/* --- addresses that stay ------------------------------------------------- */

static const guint8 solicited_node[13] = { 0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff };

static gboolean
is_zero (const guint8 *bytes,
         gsize         size)
{
  for (gsize i = 0; i < size; i++)
    if (bytes[i] != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_solicited_node (const guint8 *address)
{
  return memcmp (address, solicited_node, sizeof solicited_node) == 0;
}

gboolean
th_address_has_v4 (const guint8 *address)
{
  return is_zero (address, 10) &&
         ((address[10] == 0xff && address[11] == 0xff) ||
          (is_zero (address + 10, 2) && !is_zero (address + 12, 3)));
}

gboolean
th_address_is_common (ThAddressFamily family,
                      const guint8   *address)
{
  switch (family)
    {
    case TH_ADDRESS_V4:
      return address[0] == 0 || address[0] == 127 || address[0] >= 224;
    case TH_ADDRESS_V6:
      if (th_address_has_v4 (address))
        return th_address_is_common (TH_ADDRESS_V4, address + 12);
      return is_zero (address, 15) || (address[0] == 0xff && !is_solicited_node (address));
    default:
      return (address[0] & 1) != 0 || is_zero (address, 6);
    }
}

/* --- new addresses ------------------------------------------------------- */

/* A number with as many digits as @old, between @min and @max. */
static guint
number_like (guint old,
             guint base,
             guint noise,
             guint min,
             guint max)
{
  guint low = 0, high = base - 1;

  while (old > high)
    {
      low = high + 1;
      high = high * base + base - 1;
    }
  low = MAX (low, min);
  high = MIN (high, max);
  return low > high ? old : low + noise % (high - low + 1);
}

/* How many bytes at the beginning of an address only say that it is private or of one link. */
static gsize
private_v4 (const guint8 *address)
{
  if (address[0] == 10)
    return 1;
  if ((address[0] == 192 && address[1] == 168) || (address[0] == 169 && address[1] == 254) ||
      (address[0] == 172 && (address[1] & 0xf0) == 16))
    return 2;
  return 0;
}

static gsize
private_v6 (const guint8 *address)
{
  if (is_solicited_node (address))
    return sizeof solicited_node;
  if (address[0] == 0xfd)
    return 1;
  return address[0] == 0xfe && (address[1] & 0xc0) == 0x80 ? 2 : 0;
}

static void
make_v4 (const guint8 *old,
         const guint8 *noise,
         guint8       *address)
{
  for (guint i = 0; i < 4; i++)
    address[i] = (guint8) number_like (old[i], 10, noise[2 * i] << 8 | noise[2 * i + 1], i == 0,
                                       i == 0 ? 223 : 255);
  memcpy (address, old, private_v4 (old));
}

static void
make_v6 (const guint8 *old,
         const guint8 *noise,
         guint8       *address)
{
  for (gsize i = 0; i < 16; i += 2)
    {
      guint group = (guint) old[i] << 8 | old[i + 1];
      guint made = group == 0 ? 0 : number_like (group, 16, noise[i] << 8 | noise[i + 1], 1,
                                                 i == 0 ? 0xfdff : 0xffff);

      address[i] = (guint8) (made >> 8);
      address[i + 1] = (guint8) made;
    }
  memcpy (address, old, private_v6 (old));
}

void
th_address_make (ThAddressFamily  family,
                 const guint8    *old,
                 const guint8    *noise,
                 guint8          *address)
{
  if (family == TH_ADDRESS_V4)
    make_v4 (old, noise, address);
  else if (family == TH_ADDRESS_V6)
    make_v6 (old, noise, address);
  else
    {
      memcpy (address, noise, 6);
      address[0] = (address[0] & 0xfc) | 2; /* one that was assigned locally, of one machine */
    }
}

/* --- text --------------------------------------------------------------- */

static gsize
parse_mac (const char *text,
           gsize       size,
           guint8     *address)
{
  if (size < MAC_TEXT || (text[2] != ':' && text[2] != '-') ||
      (size > MAC_TEXT && (g_ascii_isxdigit (text[MAC_TEXT]) || text[MAC_TEXT] == text[2])))
    return 0;

  for (guint i = 0; i < 6; i++)
    {
      const char *pair = text + 3 * i;

      if (!g_ascii_isxdigit (pair[0]) || !g_ascii_isxdigit (pair[1]) ||
          (i < 5 && pair[2] != text[2]))
        return 0;
      address[i] = (guint8) (g_ascii_xdigit_value (pair[0]) << 4 | g_ascii_xdigit_value (pair[1]));
    }
  return MAC_TEXT;
}

static gsize
parse_v4 (const char *text,
          gsize       size,
          guint8     *address)
{
  gsize at = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint value = 0;
      gsize begin;

      if (i > 0 && (at == size || text[at++] != '.'))
        return 0;
      for (begin = at; at < size && at - begin < 3 && g_ascii_isdigit (text[at]); at++)
        value = value * 10 + (guint) g_ascii_digit_value (text[at]);
      if (at == begin || value > 255)
        return 0;
      address[i] = (guint8) value;
    }
  return at < size && g_ascii_isalnum (text[at]) ? 0 : at;
}

/* The groups of hexadecimal digits from @at on; fewer than 8 of them must have "::" somewhere. */
typedef struct
{
  guint16 groups[8];
  guint   n;
  int     gap; /* the number of groups before "::", or -1 */
} V6;

static gboolean
add_v4_groups (V6           *self,
               const guint8 *v4)
{
  if (self->n > 6)
    return FALSE;

  self->groups[self->n++] = (guint16) (v4[0] << 8 | v4[1]);
  self->groups[self->n++] = (guint16) (v4[2] << 8 | v4[3]);
  return TRUE;
}

static gsize
read_group (const char *text,
            gsize       size,
            guint16    *group)
{
  guint value = 0;
  gsize at = 0;

  for (; at < size && at < 4 && g_ascii_isxdigit (text[at]); at++)
    value = value << 4 | (guint) g_ascii_xdigit_value (text[at]);
  *group = (guint16) value;
  return at;
}

static gsize
read_groups (V6         *self,
             const char *text,
             gsize       size)
{
  gsize at = 0;

  for (;;)
    {
      guint8 v4[4];
      gsize length;
      guint16 group;

      if (size - at >= 2 && text[at] == ':' && text[at + 1] == ':' && self->gap < 0)
        {
          self->gap = (int) self->n;
          at += 2;
        }
      else if (at > 0 && self->gap != (int) self->n)
        {
          if (at == size || text[at] != ':' || at + 1 == size || !g_ascii_isxdigit (text[at + 1]))
            return at;
          at++;
        }
      if (self->n == 8)
        return at;
      if ((length = parse_v4 (text + at, size - at, v4)) > 0)
        return add_v4_groups (self, v4) ? at + length : 0;
      if ((length = read_group (text + at, size - at, &group)) == 0)
        return at;
      self->groups[self->n++] = group;
      at += length;
    }
}

static gsize
parse_v6 (const char *text,
          gsize       size,
          guint8     *address)
{
  V6 v6 = { .gap = -1 };
  gsize length = read_groups (&v6, text, size);
  guint behind;

  if (length < 2 || (v6.gap < 0 ? v6.n != 8 : v6.n > 7) || v6.n == 0 ||
      (length < size && (g_ascii_isalnum (text[length]) || text[length] == '_')))
    return 0;

  behind = v6.gap < 0 ? 0 : v6.n - (guint) v6.gap;
  memset (address, 0, 16);
  for (guint i = 0; i < v6.n; i++)
    {
      guint at = i < v6.n - behind ? i : 8 - v6.n + i;

      address[2 * at] = (guint8) (v6.groups[i] >> 8);
      address[2 * at + 1] = (guint8) v6.groups[i];
    }
  return length;
}

gsize
th_address_parse (const char      *text,
                  gsize            size,
                  ThAddressFamily *family,
                  guint8          *address)
{
  gsize length;

  if ((length = parse_mac (text, size, address)) > 0)
    *family = TH_ADDRESS_MAC;
  else if ((length = parse_v6 (text, size, address)) > 0)
    *family = TH_ADDRESS_V6;
  else if ((length = parse_v4 (text, size, address)) > 0)
    *family = TH_ADDRESS_V4;
  return length;
}

/* Writes the last @n digits of @value. */
static void
put_digits (char    *text,
            gsize    n,
            guint    value,
            guint    base,
            gboolean upper)
{
  for (gsize i = n; i-- > 0; value /= base)
    text[i] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[value % base];
}

static gboolean
has_upper (const char *text,
           gsize       size)
{
  for (gsize i = 0; i < size; i++)
    if (g_ascii_isupper (text[i]))
      return TRUE;
  return FALSE;
}

static void
overwrite_v4 (char         *text,
              gsize         size,
              const guint8 *address)
{
  for (gsize i = 0, at = 0; i < 4; i++, at++)
    {
      gsize begin = at;

      while (at < size && g_ascii_isdigit (text[at]))
        at++;
      put_digits (text + begin, at - begin, address[i], 10, FALSE);
    }
}

/* The groups without a gap in @text are those from the beginning of @address on. */
static void
overwrite_groups (char         *text,
                  gsize         size,
                  const guint8 *address,
                  gboolean      upper)
{
  for (gsize begin = 0, end; begin < size; begin = end + 1, address += 2)
    {
      for (end = begin; end < size && g_ascii_isxdigit (text[end]); end++)
        ;
      if (end < size && text[end] == '.')
        {
          overwrite_v4 (text + begin, size - begin, address);
          return;
        }
      put_digits (text + begin, end - begin, (guint) address[0] << 8 | address[1], 16, upper);
    }
}

static void
overwrite_v6 (char         *text,
              gsize         size,
              const guint8 *address)
{
  gboolean upper = has_upper (text, size);
  const char *gap = g_strstr_len (text, (gssize) size, "::");
  gsize gap_at = gap != NULL ? (gsize) (gap - text) : size;
  guint n_behind = 0;

  for (gsize i = gap_at + 2; i < size; i++)
    n_behind += i == gap_at + 2 || text[i] == ':';
  if (gap != NULL && memchr (text, '.', size) != NULL)
    n_behind++; /* the IPv4 address stands for two groups */

  overwrite_groups (text, gap_at, address, upper);
  if (gap != NULL)
    overwrite_groups (text + gap_at + 2, size - gap_at - 2, address + 16 - 2 * n_behind, upper);
}

void
th_address_overwrite (ThAddressFamily  family,
                      char            *text,
                      gsize            size,
                      const guint8    *address)
{
  gboolean upper = has_upper (text, size);

  if (family == TH_ADDRESS_V4)
    overwrite_v4 (text, size, address);
  else if (family == TH_ADDRESS_V6)
    overwrite_v6 (text, size, address);
  else
    for (guint i = 0; i < 6; i++)
      put_digits (text + 3 * i, 2, address[i], 16, upper);
}
