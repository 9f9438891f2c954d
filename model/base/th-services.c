/* th-services.c - the names of well-known ports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "th-services.h"

typedef struct
{
  guint16     port;
  const char *tcp;
  const char *udp;
} Service;

/* By port. */
static const Service services[] = {
  { 7, "echo", "echo" },
  { 9, "discard", "discard" },
  { 13, "daytime", "daytime" },
  { 19, "chargen", "chargen" },
  { 20, "ftp-data", NULL },
  { 21, "ftp", NULL },
  { 22, "ssh", NULL },
  { 23, "telnet", NULL },
  { 25, "smtp", NULL },
  { 37, "time", "time" },
  { 43, "nicname", NULL },
  { 49, "tacacs", "tacacs" },
  { 53, "domain", "domain" },
  { 67, NULL, "bootps" },
  { 68, NULL, "bootpc" },
  { 69, NULL, "tftp" },
  { 79, "finger", NULL },
  { 80, "http", "http" },
  { 88, "kerberos", "kerberos" },
  { 110, "pop3", NULL },
  { 111, "sunrpc", "sunrpc" },
  { 119, "nntp", NULL },
  { 123, NULL, "ntp" },
  { 137, "netbios-ns", "netbios-ns" },
  { 138, NULL, "netbios-dgm" },
  { 139, "netbios-ssn", NULL },
  { 143, "imap", NULL },
  { 161, "snmp", "snmp" },
  { 162, "snmptrap", "snmptrap" },
  { 179, "bgp", NULL },
  { 194, "irc", NULL },
  { 389, "ldap", "ldap" },
  { 427, "svrloc", "svrloc" },
  { 443, "https", "https" },
  { 445, "microsoft-ds", NULL },
  { 464, "kpasswd", "kpasswd" },
  { 465, "submissions", NULL },
  { 500, NULL, "isakmp" },
  { 512, "exec", NULL },
  { 513, "login", NULL },
  { 514, "shell", "syslog" },
  { 515, "printer", NULL },
  { 520, NULL, "router" },
  { 521, NULL, "ripng" },
  { 546, NULL, "dhcpv6-client" },
  { 547, NULL, "dhcpv6-server" },
  { 548, "afpovertcp", NULL },
  { 554, "rtsp", "rtsp" },
  { 563, "nntps", NULL },
  { 587, "submission", NULL },
  { 623, NULL, "asf-rmcp" },
  { 631, "ipp", "ipp" },
  { 636, "ldaps", NULL },
  { 646, "ldp", "ldp" },
  { 749, "kerberos-adm", NULL },
  { 830, "netconf-ssh", NULL },
  { 853, "domain-s", "domain-s" },
  { 860, "iscsi", NULL },
  { 873, "rsync", NULL },
  { 989, "ftps-data", NULL },
  { 990, "ftps", NULL },
  { 992, "telnets", NULL },
  { 993, "imaps", NULL },
  { 995, "pop3s", NULL },
  { 1080, "socks", NULL },
  { 1194, "openvpn", "openvpn" },
  { 1433, "ms-sql-s", NULL },
  { 1434, NULL, "ms-sql-m" },
  { 1701, NULL, "l2tp" },
  { 1723, "pptp", NULL },
  { 1812, NULL, "radius" },
  { 1813, NULL, "radius-acct" },
  { 1883, "mqtt", NULL },
  { 1900, NULL, "ssdp" },
  { 2049, "nfs", "nfs" },
  { 2152, NULL, "gtp-user" },
  { 2379, "etcd-client", NULL },
  { 2380, "etcd-server", NULL },
  { 3205, "isns", "isns" },
  { 3260, "iscsi-target", NULL },
  { 3268, "msft-gc", NULL },
  { 3306, "mysql", NULL },
  { 3389, "ms-wbt-server", "ms-wbt-server" },
  { 3478, "stun", "stun" },
  { 3702, NULL, "ws-discovery" },
  { 3784, NULL, "bfd-control" },
  { 4190, "sieve", NULL },
  { 4369, "epmd", NULL },
  { 4420, "nvme", NULL },
  { 4500, NULL, "ipsec-nat-t" },
  { 4789, NULL, "vxlan" },
  { 5060, "sip", "sip" },
  { 5061, "sips", "sips" },
  { 5222, "xmpp-client", NULL },
  { 5269, "xmpp-server", NULL },
  { 5349, "stuns", "stuns" },
  { 5353, NULL, "mdns" },
  { 5355, "llmnr", "llmnr" },
  { 5432, "postgresql", NULL },
  { 5671, "amqps", NULL },
  { 5672, "amqp", NULL },
  { 5683, NULL, "coap" },
  { 5900, "rfb", NULL },
  { 5985, "wsman", NULL },
  { 6081, NULL, "geneve" },
  { 6379, "redis", NULL },
  { 6443, "sun-sr-https", NULL },
  { 6514, "syslog-tls", "syslog-tls" },
  { 6653, "openflow", NULL },
  { 8080, "http-alt", NULL },
  { 8883, "secure-mqtt", NULL },
  { 9100, "pdl-datastream", NULL },
  { 9418, "git", NULL },
  { 10050, "zabbix-agent", NULL },
  { 10051, "zabbix-trapper", NULL },
  { 11211, "memcache", "memcache" },
  { 27017, "mongodb", NULL }
};

static int
compare_port (const void *key,
              const void *member)
{
  return (int) *(const guint16 *) key - ((const Service *) member)->port;
}

const char *
th_service_get_name (guint16  port,
                     gboolean is_udp)
{
  const Service *found = bsearch (&port, services, G_N_ELEMENTS (services), sizeof services[0],
                                  compare_port);

  if (found == NULL)
    return NULL;
  return is_udp ? found->udp : found->tcp;
}
