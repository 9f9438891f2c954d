/* fuzz-stage-map.c - stage maps, from any source
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-stage-map.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(ThStageMaps) maps = th_stage_maps_new ();
  g_autoptr(GError) error = NULL;
  guint n_shipped = th_stage_maps_get_n (maps);

  if (th_stage_maps_add_text (maps, "x.json", (const char *) data, size, &error))
    {
      th_stage_maps_find_point (maps, "probe", "ip_rcv");
      g_assert_nonnull (th_stage_maps_get_subscriptions (maps)[0].event);
      return 0;
    }

  g_assert_true (g_str_has_prefix (error->message, "x.json:"));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (th_stage_maps_get_n (maps), ==, n_shipped);
  return 0;
}
