/* th-render.c - `thresh render`: a picture of the timeline, without a display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>

#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-results.h"
#include "th-flame.h"
#include "th-picture.h"
#include "th-scene-filter.h"
#include "th-time-span.h"

#define DEFAULT_WIDTH 1440
#define MIN_WIDTH 200
#define MAX_WIDTH 16384

/* The greatest size of a cairo image. */
#define MAX_IMAGE_PX 32767

typedef enum
{
  FORMAT_NONE,
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF
} Format;

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

static Format
format_of (const char *path)
{
  static const struct { const char *suffix; Format format; } formats[] = {
    { ".png", FORMAT_PNG }, { ".svg", FORMAT_SVG }, { ".pdf", FORMAT_PDF }
  };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      return formats[i].format;

  return FORMAT_NONE;
}

/* --- drawing ----------------------------------------------------------- */

static cairo_status_t
write_cb (void                *closure,
          const unsigned char *data,
          unsigned int         length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_new (Format      format,
             double      width,
             double      height,
             double      scale,
             GByteArray *bytes)
{
  cairo_surface_t *surface;

  if (format == FORMAT_SVG)
    return cairo_svg_surface_create_for_stream (write_cb, bytes, width * scale, height * scale);
  if (format == FORMAT_PDF)
    return cairo_pdf_surface_create_for_stream (write_cb, bytes, width * scale, height * scale);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ceil (width * scale),
                                        ceil (height * scale));
  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

/* Draws unless @cr is NULL, and returns the height. */
static double
paint (const Painting  *painting,
       cairo_t         *cr,
       ThRenderBackend  door)
{
  if (painting->flame != NULL)
    return th_flame_draw_picture (painting->flame, painting->theme, painting->title,
                                  painting->width, painting->icicle,
                                  painting->resolution, cr);

  return th_scene_draw_picture (painting->scene, &painting->view, painting->title, cr, door);
}

static cairo_status_t
draw (const Painting *painting,
      Format          format,
      double          scale,
      GByteArray     *bytes)
{
  ThRenderBackend door = format == FORMAT_PNG ? TH_RENDER_PIXELS : TH_RENDER_VECTOR;
  cairo_surface_t *surface = surface_new (format, painting->width, paint (painting, NULL, door),
                                          scale, bytes);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  if (format != FORMAT_PNG)
    cairo_scale (cr, scale, scale);
  paint (painting, cr, door);
  status = cairo_status (cr);
  cairo_destroy (cr);

  if (status == CAIRO_STATUS_SUCCESS && format == FORMAT_PNG)
    status = cairo_surface_write_to_png_stream (surface, write_cb, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  /* A finished surface is the normal end, not an error. */
  return status == CAIRO_STATUS_SURFACE_FINISHED ? CAIRO_STATUS_SUCCESS : status;
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

static int
write_picture (const Options  *options,
               const Painting *painting)
{
  Format format = format_of (options->output);
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *name = g_filename_display_name (options->output);
  double height = paint (painting, NULL, TH_RENDER_VECTOR);
  cairo_status_t status;

  if (format == FORMAT_PNG && MAX (height, painting->width) * options->scale > MAX_IMAGE_PX)
    {
      g_printerr (_("%s: the picture would be larger than %d pixels; use .svg or .pdf, or a "
                    "smaller --scale.\n"),
                  name, MAX_IMAGE_PX);
      return TH_EXIT_REFUSED;
    }

  status = draw (painting, format, options->scale, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_printerr ("%s: %s\n", name, cairo_status_to_string (status));
      return TH_EXIT_REFUSED;
    }
  if (!g_file_set_contents (options->output, (const char *) bytes->data, bytes->len, &error))
    {
      g_printerr ("%s\n", error->message);
      return TH_EXIT_REFUSED;
    }

  return TH_EXIT_WHOLE;
}

static int
render (const Options *options,
        const char    *path)
{
  ThThemeFlags flags = (options->dark ? TH_THEME_DARK : 0) | (options->high_contrast
                                                              ? TH_THEME_HIGH_CONTRAST : 0);
  g_autoptr(ThTheme) theme = th_theme_new (flags, options->font, 1);
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
  return th_cli_worse (status, write_picture (options, &painting));
}

static int
check (const Options *options,
       int            argc)
{
  if (argc != 2)
    return th_cli_usage_error ("render", "%s", _("Exactly one recording is needed."));
  if (options->output == NULL || format_of (options->output) == FORMAT_NONE)
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
       options->common.from != NULL || options->common.to != NULL))
    return th_cli_usage_error ("render", "%s", _("--flame covers the whole recording: it cannot "
                                                 "be combined with a filter or times."));
  if (options->flame == NULL && (options->weight != NULL || options->flames_up))
    return th_cli_usage_error ("render", "%s", _("--weight and --flames-up need --flame."));
  if (!(options->scale >= 0.25 && options->scale <= 8))
    return th_cli_usage_error ("render", "%s", _("--scale must be between 0.25 and 8."));

  return TH_EXIT_WHOLE;
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
  Options options = { .width = DEFAULT_WIDTH, .scale = 1 };
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
    { "font", 0, 0, G_OPTION_ARG_STRING, &options.font, N_("Font and size, such as \"Sans 10\""),
      N_("FONT") },
    { NULL }
  };
  int status = TH_EXIT_USAGE;

  if (th_cli_parse (&argc, &argv, entries, N_("FILE"),
                    _("Draw the timeline of a recording as the window shows it.")))
    {
      status = check (&options, argc);
      if (status == TH_EXIT_WHOLE)
        status = render (&options, argv[1]);
    }

  options_clear (&options);
  return status;
}
