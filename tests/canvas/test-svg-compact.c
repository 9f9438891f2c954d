/* test-svg-compact.c - the SVG of cairo in fewer bytes draws the same
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>

#include "th-svg-compact.h"

#define FILL(rgb) \
  "<path style=\" stroke:none;fill-rule:nonzero;fill:rgb(" rgb ");fill-opacity:1;\" d=\""
#define RED "100%,0%,0%"
#define GRAY "50.196078%,50.196078%,50.196078%"

/* What cairo writes, and what it should become; worked out by hand. */
static const struct
{
  const char *name;
  const char *svg;
  const char *compact;
} cases[] = {
  { "rectangle", FILL (RED) "M 1 2 L 4 2 L 4 8 L 1 8 Z M 1 2 \"/>\n",
    "<path fill=\"#ff0000\" d=\"M1 2h3v6h-3z\"/>" },
  /* Steps of 1/3 px do not add up to an error. */
  { "rounding", FILL (RED) "M 0.333333 0 L 0.666667 0 L 1 1 L 1.333333 1.004 Z M 0.333333 0 \"/>",
    "<path fill=\"#ff0000\" d=\"M.33 0h.34l.33 1h.33z\"/>" },
  { "curve", FILL (GRAY) "M -1 0 C -1 0.5 1.5 1 2 1 L 2 0 Z M -1 0 \"/>",
    "<path fill=\"#808080\" d=\"M-1 0c0 .5 2.5 1 3 1v-1z\"/>" },
  /* The second red one is to the right of all, so it may be drawn before the gray one. */
  { "row",
    FILL (RED) "M 0 0 L 1 0 L 1 9 L 0 9 Z M 0 0 \"/>\n"
    FILL (GRAY) "M 1 0 L 2 0 L 2 9 L 1 9 Z M 1 0 \"/>\n"
    FILL (RED) "M 5 3 L 7 3 L 7 9 L 5 9 Z M 5 3 \"/>\n",
    "<path fill=\"#ff0000\" d=\"M0 0h1v9h-1zm5 3h2v6h-2z\"/>"
    "<path fill=\"#808080\" d=\"M1 0h1v9h-1z\"/>" },
  /* One that covers another stays behind it. */
  { "overlap",
    FILL (RED) "M 0 0 L 4 0 L 4 9 L 0 9 Z M 0 0 \"/>"
    FILL (GRAY) "M 2 0 L 3 0 L 3 9 L 2 9 Z M 2 0 \"/>"
    FILL (RED) "M 2 0 L 3 0 L 3 4 L 2 4 Z M 2 0 \"/>",
    "<path fill=\"#ff0000\" d=\"M0 0h4v9h-4z\"/><path fill=\"#808080\" d=\"M2 0h1v9h-1z\"/>"
    "<path fill=\"#ff0000\" d=\"M2 0h1v4h-1z\"/>" },
  /* Where both are translucent, or have a line around them, they are not joined. */
  { "opacity",
    "<path style=\"fill:rgb(100%,0%,0%);fill-opacity:0.5;\" d=\"M 0 0 L 1 0 L 1 1 Z M 0 0 \"/>"
    "<path style=\"fill:rgb(100%,0%,0%);fill-opacity:0.5;\" d=\"M 1 0 L 2 0 L 2 1 Z M 1 0 \"/>",
    "<path fill=\"#ff0000\" fill-opacity=\"0.5\" d=\"M0 0h1v1z\"/>"
    "<path fill=\"#ff0000\" fill-opacity=\"0.5\" d=\"M1 0h1v1z\"/>" },
  { "line",
    "<path style=\"fill:none;stroke-width:1;stroke:rgb(100%,0%,0%);stroke-miterlimit:10;\" "
    "d=\"M 0.5 0 L 0.5 9.25 \" transform=\"matrix(1,0,0,1,2,0)\"/>",
    "<path fill=\"none\" stroke=\"#ff0000\" stroke-miterlimit=\"10\" "
    "transform=\"matrix(1,0,0,1,2,0)\" d=\"M.5 0v9.25\"/>" },
  { "two parts", FILL (RED) "M 0 0 L 1 0 L 1 1 Z M 3 0 L 4 0 L 4 1 Z M 3 0 \"/>",
    "<path fill=\"#ff0000\" d=\"M0 0h1v1zm3 0h1v1z\"/>" },
  { "glyph", "<g style=\"fill:rgb(100%,0%,0%);fill-opacity:1;\">\n"
    "  <use xlink:href=\"#glyph0-1\" x=\"331.923828\" y=\"-0.978516\"/>\n</g>\n",
    "<g fill=\"#ff0000\"><use href=\"#glyph0-1\" x=\"331.92\" y=\"-.98\"/></g>" },
  { "unknown", "<path d=\"M 0 0 A 1 1 0 0 0 2 2\"/><mask id=\"m\"/>",
    "<path d=\"M 0 0 A 1 1 0 0 0 2 2\"/><mask id=\"m\"/>" },
  { "torn", "<path d=\"", "" },
};

static void
test_case (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr(GString) text = g_string_new (NULL);

  th_svg_compact (text, cases[i].svg);
  g_assert_cmpstr (text->str, ==, cases[i].compact);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/report/svg-compact/", cases[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_case);
    }

  return g_test_run ();
}
