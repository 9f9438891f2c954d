/* th-render.c - `thresh render`: a picture of the timeline, without a display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-picture.h"
#include "th-cli-results.h"
#include "th-cli-span.h"
#include "th-compare-arguments.h"
#include "th-comparison-picture.h"
#include "th-flame.h"
#include "th-picture.h"
#include "th-render-compare.h"
#include "th-scene-filter.h"
#include "th-time-span.h"
#include "th-time.h"

#define DEFAULT_WIDTH 1440
#define MIN_WIDTH 200
#define DEFAULT_ROWS 12
#define MAX_ROWS 10000
#define MAX_WIDTH 16384

typedef struct
{
  ThCliOptions  common;
  char         *output;
  char         *font;
  gint          width;
  gdouble       scale;
  gboolean      dark;
  gboolean      high_contrast;
  gboolean      no_analyses;
  gboolean      hide;
  char         *flame;
  char         *weight;
  gboolean      flames_up;
  gboolean      compare;
  gint          n_rows;
} Options;

/* The content: lanes, or a flame graph. */
typedef struct
{
  ThTheme      *theme;
  const char   *title;
  double        width;
  ThScene      *scene;
  ThView        view;
  ThFlame      *flame;
  gboolean      icicle;
  ThResolution  resolution;
} Painting;

/* Draws unless @cr is NULL, and returns the height. */
static double
paint (gconstpointer    data,
       cairo_t         *cr,
       ThRenderBackend  backend)
{
  const Painting *painting = data;

  if (painting->flame != NULL)
    return th_flame_draw_picture (painting->flame, painting->theme, painting->title,
                                  painting->width, painting->icicle,
                                  painting->resolution, cr);

  return th_scene_draw_picture (painting->scene, &painting->view, painting->title, cr, backend);
}

/* --- the command ------------------------------------------------------- */

static ThView
view_of (ThRecording    *recording,
         const Options  *options,
         GError        **error)
{
  gint64 first = 0, last = 0, begin, end;
  ThView view = { 0, };

  th_recording_get_range (recording, &first, &last);
  view = th_view_fit (first, last, options->width);
  if (options->common.from == NULL && options->common.to == NULL)
    return view;

  if (!th_time_span_parse (recording, options->common.from, options->common.to, &begin, &end,
                           error))
    return view;
  th_cli_report_outside ("render", recording, begin,
                         options->common.to != NULL ? end : th_time_shift (end, 1));
  view.from = begin;
  view.to = MAX (end, begin + TH_VIEW_MIN_SPAN);

  return view;
}

/* Creates the scene with the results of analyses and the filter; NULL after an error, which
 * is reported. */
static ThScene *
scene_of (const Options *options,
          ThRecording   *recording,
          ThTheme       *theme)
{
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(ThRows) rows = NULL;

  if (!options->no_analyses && !(all = th_cli_analyze ("render", recording, options->common.with)))
    return NULL;
  if (options->common.filter != NULL &&
      !(rows = th_cli_filter ("render", recording, options->common.filter)))
    return NULL;

  for (guint i = 0; all != NULL && i < all->len; i++)
    th_scene_add_results (scene, g_ptr_array_index (all, i));
  th_scene_set_rows (scene, rows, options->hide);

  return g_steal_pointer (&scene);
}

/* NULL after an error, which is reported. */
static ThFlame *
flame_of (const Options *options,
          ThRecording   *recording)
{
  g_autoptr(GPtrArray) all = th_cli_analyze ("render", recording, options->common.with);
  g_autofree char *names = NULL;

  for (guint i = 0; all != NULL && i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_trees (all->pdata[i]); j++)
      {
        ThCallTree *tree = th_results_get_tree (all->pdata[i], j);
        guint weight = th_cli_find_weight (tree, options->weight);

        if (weight != G_MAXUINT && th_cli_tree_is (tree, options->flame))
          return th_flame_new (all->pdata[i], tree, weight);
      }

  if (all != NULL && (names = th_cli_list_trees (all)) != NULL)
    th_cli_usage_error ("render", _("no call chains match; available: %s"), names);
  else if (all != NULL)
    th_cli_usage_error ("render", "%s", _("this recording has no call chains"));
  return NULL;
}

