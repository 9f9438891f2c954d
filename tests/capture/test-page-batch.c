/* test-page-batch.c - pages are trimmed, and batches of them are read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "page-batch-fixture.h"

#define PAGE_SIZE 4096
#define LOST_STORED (1ul << 30)
#define LOST (1ul << 31)

G_STATIC_ASSERT (sizeof (gulong) == 8); /* the sizes below are those of a 64-bit machine */

static void
fill_page (guint8 *page,
           guint64 commit)
{
  memset (page, 0, PAGE_SIZE);
  memset (page + 16, 'd', 100);
  memcpy (page + 8, &commit, sizeof commit);
}

static guint
append (guint64 commit)
{
  g_autoptr(GByteArray) batch = g_byte_array_new ();
  guint8 page[PAGE_SIZE];
  gsize appended;

  fill_page (page, commit);
  appended = batch_append (batch, 3, page, PAGE_SIZE);
  g_assert_cmpuint (appended, ==, batch->len);
  g_assert_cmpmem (batch->data, 4, "\x03\0\0\0", 4);
  g_assert_cmpmem (batch->data + 8, batch->len - 8, page, batch->len - 8);
  return batch->len - 8;
}

static void
test_trim (void)
{
  g_assert_cmpuint (append (100), ==, 116);
  g_assert_cmpuint (append (100 | LOST), ==, 116);
  g_assert_cmpuint (append (100 | LOST | LOST_STORED), ==, 124);
  g_assert_cmpuint (append (0), ==, 16);
  g_assert_cmpuint (append (PAGE_SIZE - 16), ==, PAGE_SIZE);
  g_assert_cmpuint (append ((PAGE_SIZE - 20) | LOST | LOST_STORED), ==, PAGE_SIZE);
  g_assert_cmpuint (append (0x7ffffff), ==, PAGE_SIZE);
}

static void
test_next (void)
{
  g_autoptr(GByteArray) batch = g_byte_array_new ();
  GString *seen = g_string_new (NULL);
  guint8 page[PAGE_SIZE];
  gsize offset = 0;
  ThWirePage next;
  gboolean damaged;

  fill_page (page, 100);
  batch_append (batch, 0, page, PAGE_SIZE);
  fill_page (page, 50);
  batch_append (batch, 300, page, PAGE_SIZE);
  while (th_page_batch_next (batch->data, batch->len, PAGE_SIZE, &offset, &next, &damaged))
    g_string_append_printf (seen, "%u:%u:%c ", next.cpu, next.size, next.bytes[16]);
  g_assert_false (damaged);
  g_assert_cmpstr (seen->str, ==, "0:116:d 300:66:d ");
  g_string_free (seen, TRUE);
}

static gboolean
is_damaged (guint32 page_size,
            gsize   size)
{
  guint32 header[2] = { 0, GUINT32_TO_LE (page_size) };
  g_autofree guint8 *batch = g_malloc0 (size);
  gsize offset = 0;
  ThWirePage next;
  gboolean damaged;

  memcpy (batch, header, MIN (size, sizeof header));
  while (th_page_batch_next (batch, size, PAGE_SIZE, &offset, &next, &damaged))
    ;
  return damaged;
}

static void
test_damaged (void)
{
  g_assert_false (is_damaged (100, 108));
  g_assert_true (is_damaged (100, 107));
  g_assert_true (is_damaged (100, 109));
  g_assert_true (is_damaged (15, 23));
  g_assert_false (is_damaged (4096, 4104));
  g_assert_true (is_damaged (4097, 4105));
  g_assert_true (is_damaged (G_MAXUINT32, 4105));
  g_assert_true (is_damaged (100, 5));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/page-batch/trim", test_trim);
  g_test_add_func ("/capture/page-batch/next", test_next);
  g_test_add_func ("/capture/page-batch/damaged", test_damaged);
  return g_test_run ();
}
