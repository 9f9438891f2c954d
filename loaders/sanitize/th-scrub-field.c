/* th-scrub-field.c - decides which kind of personal data a field of an event can hold
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scrub-field.h"

#include <string.h>

static gboolean
is_one_of (const char        *name,
           const char *const *names)
{
  return g_strv_contains (names, name);
}

/* --- texts --------------------------------------------------------------- */

/* Systems in which a name is that of a file. */
static const char *const file_systems[] = {
  "9p", "afs", "btrfs", "ceph", "cifs", "erofs", "ext4", "f2fs", "fs", "fuse", "jfs", "netfs",
  "nfs", "nfs4", "nfsd", "ocfs2", "overlayfs", "smb3", "vboxsf", "xfs", NULL
};

static ThHolds
text_holds (const char *system,
            const char *event,
            const char *name)
{
  static const char *const paths[] = { "filename", "pathname", "path", "file", "interp", "dentry",
                                       "root", "cgroup", NULL };
  static const char *const commands[] = { "cmdline", "args", "argv", "command", NULL };
  static const char *const hosts[] = { "hostname", "nodename", "servername", NULL };
  static const char *const names[] = { "name", "oldname", "newname", "old_name", "new_name", NULL };

  if (strcmp (system, "ftrace") == 0)
    return strcmp (event, "raw_data") == 0 ? TH_HOLDS_MIXED : TH_HOLDS_FREE_TEXT;
  if (strcmp (system, "user_events") == 0 || strcmp (system, "bpf_trace") == 0)
    return TH_HOLDS_FREE_TEXT;
  if (g_str_has_suffix (name, "comm"))
    return TH_HOLDS_TASK;
  if (is_one_of (name, commands))
    return TH_HOLDS_COMMAND;
  if (is_one_of (name, hosts))
    return TH_HOLDS_HOST;
  if (is_one_of (name, paths) || g_str_has_suffix (name, "_path") ||
      (is_one_of (system, file_systems) && is_one_of (name, names)))
    return TH_HOLDS_PATH;
  return TH_HOLDS_TEXT;
}

/* --- bytes --------------------------------------------------------------- */

static gboolean
names_address (const char *name)
{
  static const char *const parts[] = { "addr", "src", "dst", "gw", "key4", "key6", "grp", "_ip",
                                       "ip_", "ipv4", "ipv6", "_v6", "mac", "bssid" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (name, parts[i]) != NULL)
      return TRUE;
  return strcmp (name, "ip") == 0 || strcmp (name, "ip6") == 0;
}

static gboolean
names_identifier (const char *name)
{
  return strstr (name, "uuid") != NULL || strstr (name, "guid") != NULL ||
         strstr (name, "serial") != NULL || strstr (name, "ssid") != NULL ||
         strstr (name, "wwn") != NULL;
}

static ThHolds
bytes_hold (const ThField *field)
{
  gboolean is_dynamic = field->kind == TH_FIELD_DYNAMIC_ARRAY;

  if (names_address (field->name))
    {
      if (is_dynamic || field->size == 28 || field->size == 128)
        return TH_HOLDS_SOCKADDR;
      if (strstr (field->name, "lladdr") != NULL)
        return TH_HOLDS_MAC;
      if (field->size == 4)
        return TH_HOLDS_V4;
      if (field->size == 16)
        return TH_HOLDS_V6;
    }
  if (field->size == 6 && !is_dynamic)
    return TH_HOLDS_MAC;
  return is_dynamic || names_identifier (field->name) ? TH_HOLDS_BYTES : TH_HOLDS_NUMBERS;
}

/* Structures of the network's headers that events have as they are. */
static ThHolds
struct_holds (const ThField *field)
{
  const char *type = field->type_name;

  if (strstr (type, "sockaddr") != NULL && field->size >= 16)
    return TH_HOLDS_SOCKADDR;
  if (strstr (type, "in6_addr") != NULL && field->size == 16)
    return TH_HOLDS_V6;
  if (strstr (type, "in_addr") != NULL && field->size == 4)
    return TH_HOLDS_V4;
  return TH_HOLDS_NUMBERS;
}

static ThHolds
number_holds (const ThField *field)
{
  static const char *const addresses[] = { "saddr", "daddr", "src_ip", "dst_ip", "laddr", "raddr",
                                           "rcv_saddr", "ipaddr", NULL };

  if (field->size != 4 || (field->flags & TH_FIELD_COMMON) != 0)
    return TH_HOLDS_NUMBERS;
  return is_one_of (field->name, addresses) ? TH_HOLDS_V4 : TH_HOLDS_U32;
}

ThHolds
th_field_holds (const char    *system,
                const char    *event,
                const ThField *field)
{
  ThHolds holds = field->type_name != NULL && strchr (field->type_name, '*') == NULL
                  ? struct_holds (field) : TH_HOLDS_NUMBERS;

  if (holds != TH_HOLDS_NUMBERS)
    return holds;

  switch (field->kind)
    {
    case TH_FIELD_STRING:
    case TH_FIELD_DYNAMIC_STRING:
      if (field->type_name != NULL &&
          (strstr (field->type_name, "unsigned char") != NULL || names_identifier (field->name)))
        return bytes_hold (field);
      return text_holds (system, event, field->name);
    case TH_FIELD_ARRAY:
    case TH_FIELD_DYNAMIC_ARRAY:
      if (strcmp (system, "ftrace") == 0)
        return strcmp (event, "bprint") == 0 || strcmp (event, "raw_data") == 0 ? TH_HOLDS_MIXED
                                                                                : TH_HOLDS_NUMBERS;
      return field->element_size == 1 ? bytes_hold (field) : TH_HOLDS_NUMBERS;
    case TH_FIELD_INT:
      return number_holds (field);
    default:
      return TH_HOLDS_NUMBERS;
    }
}
