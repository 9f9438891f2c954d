/* th-event-links.c - events that belong to other events: the frames of a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-links.h"

/* The same links in two orders. */
struct _ThEventLinks
{
  const ThLinkKind *kinds;
  guint             n_kinds;
  GArray           *by_of;    /* of ThEventLink */
  GArray           *by_event;
};

static int
compare_of (gconstpointer a,
            gconstpointer b)
{
  return th_ref_compare (((const ThEventLink *) a)->of, ((const ThEventLink *) b)->of);
}

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  return th_ref_compare (((const ThEventLink *) a)->event, ((const ThEventLink *) b)->event);
}

ThEventLinks *
th_event_links_new (const ThLinkKind *kinds,
                    guint             n_kinds,
                    GArray           *links)
{
  ThEventLinks *self = g_new0 (ThEventLinks, 1);

  self->kinds = kinds;
  self->n_kinds = n_kinds;
  self->by_of = links;
  self->by_event = g_array_copy (links);
  /* These sorts are stable. */
  g_array_sort (self->by_of, compare_of);
  g_array_sort (self->by_event, compare_events);
  return self;
}

void
th_event_links_free (ThEventLinks *self)
{
  g_array_unref (self->by_of);
  g_array_unref (self->by_event);
  g_free (self);
}

gsize
th_event_links_get_memory (const ThEventLinks *self)
{
  return 2 * (gsize) self->by_of->len * sizeof (ThEventLink);
}

const ThLinkKind *
th_event_links_get_kind (const ThEventLinks *self,
                         guint               kind)
{
  g_return_val_if_fail (kind < self->n_kinds, NULL);

  return &self->kinds[kind];
}

/* The links of @sorted that are equal to @link by @compare. */
static const ThEventLink *
find (const GArray      *sorted,
      const ThEventLink *link,
      GCompareFunc       compare,
      guint             *n)
{
  const ThEventLink *links = (const ThEventLink *) sorted->data;
  guint low = 0, high = sorted->len, end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare (&links[middle], link) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (end = low; end < sorted->len && compare (&links[end], link) == 0; end++)
    ;
  *n = end - low;
  return end > low ? links + low : NULL;
}

const ThEventLink *
th_event_links_find_of (const ThEventLinks *self,
                        ThRef               of,
                        guint              *n)
{
  const ThEventLink link = { .of = of };

  *n = 0;
  return self != NULL ? find (self->by_of, &link, compare_of, n) : NULL;
}

const ThEventLink *
th_event_links_find_from (const ThEventLinks *self,
                          ThRef               event,
                          guint              *n)
{
  const ThEventLink link = { .event = event };

  *n = 0;
  return self != NULL ? find (self->by_event, &link, compare_events, n) : NULL;
}
