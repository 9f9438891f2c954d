/* th-link-type.c - names of link types
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-link-type.h"

static const struct
{
  guint       number;
  const char *name;
} names[] = {
  { TH_LINK_NULL, "BSD loopback" },      { TH_LINK_ETHERNET, "Ethernet" },
  { TH_LINK_RAW_BSD, "raw IP" },         { TH_LINK_RAW_OPENBSD, "raw IP" },
  { TH_LINK_RAW, "raw IP" },             { TH_LINK_LOOP, "OpenBSD loopback" },
  { TH_LINK_SLL, "Linux cooked v1" },    { TH_LINK_IPV4, "raw IPv4" },
  { TH_LINK_IPV6, "raw IPv6" },          { TH_LINK_SLL2, "Linux cooked v2" }
};

void
th_link_type_append (guint    link_type,
                     GString *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].number == link_type)
      {
        g_string_append (text, names[i].name);
        return;
      }
  g_string_append_printf (text, "link type %u", link_type);
}
