/* th-page-batch.c - several pages in one frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-page-batch.h"

/* A u64 with the time of the first event, then `commit`, a long. */
#define TIME_SIZE sizeof (guint64)
#define PAGE_HEADER (TIME_SIZE + sizeof (gulong))
#define COMMIT_LENGTH 0x7ffffff
/* The number of events that were lost before this page follows the data. */
#define COMMIT_HAS_LOST (1 << 30)
/* The header, and at least one event or the number of lost ones. */
#define LEAST_SIZE 16

/* Everything up to the end of the page's data; the kernel has cleared what follows. */
static gsize
get_used_size (const guint8 *page,
               gsize         page_size)
{
  gulong commit;
  gsize used;

  memcpy (&commit, page + TIME_SIZE, sizeof commit);
  used = PAGE_HEADER + (commit & COMMIT_LENGTH);
  if (commit & COMMIT_HAS_LOST)
    used += sizeof (gulong);
  return MIN (MAX (used, LEAST_SIZE), page_size);
}

guint8 *
th_page_batch_get_room (GByteArray *payload,
                        gsize       page_size)
{
  guint used = payload->len;

  /* The array keeps the space when its size is taken back. */
  g_byte_array_set_size (payload, used + TH_PAGE_BATCH_HEADER + page_size);
  g_byte_array_set_size (payload, used);
  return payload->data + used + TH_PAGE_BATCH_HEADER;
}

gsize
th_page_batch_take (GByteArray *payload,
                    guint32     cpu,
                    gsize       page_size)
{
  guint8 *begin = payload->data + payload->len;
  gsize size = get_used_size (begin + TH_PAGE_BATCH_HEADER, page_size);
  guint32 header[2] = { GUINT32_TO_LE (cpu), GUINT32_TO_LE ((guint32) size) };

  memcpy (begin, header, sizeof header);
  g_byte_array_set_size (payload, payload->len + TH_PAGE_BATCH_HEADER + size);
  return TH_PAGE_BATCH_HEADER + size;
}

gboolean
th_page_batch_next (const guint8 *payload,
                    gsize         size,
                    gsize         page_size,
                    gsize        *offset,
                    ThWirePage   *page,
                    gboolean     *damaged)
{
  guint32 header[2];

  *damaged = FALSE;
  if (*offset >= size)
    return FALSE;

  *damaged = TRUE;
  if (size - *offset < TH_PAGE_BATCH_HEADER)
    return FALSE;
  memcpy (header, payload + *offset, sizeof header);
  page->cpu = GUINT32_FROM_LE (header[0]);
  page->size = GUINT32_FROM_LE (header[1]);
  page->bytes = payload + *offset + TH_PAGE_BATCH_HEADER;
  if (page->size < LEAST_SIZE || page->size > page_size ||
      page->size > size - *offset - TH_PAGE_BATCH_HEADER)
    return FALSE;

  *damaged = FALSE;
  *offset += TH_PAGE_BATCH_HEADER + page->size;
  return TRUE;
}
