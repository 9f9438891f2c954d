/* th-frame-links.c - which frames of captures belong to which packets of traces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-frames-private.h"

/* The same links in two orders. */
typedef struct
{
  ThFrameLink *by_packet;
  ThFrameLink *by_frame;
  guint        n;
} Links;

static void
links_free (gpointer data)
{
  Links *links = data;

  g_free (links->by_packet);
  g_free (links->by_frame);
  g_free (links);
}

static int
compare_packets (gconstpointer a,
                 gconstpointer b)
{
  const TimedLink *x = a, *y = b;
  int order = th_ref_compare (x->link.packet, y->link.packet);

  if (order == 0)
    order = x->time < y->time ? -1 : x->time > y->time;
  return order != 0 ? order : th_ref_compare (x->link.frame, y->link.frame);
}

static int
compare_frames (gconstpointer a,
                gconstpointer b)
{
  const TimedLink *x = a, *y = b;
  int order = th_ref_compare (x->link.frame, y->link.frame);

  return order != 0 ? order : th_ref_compare (x->link.packet, y->link.packet);
}

static ThFrameLink *
sort_links (GArray       *timed,
            GCompareFunc  compare)
{
  ThFrameLink *links = g_new (ThFrameLink, MAX (timed->len, 1));

  g_array_sort (timed, compare);
  for (guint i = 0; i < timed->len; i++)
    links[i] = g_array_index (timed, TimedLink, i).link;
  return links;
}

void
th_frame_links_give (ThResults *results,
                     GArray    *timed)
{
  Links *links = g_new0 (Links, 1);

  links->n = timed->len;
  links->by_packet = sort_links (timed, compare_packets);
  links->by_frame = sort_links (timed, compare_frames);
  th_results_take_data (results, links, links_free);
  th_results_set_data_memory (results, 2 * (gsize) links->n * sizeof (ThFrameLink));
}

static const Links *
get_links (ThResults *results)
{
  static const Links none = { NULL };
  const Links *links = NULL;

  if (strcmp (th_results_get_id (results), "frames") == 0)
    links = th_results_get_data (results);
  return links != NULL && links->n > 0 ? links : &none;
}

const ThFrameLink *
th_frame_links_get (ThResults *results,
                    guint     *n)
{
  const Links *links = get_links (results);

  *n = links->n;
  return links->by_packet;
}

static ThRef
get_ref (const ThFrameLink *link,
         gboolean           is_frame)
{
  return is_frame ? link->frame : link->packet;
}

/* The links with @ref, of an array that is sorted by it. */
static const ThFrameLink *
find (const ThFrameLink *links,
      guint              n_links,
      ThRef              ref,
      gboolean           is_frame,
      guint             *n)
{
  guint low = 0, high = n_links, end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (th_ref_compare (get_ref (&links[middle], is_frame), ref) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (end = low;
       end < n_links && th_ref_compare (get_ref (&links[end], is_frame), ref) == 0; end++)
    ;
  *n = end - low;
  return end > low ? links + low : NULL;
}

const ThFrameLink *
th_frame_links_of_packet (ThResults *results,
                          ThRef      packet,
                          guint     *n)
{
  const Links *links = get_links (results);

  return find (links->by_packet, links->n, packet, FALSE, n);
}

const ThFrameLink *
th_frame_links_of_frame (ThResults *results,
                         ThRef      frame,
                         guint     *n)
{
  const Links *links = get_links (results);

  return find (links->by_frame, links->n, frame, TRUE, n);
}