static ThTheme *
theme_of (const Options *options)
{
  ThThemeFlags flags = (options->dark ? TH_THEME_DARK : 0) | (options->high_contrast
                                                              ? TH_THEME_HIGH_CONTRAST : 0);

  return th_theme_new (flags, options->font, 1);
}

static ThExit
render_comparison (const Options *options)
{
  g_autoptr(ThTheme) theme = theme_of (options);
  int least = th_comparison_picture_get_min_width (theme);

  if (options->width != DEFAULT_WIDTH && options->width < least)
    return th_cli_usage_error ("render", _("With --compare and this font, --width must be at "
                                           "least %d."), least);

  return th_render_compare (&(ThRenderCompare) {
    .theme = theme, .output = options->output, .width = MAX (options->width, least),
    .scale = options->scale, .n_others = options->n_rows,
    .with = options->common.with, .arguments = options->common.arguments
  });
}

static int
render (const Options *options,
        const char    *path)
{
  g_autoptr(ThTheme) theme = theme_of (options);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThScene) scene = NULL;
  g_autoptr(ThFlame) flame = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *title = g_filename_display_basename (path);
  Painting painting = { .theme = theme, .title = title, .width = options->width,
                        .icicle = !options->flames_up };
  ThExit status = th_cli_load (path, &recording);

  if (recording == NULL)
    return status;

  painting.view = view_of (recording, options, &error);
  if (error != NULL)
    return th_cli_usage_error ("render", "%s", error->message);

  if (options->flame != NULL)
    painting.flame = flame = flame_of (options, recording);
  else
    painting.scene = scene = scene_of (options, recording, theme);
  if (flame == NULL && scene == NULL)
    return TH_EXIT_USAGE;

  painting.resolution = th_recording_get_resolution (recording);
  return th_cli_worse (status, th_cli_picture_write (options->output, options->width,
                                                      options->scale, paint, &painting));
}

static gboolean
has_span (const Options *options)
{
  return options->common.from != NULL || options->common.to != NULL;
}

static ThExit
check_compare (const Options *options)
{
  if (options->flame != NULL || options->no_analyses || options->hide || has_span (options) ||
      options->common.filter != NULL)
    return th_cli_usage_error ("render", "%s", _("--compare cannot be combined with a filter, "
                                                 "times or a flame graph; FILE@FROM..TO is a "
                                                 "span of a recording."));
  if (th_cli_has_appended ())
    return th_cli_usage_error ("render", "%s", _("--compare takes separate recordings, so "
                                                 "--append cannot be used."));
  if (options->n_rows < 0 || options->n_rows > MAX_ROWS)
    return th_cli_usage_error ("render", _("--rows must be between 0 and %d."), MAX_ROWS);

  return TH_EXIT_WHOLE;
}

