/* th-scene-filter.c - the events that the filter and the color rules select
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

void
th_scene_set_rows (ThScene  *self,
                   ThRows   *rows,
                   gboolean  hide)
{
  g_return_if_fail (rows == NULL || th_rows_get_recording (rows) == self->recording);

  if (rows != NULL)
    th_rows_ref (rows);
  g_clear_pointer (&self->filter.rows, th_rows_unref);
  self->filter.rows = rows;
  self->filter.hide = hide;
  self->changes.filter++;
}

ThRows *
th_scene_get_rows (ThScene *self)
{
  return self->filter.rows;
}

gboolean
th_scene_hides_events (ThScene *self)
{
  return self->filter.hide;
}

void
th_scene_set_rules (ThScene              *self,
                    ThRows        *const *rows,
                    const ThColor        *colors,
                    guint                 n)
{
  g_return_if_fail (n <= TH_SCENE_MAX_RULES);

  for (guint i = 0; i < n; i++)
    th_rows_ref (rows[i]);
  for (guint i = 0; i < self->rules.n; i++)
    th_rows_unref (self->rules.rows[i]);
  for (guint i = 0; i < n; i++)
    {
      self->rules.rows[i] = rows[i];
      self->rules.colors[i] = colors[i];
    }
  self->rules.n = n;
}

gboolean
th_scene_find_rule_color (ThScene *self,
                          ThRef    ref,
                          ThColor *color)
{
  for (guint i = 0; i < self->rules.n; i++)
    if (th_rows_contains (self->rules.rows[i], ref))
      {
        *color = self->rules.colors[i];
        return TRUE;
      }

  return FALSE;
}
