/* th-svg-path.c - the path data of cairo in few bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-svg-path.h"

#include <math.h>
#include <string.h>

#define MAX_NUMBERS 6 /* of one command */

/* Coordinates are in 1/100 px, so that rounded steps do not add up to an error. */
typedef struct
{
  GString    *text;
  ThSvgPoint  at;
  ThSvgPoint  start;   /* of the subpath */
  char        before;  /* the last command; 0 at first */
  ThSvgExtent extent;
} Path;

gint64
th_svg_round (double value)
{
  return (gint64) llround (value * 100);
}

void
th_svg_append_number (GString *text,
                      gint64   hundredths)
{
  gint64 size = ABS (hundredths);
  char last = text->len > 0 ? text->str[text->len - 1] : ' ';

  if (hundredths < 0)
    g_string_append_c (text, '-');
  else if (g_ascii_isdigit (last))
    g_string_append_c (text, ' ');
  if (size >= 100 || size == 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, size / 100);
  if (size % 100 == 0)
    return;
  g_string_append_printf (text, ".%02d", (int) (size % 100));
  if (size % 10 == 0)
    g_string_truncate (text, text->len - 1);
}

static void
append_step (GString    *text,
             char        command,
             ThSvgPoint  step)
{
  g_string_append_c (text, command);
  th_svg_append_number (text, step.x);
  th_svg_append_number (text, step.y);
}

/* The letter is left out if it is that of the command before. */
static void
append_command (Path *self,
                char  command)
{
  if (self->before != command)
    g_string_append_c (self->text, command);
  self->before = command;
}

static void
go_to (Path       *self,
       ThSvgPoint  to)
{
  self->at = to;
  self->extent.from = MIN (self->extent.from, to.x);
  self->extent.to = MAX (self->extent.to, to.x);
}

static void
move_to (Path       *self,
         ThSvgPoint  to)
{
  if (self->before == '\0')
    {
      append_step (self->text, 'M', to);
      self->extent = (ThSvgExtent) { to, to, to.x, to.x, FALSE };
    }
  else
    append_step (self->text, 'm', (ThSvgPoint) { to.x - self->at.x, to.y - self->at.y });
  self->before = 'm';
  self->start = self->extent.last = to;
  go_to (self, to);
}

static void
line_to (Path       *self,
         ThSvgPoint  to)
{
  ThSvgPoint step = { to.x - self->at.x, to.y - self->at.y };

  go_to (self, to);
  append_command (self, step.y == 0 ? 'h' : step.x == 0 ? 'v' : 'l');
  if (step.x != 0 || step.y == 0)
    th_svg_append_number (self->text, step.x);
  if (step.y != 0)
    th_svg_append_number (self->text, step.y);
}

static void
curve_to (Path             *self,
          const ThSvgPoint  points[3])
{
  append_command (self, 'c');
  for (guint i = 0; i < 3; i++)
    {
      th_svg_append_number (self->text, points[i].x - self->at.x);
      th_svg_append_number (self->text, points[i].y - self->at.y);
    }
  for (guint i = 0; i < 3; i++)
    go_to (self, points[i]);
}

static void
close_path (Path *self)
{
  append_command (self, 'z');
  self->at = self->start;
}

/* Reads the numbers of a command; returns how many there are. */
static guint
read_numbers (const char **data,
              double       numbers[MAX_NUMBERS])
{
  guint n = 0;

  for (; n < MAX_NUMBERS; n++)
    {
      char *end;

      numbers[n] = g_ascii_strtod (*data, &end);
      if (end == *data)
        break;
      *data = end;
    }
  while (g_ascii_isspace (**data))
    (*data)++;
  return n;
}

/* FALSE for a command that cairo does not write. */
static gboolean
append_next (Path        *self,
             const char **data)
{
  char command = *(*data)++;
  double numbers[MAX_NUMBERS];
  guint n = read_numbers (data, numbers);
  ThSvgPoint points[MAX_NUMBERS / 2];

  for (guint i = 0; i < n / 2; i++)
    points[i] = (ThSvgPoint) { th_svg_round (numbers[2 * i]), th_svg_round (numbers[2 * i + 1]) };
  /* Cairo ends each closed path with a point where nothing begins. */
  if (command == 'M' && n == 2 && **data == '\0' && self->before == 'z')
    return TRUE;
  if (command == 'M' && n == 2)
    move_to (self, points[0]);
  else if (command == 'L' && n == 2 && self->before != '\0')
    line_to (self, points[0]);
  else if (command == 'C' && n == 6 && self->before != '\0')
    curve_to (self, points);
  else if (command == 'Z' && n == 0 && self->before != '\0')
    close_path (self);
  else
    return FALSE;
  return TRUE;
}

gboolean
th_svg_append_path (GString     *text,
                    const char  *data,
                    ThSvgExtent *extent)
{
  gsize length = text->len;
  Path self = { .text = text };

  while (g_ascii_isspace (*data))
    data++;
  while (*data != '\0')
    if (!append_next (&self, &data))
      break;
  *extent = self.extent;
  extent->is_closed = self.before == 'z';
  if (*data == '\0')
    return TRUE;

  g_string_truncate (text, length);
  return FALSE;
}

void
th_svg_continue_path (GString           *text,
                      const ThSvgPoint  *last,
                      const char        *more,
                      const ThSvgExtent *extent)
{
  append_step (text, 'm', (ThSvgPoint) { extent->first.x - last->x, extent->first.y - last->y });
  g_string_append (text, strpbrk (more, "hvlcz"));
}
