/* both-ways.c - datagrams of unlike lengths in both directions between two machines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   both-ways ADDRESS PEER PORT N GAP-US LENGTH
 *
 * Sends N datagrams, the first one of LENGTH bytes and each next one two bytes longer, and prints
 * when each was sent and received by CLOCK_MONOTONIC of this machine:
 *   sent NUMBER LENGTH TIME
 *   got NUMBER LENGTH TIME SENT   SENT by the clock of the other machine
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND 1000000000LL

static long long
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

static void
receive (int       fd,
         long long left)
{
  struct pollfd poll_fd = { fd, POLLIN, 0 };
  char buffer[2000];
  long long sent, time;
  ssize_t size;
  int number;

  if (poll (&poll_fd, 1, left / 1000000 + 1) <= 0)
    return;
  size = recv (fd, buffer, sizeof buffer, 0);
  time = now ();
  memcpy (&number, buffer, sizeof number);
  memcpy (&sent, buffer + sizeof number, sizeof sent);
  printf ("got %d %zd %lld %lld\n", number, size, time, sent);
}

static void
send_one (int                       fd,
          const struct sockaddr_in *peer,
          int                       number,
          int                       length)
{
  char buffer[2000] = { 0 };
  long long time = now ();

  memcpy (buffer, &number, sizeof number);
  memcpy (buffer + sizeof number, &time, sizeof time);
  sendto (fd, buffer, length, 0, (const struct sockaddr *) peer, sizeof *peer);
  printf ("sent %d %d %lld\n", number, length, time);
}

int
main (int    argc,
      char **argv)
{
  struct sockaddr_in own = { .sin_family = AF_INET }, peer;
  int fd = socket (AF_INET, SOCK_DGRAM, 0), n, gap, length, i = 0;
  long long next, end;

  if (argc != 7)
    return 2;
  own.sin_port = htons (atoi (argv[3]));
  peer = own;
  inet_pton (AF_INET, argv[1], &own.sin_addr);
  inet_pton (AF_INET, argv[2], &peer.sin_addr);
  n = atoi (argv[4]);
  gap = atoi (argv[5]);
  length = atoi (argv[6]);
  if (bind (fd, (struct sockaddr *) &own, sizeof own) != 0)
    {
      perror ("bind");
      return 1;
    }

  next = now ();
  while (i < n)
    if (now () < next)
      receive (fd, next - now ());
    else
      {
        send_one (fd, &peer, i, length + 2 * i);
        /* Gaps vary, so that a shift by a number of datagrams is none of the clock. */
        next += gap * 1000LL + i * 7919 % 97 * 10000;
        i++;
      }
  end = now () + 2 * SECOND;
  while (now () < end)
    receive (fd, SECOND / 10);
  return 0;
}
