/* fuzz-headers.c - the headers of one frame, after a byte that tells its link type
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-headers.h"
#include "th-link-type.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const guint types[] = { TH_LINK_ETHERNET, TH_LINK_NULL, TH_LINK_RAW, TH_LINK_SLL,
                                 TH_LINK_SLL2, TH_LINK_IPV4, TH_LINK_IPV6, 147 };
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree guint8 *frame = NULL;
  char address[TH_ADDRESS_SIZE];
  ThHeaders headers;

  if (size == 0)
    return 0;

  /* A copy, so that a byte read beyond it is found. */
  frame = g_memdup2 (data + 1, size - 1);
  size--;
  th_headers_parse (types[data[0] % G_N_ELEMENTS (types)], frame != NULL ? frame : data, size,
                    size, &headers);
  g_assert_cmpuint (headers.protocol, <, TH_N_PROTOCOLS);
  g_assert_cmpuint (th_headers_hash (&headers, frame, MIN (size, TH_HEADERS_MAX)), !=, 0);
  th_headers_get_source (&headers, address);
  g_assert_cmpuint (strlen (address), <, sizeof address);
  th_headers_append_protocol (&headers, text);
  th_headers_append_tunnel (&headers, text);
  th_headers_append_query (&headers, frame, MIN (size, TH_HEADERS_MAX), text);
  th_headers_append_info (&headers, frame, MIN (size, TH_HEADERS_MAX), text);
  g_assert_true (g_utf8_validate (text->str, text->len, NULL));
  g_assert_cmpuint (text->len, <, 4096);
  return 0;
}
