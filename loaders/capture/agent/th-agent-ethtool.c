/* th-agent-ethtool.c - what a network driver reports through the ioctl of ethtool
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * None of these requests needs a privilege, or changes anything.  See linux/ethtool.h.
 */
#include "config.h"

#include <string.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>

#include "th-agent-counters.h"

#define MAX_STRINGS 65536

static gboolean
ask (int         control,
     const char *device,
     gpointer    command)
{
  struct ifreq request = { .ifr_data = command };

  g_strlcpy (request.ifr_name, device, sizeof request.ifr_name);
  return ioctl (control, SIOCETHTOOL, &request) == 0;
}

static guint
count_strings (int         control,
               const char *device,
               guint       set)
{
  g_autofree struct ethtool_sset_info *sets = g_malloc0 (sizeof *sets + sizeof (guint32));

  sets->cmd = ETHTOOL_GSSET_INFO;
  sets->sset_mask = G_GUINT64_CONSTANT (1) << set;
  if (!ask (control, device, sets) || sets->sset_mask == 0)
    return 0;
  return MIN (sets->data[0], MAX_STRINGS);
}

/* The names of a set, of ETH_GSTRING_LEN bytes each; NULL if there are none. */
static struct ethtool_gstrings *
dup_strings (int         control,
             const char *device,
             guint       set)
{
  guint n = count_strings (control, device, set);
  struct ethtool_gstrings *strings;

  if (n == 0)
    return NULL;
  /* A driver whose set has grown since then would write more: there is as much room again. */
  strings = g_malloc0 (sizeof *strings + 2 * n * ETH_GSTRING_LEN);
  strings->cmd = ETHTOOL_GSTRINGS;
  strings->string_set = set;
  strings->len = n;
  if (ask (control, device, strings) && strings->len <= n)
    return strings;
  g_free (strings);
  return NULL;
}

static char *
dup_printable (const char *text,
               gsize       size)
{
  char *name = g_strndup (text, size);

  for (char *c = name; *c != '\0'; c++)
    if (!g_ascii_isprint (*c))
      *c = '?';
  return g_strstrip (name);
}

static char *
dup_name (const struct ethtool_gstrings *strings,
          guint                          nth)
{
  return dup_printable ((const char *) strings->data + nth * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
}

static void
append_stats (GString    *text,
              int         control,
              const char *device)
{
  g_autofree struct ethtool_gstrings *names = dup_strings (control, device, ETH_SS_STATS);
  g_autofree struct ethtool_stats *stats = NULL;

  if (names == NULL)
    return;
  stats = g_malloc0 (sizeof *stats + 2 * names->len * sizeof (guint64));
  stats->cmd = ETHTOOL_GSTATS;
  stats->n_stats = names->len;
  if (!ask (control, device, stats))
    return;
  for (guint i = 0; i < MIN (names->len, stats->n_stats); i++)
    {
      g_autofree char *name = dup_name (names, i);

      g_string_append_printf (text, "stat %s %" G_GUINT64_FORMAT "\n", name,
                              (guint64) stats->data[i]);
    }
}

static void
append_rings (GString    *text,
              int         control,
              const char *device)
{
  struct ethtool_ringparam ring = { .cmd = ETHTOOL_GRINGPARAM };
  struct ethtool_channels channels = { .cmd = ETHTOOL_GCHANNELS };

  if (ask (control, device, &ring))
    g_string_append_printf (text, "ring rx %u\nring tx %u\nring rx-max %u\nring tx-max %u\n",
                            ring.rx_pending, ring.tx_pending, ring.rx_max_pending,
                            ring.tx_max_pending);
  if (ask (control, device, &channels))
    g_string_append_printf (text, "channels rx %u\nchannels tx %u\nchannels other %u\n"
                            "channels combined %u\n", channels.rx_count, channels.tx_count,
                            channels.other_count, channels.combined_count);
}

static void
append_coalescing (GString    *text,
                   int         control,
                   const char *device)
{
  struct ethtool_coalesce c = { .cmd = ETHTOOL_GCOALESCE };

  if (!ask (control, device, &c))
    return;
  g_string_append_printf (text, "coalesce adaptive-rx %u\ncoalesce adaptive-tx %u\n",
                          c.use_adaptive_rx_coalesce, c.use_adaptive_tx_coalesce);
  g_string_append_printf (text, "coalesce rx-usecs %u\ncoalesce rx-frames %u\n"
                          "coalesce rx-usecs-irq %u\ncoalesce rx-frames-irq %u\n",
                          c.rx_coalesce_usecs, c.rx_max_coalesced_frames,
                          c.rx_coalesce_usecs_irq, c.rx_max_coalesced_frames_irq);
  g_string_append_printf (text, "coalesce tx-usecs %u\ncoalesce tx-frames %u\n"
                          "coalesce tx-usecs-irq %u\ncoalesce tx-frames-irq %u\n",
                          c.tx_coalesce_usecs, c.tx_max_coalesced_frames,
                          c.tx_coalesce_usecs_irq, c.tx_max_coalesced_frames_irq);
}

static void
append_features (GString    *text,
                 int         control,
                 const char *device)
{
  g_autofree struct ethtool_gstrings *names = dup_strings (control, device, ETH_SS_FEATURES);
  guint n_blocks = names != NULL ? (names->len + 31) / 32 : 0;
  g_autofree struct ethtool_gfeatures *features = NULL;

  if (names == NULL)
    return;
  features = g_malloc0 (sizeof *features + n_blocks * sizeof features->features[0]);
  features->cmd = ETHTOOL_GFEATURES;
  features->size = n_blocks;
  if (!ask (control, device, features))
    return;
  for (guint i = 0; i < names->len && i / 32 < features->size; i++)
    {
      g_autofree char *name = dup_name (names, i);
      gboolean on = features->features[i / 32].active >> i % 32 & 1;

      if (*name != '\0')
        g_string_append_printf (text, "feature %s %s\n", name, on ? "on" : "off");
    }
}

char *
th_agent_ethtool_read (int         control,
                       const char *device)
{
  struct ethtool_drvinfo driver = { .cmd = ETHTOOL_GDRVINFO };
  GString *text = g_string_new (NULL);

  if (ask (control, device, &driver))
    {
      g_autofree char *name = dup_printable (driver.driver, sizeof driver.driver);

      g_string_append_printf (text, "driver name %s\n", name);
    }
  append_stats (text, control, device);
  append_rings (text, control, device);
  append_coalescing (text, control, device);
  append_features (text, control, device);
  return g_string_free (text, text->len == 0);
}