static int
check (const Options *options)
{
  char **files = options->common.arguments;

  if (!options->compare && (files == NULL || g_strv_length (files) != 1))
    return th_cli_usage_error ("render", "%s", _("Exactly one recording is needed."));
  if (!options->compare && options->n_rows != DEFAULT_ROWS)
    return th_cli_usage_error ("render", "%s", _("--rows needs --compare."));
  if (!th_picture_file_has_format (options->output))
    return th_cli_usage_error ("render", "%s",
                               _("An output file is needed: -o FILE, ending in .png, .svg or "
                                 ".pdf."));
  if (options->width < MIN_WIDTH || options->width > MAX_WIDTH)
    return th_cli_usage_error ("render", _("--width must be between %d and %d."), MIN_WIDTH,
                               MAX_WIDTH);
  if (options->no_analyses && options->common.with != NULL)
    return th_cli_usage_error ("render", "%s", _("--with and --no-analyses exclude each other."));
  if (options->flame != NULL &&
      (options->no_analyses || options->common.filter != NULL || options->hide ||
       has_span (options)))
    return th_cli_usage_error ("render", "%s", _("--flame covers the whole recording: it cannot "
                                                 "be combined with a filter or times."));
  if (options->flame == NULL && (options->weight != NULL || options->flames_up))
    return th_cli_usage_error ("render", "%s", _("--weight and --flames-up need --flame."));
  if (!(options->scale >= 0.25 && options->scale <= 8))
    return th_cli_usage_error ("render", "%s", _("--scale must be between 0.25 and 8."));

  return options->compare ? check_compare (options) : TH_EXIT_WHOLE;
}

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->output);
  g_free (options->font);
  g_free (options->flame);
  g_free (options->weight);
}

int
th_render_main (int    argc,
                char **argv)
{
  Options options = { .width = DEFAULT_WIDTH, .scale = 1, .n_rows = DEFAULT_ROWS };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Write the picture to FILE: .png, .svg or .pdf"), N_("FILE") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options.common.from,
      N_("Start at this time: 188.024, or +12ms from the first event"), N_("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options.common.to, N_("End at this time"), N_("TIME") },
    { "width", 0, 0, G_OPTION_ARG_INT, &options.width, N_("Width of the picture in pixels"),
      N_("N") },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &options.scale, N_("Device pixels per pixel"), N_("N") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, N_("Use dark colors"), NULL },
    { "high-contrast", 0, 0, G_OPTION_ARG_NONE, &options.high_contrast, N_("Use high contrast"),
      NULL },
    { "no-analyses", 0, 0, G_OPTION_ARG_NONE, &options.no_analyses,
      N_("Draw only events and task runs, without analyses"), NULL },
    TH_CLI_WITH_ENTRY (&options.common),
    TH_CLI_FILTER_ENTRY (&options.common),
    { "hide", 0, 0, G_OPTION_ARG_NONE, &options.hide,
      N_("Hide events that do not match instead of dimming them"), NULL },
    { "flame", 0, 0, G_OPTION_ARG_STRING, &options.flame, N_("Draw the flame graph of these call "
                                                             "chains instead of the timeline, "
                                                             "with the names “thresh stacks” "
                                                             "uses: calls, skb:kfree_skb"),
                                                             N_("CHAINS") },
    { "weight", 0, 0, G_OPTION_ARG_STRING, &options.weight, N_("What the widths in the flame "
                                                               "graph stand for, like samples, "
                                                               "period, time or calls"),
                                                               N_("NAME") },
    { "flames-up", 0, 0, G_OPTION_ARG_NONE, &options.flames_up, N_("Draw callers below callees"),
      NULL },
    { "compare", 0, 0, G_OPTION_ARG_NONE, &options.compare,
      N_("Draw the comparison of the recordings A… with the recordings B…, as “thresh compare” "
         "makes it"), NULL },
    { "rows", 'n', 0, G_OPTION_ARG_INT, &options.n_rows,
      N_("With --compare, how many rows to list besides those that changed; 12 by default"),
      N_("N") },
    { "font", 0, 0, G_OPTION_ARG_STRING, &options.font, N_("Font and size, such as \"Sans 10\""),
      N_("FONT") },
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };
  int status = TH_EXIT_USAGE;

  th_compare_arguments_mark_if (argc, argv, "--compare");
  if (th_cli_parse (&argc, &argv, entries, _("FILE | --compare A… -- B…"),
                    _("Draw the timeline of a recording, or a comparison, as the window shows "
                      "it.")))
    {
      status = check (&options);
      if (status == TH_EXIT_WHOLE)
        status = options.compare ? render_comparison (&options)
                                 : render (&options, options.common.arguments[0]);
    }

  options_clear (&options);
  return status;
}
