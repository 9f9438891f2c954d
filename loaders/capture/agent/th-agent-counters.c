/* th-agent-counters.c - the counters of the machine, as texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "th-agent-counters.h"
#include "th-agent-machine.h"

#define MAX_DEVICES 256
/* All texts together; a frame holds 16 MiB. */
#define MAX_TOTAL (12 << 20)

static const char *const files[] = {
  "net/snmp", "net/netstat", "net/snmp6", "net/softnet_stat", "net/dev",
  "interrupts", "softirqs", "stat", "schedstat",
};

static gsize
add_text (GVariantBuilder *builder,
          const char      *name,
          const char      *text,
          gsize            size,
          gsize            total)
{
  if (size > MAX_TOTAL - total)
    return total;
  g_variant_builder_add (builder, "(s@ay)", name,
                         g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, size, 1));
  return total + size;
}

static gsize
add_files (GVariantBuilder     *builder,
           const ThAgentPlaces *places)
{
  gsize total = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (places->proc, files[i], NULL);
      g_autofree char *name = g_strconcat ("proc/", files[i], NULL);
      g_autofree char *text = NULL;
      gsize size;

      text = th_agent_file_read (path, TH_AGENT_MAX_TEXT, &size);
      if (text != NULL)
        total = add_text (builder, name, text, size, total);
    }
  return total;
}

/* The names in /proc/net/dev: the devices of this network namespace. */
static char **
list_devices (const ThAgentPlaces *places)
{
  g_autofree char *text = th_agent_file_read_in (places->proc, "net/dev");
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autoptr(GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; lines[i] != NULL && names->len < MAX_DEVICES; i++)
    {
      char *colon = strchr (lines[i], ':');

      if (colon == NULL)
        continue;
      *colon = '\0';
      g_ptr_array_add (names, g_strdup (g_strstrip (lines[i])));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* @text: taken; may be NULL. */
static gsize
take_text (GVariantBuilder *builder,
           const char      *name,
           char            *text,
           gsize            total)
{
  if (text != NULL)
    total = add_text (builder, name, text, strlen (text), total);
  g_free (text);
  return total;
}

static void
add_devices (GVariantBuilder     *builder,
             const ThAgentPlaces *places,
             gsize                total)
{
  g_auto(GStrv) devices = list_devices (places);
  int control = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  for (guint i = 0; control >= 0 && devices[i] != NULL; i++)
    {
      g_autofree char *text = th_agent_ethtool_read (control, devices[i]);
      g_autofree char *name = g_strconcat ("ethtool/", devices[i], NULL);

      if (text != NULL && g_utf8_validate (name, -1, NULL))
        total = add_text (builder, name, text, strlen (text), total);
    }
  if (control >= 0)
    close (control);
}

GVariant *
th_agent_counters_read (const ThAgentPlaces *places,
                        const char          *when)
{
  GVariantBuilder texts;
  GVariantDict dict;
  gint64 mono = 0, real = 0;
  gsize total;

  th_agent_read_clock ("mono", &mono);
  th_agent_read_clock ("real", &real);
  g_variant_builder_init (&texts, G_VARIANT_TYPE ("a(say)"));
  total = add_files (&texts, places);
  total = take_text (&texts, "qdisc", th_agent_qdisc_read (), total);
  total = take_text (&texts, "sockets", th_agent_sockets_read (), total);
  add_devices (&texts, places, total);

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "when", "s", when);
  g_variant_dict_insert (&dict, "mono", "x", mono);
  g_variant_dict_insert (&dict, "real", "x", real);
  g_variant_dict_insert_value (&dict, "files", g_variant_builder_end (&texts));
  return g_variant_dict_end (&dict);
}
