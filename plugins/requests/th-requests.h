/* th-requests.h - the analysis of requests: what a client sends, and the server's answer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A request is what the client of a TCP connection sends until it reads data of the server, and
 * the answer is what it reads until it sends again.  If the sockets of both ends are in the
 * recording, the answer is what the server sends after it has read the last byte of the request,
 * so answers to pipelined requests are told apart.
 *
 * The client is the end that called connect().  If that was not recorded, it is the end whose port
 * is ephemeral, if the other one's is not; else the requests of the connection are not known.
 *
 * Sources, in net/ and include/trace/events/ of Linux:
 *   sock_send_length, sock_recv_length  at the end of a call, with its bytes (Linux 6.3)
 *   tcp_probe                data arrived at a socket; with its struct sock since 6.10
 *   tcp_rcv_space_adjust     in the call that reads, without bytes (before 6.3)
 *   sk_data_ready            data arrived, where tcp_probe was not recorded
 *   sys_enter_*              where the call that sends begins
 *   net_dev_queue            in the context of that call: its packets are on their way
 * The sequence numbers of tcp_probe tell that a socket sent, even if no event tells when.  A moment
 * that no event tells is missing, and the stages beside it are unknown.
 *
 * Results: flows with the noun "request", tables "requests" and "request-connections", measures
 * "request.duration" and one for each stage, and a lane of requests for each connection.  A request
 * appears when the next one begins on its connection, in the order of these moments, and the last
 * one of each connection when the analysis ends; so does "request-connections".
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_requests_analysis;

G_END_DECLS
