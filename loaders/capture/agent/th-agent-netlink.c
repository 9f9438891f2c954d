/* th-agent-netlink.c - asks the kernel for a list by netlink
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "th-agent-netlink.h"

#define MAX_MESSAGE (64 << 10)
/* A kernel that is asked answers at once. */
#define WAIT_S 1

typedef enum
{
  ANSWER_MORE,
  ANSWER_DONE,
  ANSWER_BROKEN
} Answer;

static Answer
take_messages (int                 socket,
               guint8             *buffer,
               ThAgentNetlinkFunc  func,
               gpointer            data)
{
  gssize got = recv (socket, buffer, MAX_MESSAGE, 0);
  const struct nlmsghdr *message = (const struct nlmsghdr *) buffer;

  for (gsize left = MAX (got, 0); NLMSG_OK (message, left); message = NLMSG_NEXT (message, left))
    if (message->nlmsg_type == NLMSG_DONE)
      return ANSWER_DONE;
    else if (message->nlmsg_type == NLMSG_ERROR)
      return ANSWER_BROKEN;
    else
      func (message, data);
  return got > 0 ? ANSWER_MORE : ANSWER_BROKEN;
}

gboolean
th_agent_netlink_dump (int                    protocol,
                       const struct nlmsghdr *request,
                       ThAgentNetlinkFunc     func,
                       gpointer               data)
{
  const struct timeval most = { WAIT_S, 0 };
  g_autofree guint8 *buffer = g_malloc (MAX_MESSAGE);
  int netlink = socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
  Answer answer = ANSWER_BROKEN;

  if (netlink < 0)
    return FALSE;

  if (setsockopt (netlink, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most) == 0 &&
      send (netlink, request, request->nlmsg_len, 0) == (gssize) request->nlmsg_len)
    while ((answer = take_messages (netlink, buffer, func, data)) == ANSWER_MORE)
      ;
  close (netlink);
  return answer == ANSWER_DONE;
}

void
th_agent_netlink_copy (const struct rtattr *attribute,
                       gpointer             copy,
                       gsize                size)
{
  memset (copy, 0, size);
  memcpy (copy, RTA_DATA (attribute), MIN (size, RTA_PAYLOAD (attribute)));
}
