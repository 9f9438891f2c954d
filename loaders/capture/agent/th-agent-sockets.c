/* th-agent-sockets.c - the TCP and UDP sockets with their counters, by sock_diag
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * See sock_diag(7).  Asking needs no privilege.  The kernel may load modules to answer: those that
 * were not there before are unloaded again.
 */
#include "config.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "th-agent-counters.h"
#include "th-agent-netlink.h"

#define MAX_SOCKETS 4096

/* include/net/tcp_states.h; the names are those of ss(8). */
static const char *const states[] = {
  [1] = "ESTAB", [2] = "SYN-SENT", [3] = "SYN-RECV", [4] = "FIN-WAIT-1", [5] = "FIN-WAIT-2",
  [6] = "TIME-WAIT", [7] = "UNCONN", [8] = "CLOSE-WAIT", [9] = "LAST-ACK", [10] = "LISTEN",
  [11] = "CLOSING",
};

/* TIME-WAIT, SYN-RECV and closed sockets have no counters. */
#define TCP_STATES (1 << 1 | 1 << 2 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11)
#define ALL_STATES G_MAXUINT32

typedef struct
{
  GString    *text;
  const char *protocol;
  guint       n;
  guint       n_more; /* beyond MAX_SOCKETS */
} Sockets;

/* --- one socket --------------------------------------------------------------------------- */

static void
append_address (GString       *text,
                guint8         family,
                const __be32   address[4],
                __be16         port)
{
  char name[INET6_ADDRSTRLEN] = "?";

  inet_ntop (family, address, name, sizeof name);
  g_string_append_printf (text, family == AF_INET6 ? " [%s]:%u" : " %s:%u", name, ntohs (port));
}

static void
append_memory (GString             *text,
               const struct rtattr *attribute)
{
  guint32 memory[SK_MEMINFO_VARS];

  th_agent_netlink_copy (attribute, memory, sizeof memory);
  g_string_append_printf (text, " rmem=%u rcvbuf=%u wmem=%u sndbuf=%u backlog=%u drops=%u",
                          memory[SK_MEMINFO_RMEM_ALLOC], memory[SK_MEMINFO_RCVBUF],
                          memory[SK_MEMINFO_WMEM_QUEUED], memory[SK_MEMINFO_SNDBUF],
                          memory[SK_MEMINFO_BACKLOG], memory[SK_MEMINFO_DROPS]);
}

static void
append_tcp (GString             *text,
            const struct rtattr *attribute)
{
  struct tcp_info info;

  th_agent_netlink_copy (attribute, &info, sizeof info);
  g_string_append_printf (text, " rtt_us=%u rttvar_us=%u cwnd=%u unacked=%u lost=%u retrans=%u",
                          info.tcpi_rtt, info.tcpi_rttvar, info.tcpi_snd_cwnd, info.tcpi_unacked,
                          info.tcpi_lost, info.tcpi_total_retrans);
  g_string_append_printf (text, " segs_out=%u segs_in=%u", info.tcpi_segs_out, info.tcpi_segs_in);
  g_string_append_printf (text, " bytes_sent=%" G_GUINT64_FORMAT " bytes_retrans=%" G_GUINT64_FORMAT
                          " bytes_acked=%" G_GUINT64_FORMAT " bytes_received=%" G_GUINT64_FORMAT,
                          (guint64) info.tcpi_bytes_sent, (guint64) info.tcpi_bytes_retrans,
                          (guint64) info.tcpi_bytes_acked, (guint64) info.tcpi_bytes_received);
}

static void
append_socket (Sockets                    *self,
               const struct inet_diag_msg *socket,
               int                         left)
{
  const struct inet_diag_sockid *id = &socket->id;
  const struct rtattr *attribute = (const struct rtattr *) (socket + 1);
  guint state = socket->idiag_state;

  g_string_append_printf (self->text, "%s %" G_GINT64_MODIFIER "x", self->protocol,
                          (guint64) id->idiag_cookie[1] << 32 | id->idiag_cookie[0]);
  append_address (self->text, socket->idiag_family, id->idiag_src, id->idiag_sport);
  append_address (self->text, socket->idiag_family, id->idiag_dst, id->idiag_dport);
  g_string_append_printf (self->text, " %s rqueue=%u wqueue=%u",
                          state < G_N_ELEMENTS (states) && states[state] != NULL ? states[state]
                                                                                 : "?",
                          socket->idiag_rqueue, socket->idiag_wqueue);
  for (; RTA_OK (attribute, left); attribute = RTA_NEXT (attribute, left))
    if (attribute->rta_type == INET_DIAG_SKMEMINFO)
      append_memory (self->text, attribute);
    else if (attribute->rta_type == INET_DIAG_INFO && g_str_equal (self->protocol, "tcp"))
      append_tcp (self->text, attribute);
  g_string_append_c (self->text, '\n');
}

static void
socket_cb (const struct nlmsghdr *message,
           gpointer               data)
{
  Sockets *self = data;

  if (message->nlmsg_type != SOCK_DIAG_BY_FAMILY ||
      message->nlmsg_len < NLMSG_LENGTH (sizeof (struct inet_diag_msg)))
    return;
  if (self->n == MAX_SOCKETS)
    {
      self->n_more++;
      return;
    }

  self->n++;
  append_socket (self, NLMSG_DATA (message),
                 message->nlmsg_len - NLMSG_LENGTH (sizeof (struct inet_diag_msg)));
}

/* --- all sockets -------------------------------------------------------------------------- */

static void
append_sockets (Sockets *self,
                int      family,
                int      protocol)
{
  struct { struct nlmsghdr head; struct inet_diag_req_v2 diag; } request = {
    { sizeof request, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST | NLM_F_DUMP },
    { .sdiag_family = family, .sdiag_protocol = protocol,
      .idiag_ext = 1 << (INET_DIAG_SKMEMINFO - 1) | 1 << (INET_DIAG_INFO - 1),
      .idiag_states = protocol == IPPROTO_TCP ? TCP_STATES : ALL_STATES }
  };

  self->protocol = protocol == IPPROTO_TCP ? "tcp" : "udp";
  th_agent_netlink_dump (NETLINK_SOCK_DIAG, &request.head, socket_cb, self);
}

/* In the order in which they can be unloaded: a module comes before those that it uses. */
static const char *const modules[] = { "tcp_diag", "udp_diag", "inet_diag" };

static gboolean
is_loaded (const char *module)
{
  g_autofree char *path = g_build_filename ("/sys/module", module, NULL);

  return access (path, F_OK) == 0;
}

char *
th_agent_sockets_read (void)
{
  Sockets self = { g_string_new (NULL) };
  gboolean were_loaded[G_N_ELEMENTS (modules)];

  for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
    were_loaded[i] = is_loaded (modules[i]);
  append_sockets (&self, AF_INET, IPPROTO_TCP);
  append_sockets (&self, AF_INET6, IPPROTO_TCP);
  append_sockets (&self, AF_INET, IPPROTO_UDP);
  append_sockets (&self, AF_INET6, IPPROTO_UDP);
  for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
    if (!were_loaded[i] && is_loaded (modules[i]))
      syscall (SYS_delete_module, modules[i], O_NONBLOCK);

  if (self.n_more > 0)
    g_string_append_printf (self.text, "more %u\n", self.n_more);
  return g_string_free (self.text, self.text->len == 0);
}
