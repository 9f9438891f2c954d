/* fuzz-page.c - decodes one ring-buffer page
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first byte chooses byte order, word size and common fields; the rest is the page.
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-tracedat-layout.h"
#include "th-tracedat-page.h"
#include "th-tracedat-times.h"

#define BIG_ENDIAN_BIT 1
#define SHORT_COMMIT_BIT 2
#define FAR_FIELDS_BIT 4 /* the common fields are beyond the longest size a header can give */

static ThTdLayout *
make_layout (void)
{
  static ThTdLayout layout;

  if (layout.kinds == NULL)
    {
      layout.kinds = g_new0 (ThTdKind, TH_TD_N_IDS);
      layout.unknown = g_new0 (guint16, TH_TD_N_IDS);
      /* Like sched_switch, which is one in four of the small ids. */
      layout.special[0] = (ThTdSpecial) { 2, { { 4, 8, 24 }, { 56, 40, 60 } }, TRUE };
      layout.n_special = 1;
      for (guint i = 0; i < 1024; i++)
        layout.kinds[i].special = i % 4 == 0 ? TH_TD_SPECIAL : TH_TD_PLAIN;
    }
  return &layout;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  ThTdLayout *layout = make_layout ();
  guint64 reference = G_GUINT64_CONSTANT (188000000000);
  ThTdWalk walk;

  if (size == 0 || size > TH_TD_MAX_PAGE)
    return 0;

  layout->big_endian = (data[0] & BIG_ENDIAN_BIT) != 0;
  layout->commit_size = (data[0] & SHORT_COMMIT_BIT) != 0 ? 4 : 8;
  layout->pid_offset = (data[0] & FAR_FIELDS_BIT) != 0 ? 200 : 4;
  layout->min_record = layout->pid_offset + 4;
  data++;
  size--;
  th_td_walk_init (&walk);
  g_assert_true (th_td_walk_reset (&walk, size));
  th_td_walk_page (&walk, layout, data, size, 0);
  for (guint32 i = 0; i < walk.n; i++)
    {
      const guint8 *record;
      gsize length;

      g_assert_cmpuint (walk.places[i], <, size);
      if (walk.ascends && i > 0)
        g_assert_true (walk.stamps[i] >= walk.stamps[i - 1] &&
                       walk.places[i] > walk.places[i - 1] && walk.places[i] % 4 == 0);
      if (th_td_page_record (data, size, walk.places[i], layout->big_endian, &record, &length))
        g_assert_true (record >= data && length <= size && record + length <= data + size);
    }
  th_td_walk_check_times (&walk, NULL, &reference);
  th_td_walk_clear (&walk);
  return 0;
}
