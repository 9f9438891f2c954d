/* th-render-compare.c - `thresh render --compare`: a picture of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-picture.h"
#include "th-compare-arguments.h"
#include "th-compare-sides.h"
#include "th-comparison-picture.h"
#include "th-printable.h"
#include "th-render-compare.h"
#include "th-scene-times.h"
#include "th-time-span.h"

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

/* What the names of the files have in common, without spans. */
static char *
name_side (char **files)
{
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = NULL;

  for (guint i = 0; files[i] != NULL; i++)
    {
      const char *range;

      g_ptr_array_add (paths, th_time_span_split (files[i], &range));
    }
  name = th_compare_arguments_name (paths);
  return th_printable_line (name);
}

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

  made->name = self->names[side] = name_side (self->files[side]);
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
  g_autoptr(GError) error = NULL;
  ThVerdictOptions verdict;
  ThExit status;

  th_verdict_options_init (&verdict);
  for (guint i = 0; i < 2; i++)
    sides.runs[i] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  status = th_compare_sides_split ("render", self->arguments, &sides.files[0], &sides.files[1],
                                   &verdict);
  if (status == TH_EXIT_REFUSED)
    return status;
  if (sides.files[0][0] == NULL || sides.files[1][0] == NULL)
    return th_cli_usage_error ("render", "%s",
                               _("each side needs at least one file: A… -- B…, or give the "
                                 "directory of an experiment"));

  status = th_cli_worse (status, th_compare_sides_load ("render", sides.files[0], sides.files[1],
                                                        self->with, sides.runs[0], sides.runs[1],
                                                        sides.kept));
  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE)
    return status;

  comparison = th_comparison_new (sides.runs[0], sides.runs[1], &verdict, &error);
  if (comparison == NULL)
    {
      g_printerr ("thresh render: %s\n", error->message);
      return TH_EXIT_REFUSED;
    }
  return th_cli_worse (status, write_picture (self, &sides, comparison));
}
