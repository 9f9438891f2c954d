/* th-filter-arith-ops.c - the operators of arithmetic
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace-cmd's arithmetic is that of parse-filter.c in libtraceevent: values are unsigned and 64
 * bits wide.  It crashes on a division by 0, and leaves a shift by more than 63 to the machine,
 * which uses the lowest six bits of the count.
 */
#include "config.h"

#include "th-filter-arith.h"

#define WIDE_MAX ((__int128) (~(unsigned __int128) 0 >> 1))
#define WIDE_MIN (-WIDE_MAX - 1)

/* Does not use the compiler's builtin, for which some compilers need a runtime library. */
static gboolean
multiply (__int128  a,
          __int128  b,
          __int128 *value)
{
  unsigned __int128 x = a < 0 ? -(unsigned __int128) a : (unsigned __int128) a;
  unsigned __int128 y = b < 0 ? -(unsigned __int128) b : (unsigned __int128) b;

  if (x >> 63 != 0 || y >> 63 != 0)
    if (y != 0 && x > (unsigned __int128) WIDE_MAX / y)
      return FALSE;

  *value = a * b;
  return TRUE;
}

static gboolean
divide (FilterArithKind kind,
        __int128        a,
        __int128        b,
        __int128       *value)
{
  if (b == 0 || (a == WIDE_MIN && b == -1))
    return FALSE;

  if (a == (gint64) a && b == (gint64) b && b != -1)
    *value = kind == ARITH_DIVIDE ? (gint64) a / (gint64) b : (gint64) a % (gint64) b;
  else
    *value = kind == ARITH_DIVIDE ? a / b : a % b;
  return TRUE;
}

static gboolean
shift (FilterArithKind kind,
       __int128        a,
       __int128        b,
       __int128       *value)
{
  if (b < 0 || b > 63)
    return FALSE;
  if (kind == ARITH_LEFT)
    return multiply (a, (__int128) 1 << b, value);

  *value = a >> b;
  return TRUE;
}

gboolean
filter_arith_apply (FilterArithKind kind,
                    __int128        a,
                    __int128        b,
                    __int128       *value)
{
  switch (kind)
    {
    case ARITH_ADD:
      return !__builtin_add_overflow (a, b, value);
    case ARITH_SUBTRACT:
      return !__builtin_sub_overflow (a, b, value);
    case ARITH_MULTIPLY:
      return multiply (a, b, value);
    case ARITH_DIVIDE:
    case ARITH_REMAINDER:
      return divide (kind, a, b, value);
    case ARITH_LEFT:
    case ARITH_RIGHT:
      return shift (kind, a, b, value);
    case ARITH_AND:
      *value = a & b;
      return TRUE;
    case ARITH_XOR:
      *value = a ^ b;
      return TRUE;
    case ARITH_OR:
      *value = a | b;
      return TRUE;
    case ARITH_NEGATE:
      return !__builtin_sub_overflow ((__int128) 0, a, value);
    default:
      *value = ~a;
      return TRUE;
    }
}

/* Both operands are below 2^64.  Only their product might overflow a signed 128-bit number, so
 * it is computed in 64 bits, to which all results are truncated. */
gboolean
filter_arith_apply_wrapping (FilterArithKind kind,
                             __int128        a,
                             __int128        b,
                             __int128       *value)
{
  if (kind == ARITH_LEFT || kind == ARITH_RIGHT)
    *value = kind == ARITH_LEFT ? (guint64) a << (b & 63) : (guint64) a >> (b & 63);
  else if (kind == ARITH_MULTIPLY)
    *value = (guint64) a * (guint64) b;
  else if (!filter_arith_apply (kind, a, b, value))
    return FALSE;

  *value = (guint64) *value;
  return TRUE;
}
