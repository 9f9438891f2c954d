/* th-page-batch.h - several pages in one frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The payload of TH_WIRE_PAGES is a sequence of {cpu u32, size u32, bytes}, little-endian, without
 * padding.  The bytes are a page of the kernel's ring buffer without the zeros after its data:
 * 16 bytes of header, the data, and 8 more bytes if the header says that the number of lost events
 * is stored after the data.  The receiver fills the page up with zeros.  (The header of a 32-bit
 * machine has 12 bytes, its number of lost events 4.)  A page in a batch has at least 16 bytes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* CPU and size, before each page. */
#define TH_PAGE_BATCH_HEADER (2 * sizeof (guint32))

typedef struct
{
  guint32       cpu;
  guint32       size;
  const guint8 *bytes;
} ThWirePage;

/* A page, which has the header of a ring-buffer page of this machine, is read into the room at
 * the end of @payload, and then taken, which trims it.  If it is not taken, @payload is unchanged.
 * The room is valid until @payload changes.  Returns the number of bytes that were appended. */
guint8  *th_page_batch_get_room (GByteArray  *payload,
                                 gsize        page_size);
gsize    th_page_batch_take     (GByteArray  *payload,
                                 guint32      cpu,
                                 gsize        page_size);
/* Takes the next page from *@offset on; FALSE at the end or, with @damaged set, if the payload is
 * not a sequence of pages of at most @page_size bytes. */
gboolean th_page_batch_next   (const guint8 *payload,
                               gsize         size,
                               gsize         page_size,
                               gsize        *offset,
                               ThWirePage   *page,
                               gboolean     *damaged);

G_END_DECLS
