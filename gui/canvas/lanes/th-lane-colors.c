/* th-lane-colors.c - a cache of the colors of tasks, names and contexts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-colors.h"

/* The name and color of a task. */
typedef struct
{
  const char *name;  /* NULL if not looked up yet, or if the task has several names */
  guint32     fill;
  gboolean    known;
} TaskLook;

struct _ThLaneColors
{
  ThTheme    *theme;
  ThTasks    *tasks;
  GArray     *looks;       /* TaskLook, by task */
  GHashTable *name_fills;  /* interned name: color */
  GHashTable *inks;        /* fill color: text color */
  GHashTable *dimmed_inks;
  guint32     context_fills[TH_N_CONTEXTS];
};

static void
read_contexts (ThLaneColors *self)
{
  for (guint i = 0; i < TH_N_CONTEXTS; i++)
    self->context_fills[i] = th_color_pack (th_theme_get_context_color (self->theme, i));
}

ThLaneColors *
th_lane_colors_new (void)
{
  ThLaneColors *self = g_new0 (ThLaneColors, 1);

  self->looks = g_array_new (FALSE, TRUE, sizeof (TaskLook));
  self->name_fills = g_hash_table_new (NULL, NULL);
  self->inks = g_hash_table_new (NULL, NULL);
  self->dimmed_inks = g_hash_table_new (NULL, NULL);

  return self;
}

void
th_lane_colors_free (ThLaneColors *self)
{
  g_array_unref (self->looks);
  g_hash_table_unref (self->name_fills);
  g_hash_table_unref (self->inks);
  g_hash_table_unref (self->dimmed_inks);
  g_free (self);
}

void
th_lane_colors_set_theme (ThLaneColors *self,
                          ThTheme      *theme)
{
  self->theme = theme;
  th_lane_colors_forget_words (self);
  g_hash_table_remove_all (self->inks);
  g_hash_table_remove_all (self->dimmed_inks);
  read_contexts (self);
}

void
th_lane_colors_set_tasks (ThLaneColors *self,
                          ThTasks      *tasks)
{
  self->tasks = tasks;
  th_lane_colors_forget_words (self);
}

void
th_lane_colors_forget_words (ThLaneColors *self)
{
  th_lane_colors_forget_tasks (self);
  g_hash_table_remove_all (self->name_fills);
}

void
th_lane_colors_forget_tasks (ThLaneColors *self)
{
  g_array_set_size (self->looks, 0);
}

/* --- tasks ------------------------------------------------------------- */

guint32
th_lane_colors_get_name (ThLaneColors *self,
                         const char   *name)
{
  gpointer fill;

  /* Names are interned, so the pointer identifies the name. */
  if (g_hash_table_lookup_extended (self->name_fills, name, NULL, &fill))
    return GPOINTER_TO_UINT (fill);

  fill = GUINT_TO_POINTER (th_color_pack (th_theme_get_task_color (self->theme, name)));
  g_hash_table_insert (self->name_fills, (gpointer) name, fill);
  return GPOINTER_TO_UINT (fill);
}

static TaskLook
make_look (ThLaneColors *self,
           guint32       task)
{
  const char *name = th_tasks_get_name (self->tasks, task, G_MAXINT64);
  TaskLook look = { NULL, 0, TRUE };

  /* Most tasks have one name throughout, except those that exec(). */
  if (name == th_tasks_get_name (self->tasks, task, G_MININT64 + 1))
    {
      look.name = name;
      look.fill = th_lane_colors_get_name (self, name);
    }

  return look;
}

const char *
th_lane_colors_get_task (ThLaneColors *self,
                         guint32       task,
                         const ThGrid *grid,
                         gint          column,
                         guint32      *fill)
{
  TaskLook *look;
  const char *name;

  if (task >= self->looks->len)
    g_array_set_size (self->looks, MAX (task + 1, th_tasks_get_n (self->tasks)));

  look = &g_array_index (self->looks, TaskLook, task);
  if (!look->known)
    *look = make_look (self, task);
  if (look->name != NULL)
    {
      *fill = look->fill;
      return look->name;
    }

  name = th_tasks_get_name (self->tasks, task, th_grid_time_at (grid, column));
  *fill = th_lane_colors_get_name (self, name);
  return name;
}

guint32
th_lane_colors_get_context (ThLaneColors *self,
                            guint         context)
{
  return self->context_fills[context < TH_N_CONTEXTS ? context : TH_CONTEXT_OTHER];
}

/* --- text --------------------------------------------------------------- */

guint32
th_lane_colors_get_ink (ThLaneColors *self,
                        guint32       fill)
{
  gpointer ink = g_hash_table_lookup (self->inks, GUINT_TO_POINTER (fill));

  if (ink == NULL)
    {
      ink = GUINT_TO_POINTER (th_color_pack (th_theme_get_ink_on (self->theme,
                                                                  th_color_unpack (fill))));
      g_hash_table_insert (self->inks, GUINT_TO_POINTER (fill), ink);
    }

  return GPOINTER_TO_UINT (ink);
}

guint32
th_lane_colors_get_dimmed_ink (ThLaneColors *self,
                               guint32       fill)
{
  gpointer ink = g_hash_table_lookup (self->dimmed_inks, GUINT_TO_POINTER (fill));

  if (ink == NULL)
    {
      ThColor back = th_theme_get_color (self->theme, TH_COLOR_BACKGROUND);
      ThColor dimmed = th_color_mix (th_color_unpack (fill), back, TH_DIMMED_ALPHA);

      ink = GUINT_TO_POINTER (th_color_pack (th_theme_get_dimmed_ink_on (self->theme, dimmed)));
      g_hash_table_insert (self->dimmed_inks, GUINT_TO_POINTER (fill), ink);
    }

  return GPOINTER_TO_UINT (ink);
}
