/* th-render-compare.c - `thresh render --compare`: a picture of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-picture.h"
#include "th-cli-report.h"
#include "th-commands.h"
#include "th-compare-arguments.h"
#include "th-compare-experiment.h"
#include "th-comparison-picture.h"
#include "th-render-compare.h"
#include "th-scene-times.h"

/* Both sides while they are compared and drawn. */
typedef struct
{
  GStrv               files[2];
  GPtrArray          *runs[2];
  ThComparedRecording kept[2];
  ThScene            *scenes[2];
  char               *names[2];
} Sides;

static void
sides_clear (Sides *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->scenes[i], th_scene_free);
      th_compared_recording_clear (&self->kept[i]);
      g_clear_pointer (&self->runs[i], g_ptr_array_unref);
      g_strfreev (self->files[i]);
      g_free (self->names[i]);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

/* Without events, the span stays empty. */
static void
take_span (ThPictureSide             *side,
           const ThComparedRecording *kept)
{
  gint64 first, last;

  if (!th_scene_get_range (side->scene, &first, &last))
    return;

  side->first = MAX (first, kept->from);
  side->last = MAX (MIN (last, kept->to), side->first);
}

static void
make_side (Sides         *self,
           guint          side,
           ThTheme       *theme,
           ThPictureSide *made)
{
  const ThComparedRecording *kept = &self->kept[side];

  made->name = self->names[side] = th_compare_arguments_name_files (self->files[side]);
  made->run = kept->run != NULL ? kept->run : self->runs[side]->pdata[0];
  if (kept->recording == NULL)
    return;

  made->scene = self->scenes[side] = th_scene_new (kept->recording, theme);
  for (guint i = 0; i < kept->all->len; i++)
    th_scene_add_results (made->scene, kept->all->pdata[i]);
  take_span (made, kept);
}

static double
paint (gconstpointer    data,
       cairo_t         *cr,
       ThRenderBackend  backend)
{
  return th_comparison_picture_draw (data, cr, backend);
}

static ThExit
write_picture (const ThRenderCompare *self,
               Sides                 *sides,
               const ThComparison    *comparison)
{
  ThComparisonPicture picture = {
    .comparison = comparison, .theme = self->theme, .width = self->width,
    .n_others = self->n_others
  };

  for (guint side = 0; side < 2; side++)
    make_side (sides, side, self->theme, &picture.sides[side]);
  return th_cli_picture_write (self->output, self->width, self->scale, paint, &picture);
}

ThExit
th_render_compare (const ThRenderCompare *self)
{
  g_auto(Sides) sides = { 0, };
  g_autoptr(ThComparison) comparison = NULL;
  ThExit status;

  for (guint i = 0; i < 2; i++)
    sides.runs[i] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  status = th_compare_experiment_compare ("render", self->arguments, self->with, sides.files,
                                          sides.runs, sides.kept, &comparison);
  if (comparison == NULL)
    return status;

  return th_cli_worse (status, write_picture (self, &sides, comparison));
}
