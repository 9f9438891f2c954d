/* page-batch-fixture.h - appends a page that is in memory to a batch
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <string.h>

#include "th-page-batch.h"

G_BEGIN_DECLS

/* Returns the number of bytes that were appended. */
static inline gsize
batch_append (GByteArray   *payload,
              guint32       cpu,
              const guint8 *page,
              gsize         page_size)
{
  memcpy (th_page_batch_get_room (payload, page_size), page, page_size);
  return th_page_batch_take (payload, cpu, page_size);
}

G_END_DECLS
