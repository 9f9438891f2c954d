/* th-netdev-times-tx.c - the time of each sent packet in queue and driver
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-journey.h"
#include "th-netdev-times-text.h"
#include "th-netdev-times-tx.h"

/* The greatest number of stacked devices, each with its own queue. */
#define MAX_STACKED 16

typedef struct
{
  gint64  queued;
  gint64  sent;    /* TH_TIME_NONE if it was dropped before */
  gint64  freed;
  guint32 row;
  gint64  length;  /* -1 if unknown */
  char   *device;
} Sent;

typedef struct
{
  ThFlowSet *flows;
  const char *dev;
  GArray     *list;   /* of Sent */
} Sending;

static void
sent_clear (gpointer data)
{
  g_free (((Sent *) data)->device);
}

/* A field of the event of @step; -1 if there is none. */
static gint64
read_int (ThFlowSet   *flows,
          const ThStep *step,
          const char   *name)
{
  guint type = th_recording_get_type (flows->recording, step->anchor);
  const ThField *field = th_field_table_find (th_recording_get_fields (flows->recording, type),
                                              name);
  ThPayload payload;
  guint64 value;

  if (field == NULL || !th_reader_get_payload (flows->reader, step->anchor, &payload) ||
      !th_field_read_u64 (field, &payload, &value))
    return -1;

  return (gint64) value;
}

static char *
read_device (ThFlowSet   *flows,
             const ThStep *step)
{
  guint type = th_recording_get_type (flows->recording, step->anchor);
  const ThField *field = th_field_table_find (th_recording_get_fields (flows->recording, type),
                                              "dev");
  ThPayload payload;
  const guint8 *bytes;
  gsize size;

  if (field == NULL || !th_reader_get_payload (flows->reader, step->anchor, &payload) ||
      !th_field_read_bytes (field, &payload, &bytes, &size))
    return g_strdup ("");

  return g_strndup ((const char *) bytes, size);
}

/* The time of the end of the packet; TH_TIME_NONE if it was not recorded. */
static gint64
find_free (ThFlowSet   *flows,
           const ThFlow *flow,
           ThStep       *end)
{
  for (guint32 i = flow->n_steps; i > 0; i--)
    {
      ThStep step = th_flows_get_step (flows->flows, flow, i - 1);
      const char *name = th_netdev_times_name (flows, &step);

      if (strcmp (name, "kfree_skb") == 0 || strcmp (name, "consume_skb") == 0)
        {
          *end = step;
          return step.time;
        }
    }

  return TH_TIME_NONE;
}

static void
add_sent (Sending      *self,
          guint32       row,
          const ThStep *queued,
          gint64        queue_time,
          gint64        sent,
          gint64        freed)
{
  Sent one = { queue_time, sent, freed, row, read_int (self->flows, queued, "len"),
               read_device (self->flows, queued) };

  if (self->dev == NULL || strstr (one.device, self->dev) != NULL)
    g_array_append_val (self->list, one);
  else
    g_free (one.device);
}

/* The time at which the packet that this segment was split from was queued; TH_TIME_NONE if
 * it is not a segment. */
static gint64
find_queue_of_parent (ThFlowSet   *flows,
                      const ThFlow *flow)
{
  const ThFlowsInfo *info = th_flows_get_info (flows->flows);
  const ThFlowLinks *links = th_flows_get_links (flows->flows, flow);
  guint32 row = links->parent != TH_FLOW_NONE ? th_flows_get_row (flows->flows, links->parent)
                                              : TH_FLOW_NONE;
  gint64 time = TH_TIME_NONE;

  if (row == TH_FLOW_NONE || links->parent_kind >= info->n_parent_kinds ||
      strcmp (info->parent_kinds[links->parent_kind].id, "segment") != 0)
    return TH_TIME_NONE;

  for (guint32 i = 0; i < th_flows_get (flows->flows, row)->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows->flows, th_flows_get (flows->flows, row), i);

      if (strcmp (th_netdev_times_name (flows, &step), "net_dev_queue") == 0)
        time = step.time;
    }

  return time;
}

/* Each queueing belongs to the next successful transmission, innermost first. */
static void
add_flow (Sending *self,
          guint32  row)
{
  ThFlowSet *flows = self->flows;
  const ThFlow *flow = th_flows_get (flows->flows, row);
  ThStep queued[MAX_STACKED], end, first_start = { TH_REF_NONE, };
  gint64 freed = find_free (flows, flow, &end);
  guint n = 0;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows->flows, flow, i);
      const char *name = th_netdev_times_name (flows, &step);

      if (strcmp (name, "net_dev_queue") == 0 && n < MAX_STACKED)
        queued[n++] = step;
      else if (strcmp (name, "net_dev_start_xmit") == 0 && th_ref_is_none (first_start.anchor))
        first_start = step;
      else if (strcmp (name, "net_dev_xmit") == 0 && read_int (flows, &step, "rc") == 0 &&
               freed != TH_TIME_NONE)
        {
          if (n > 0)
            {
              n--;
              add_sent (self, row, &queued[n], queued[n].time, step.time, freed);
            }
          else if (!th_ref_is_none (first_start.anchor) &&
                   find_queue_of_parent (flows, flow) != TH_TIME_NONE)
            add_sent (self, row, &first_start, find_queue_of_parent (flows, flow), step.time,
                      freed);
        }
    }

  if (n > 0 && th_journey_is_dropped (flows->results, row) && freed != TH_TIME_NONE)
    add_sent (self, row, &queued[n - 1], queued[n - 1].time, TH_TIME_NONE, freed);
}

static gint
compare_sent (gconstpointer a,
              gconstpointer b)
{
  const Sent *x = a, *y = b;

  if (x->freed != y->freed)
    return x->freed < y->freed ? -1 : 1;

  return x->queued < y->queued ? -1 : x->queued > y->queued;
}

static void
append_sent (ThFlowSet *flows,
             const Sent *sent,
             GString    *text)
{
  g_autofree char *device = g_utf8_make_valid (sent->device, -1);
  const char *reason = th_journey_get_word (flows->results, sent->row, "reason");

  g_string_append_printf (text, "%7s %5" G_GINT64_FORMAT " ", device, sent->length);
  th_netdev_times_stamp (text, sent->queued, 6);
  if (sent->sent == TH_TIME_NONE)
    g_string_append_printf (text, "sec %12.3fmsec      dropped (%s)\n",
                            (sent->freed - sent->queued) / 1e6, reason != NULL ? reason : "");
  else if (sent->freed < sent->sent)
    /* The packet was freed before the driver's function returned. */
    g_string_append_printf (text, "sec %12.3fmsec      freed %.3fmsec before net_dev_xmit\n",
                            (sent->sent - sent->queued) / 1e6,
                            (sent->sent - sent->freed) / 1e6);
  else
    g_string_append_printf (text, "sec %12.3fmsec      %12.3fmsec\n",
                            (sent->sent - sent->queued) / 1e6, (sent->freed - sent->sent) / 1e6);
}

void
th_netdev_times_tx (ThFlowSet *flows,
                    const char *dev,
                    GString    *text)
{
  g_autoptr(GArray) list = g_array_new (FALSE, FALSE, sizeof (Sent));
  Sending self = { flows, dev, list };

  g_array_set_clear_func (list, sent_clear);
  for (guint32 row = 0; row < th_flows_get_n (flows->flows); row++)
    add_flow (&self, row);
  g_array_sort (list, compare_sent);

  g_string_append (text, "   dev    len      Qdisc               netdevice             free\n");
  for (guint i = 0; i < list->len; i++)
    append_sent (flows, &g_array_index (list, Sent, i), text);
}
