/* fuzz-origin.c - how others say that a recording was made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-origin.h"

/* The texts are shown on one line each. */
static void
check_line (const char *text)
{
  if (text == NULL)
    return;

  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    g_assert_false (g_unichar_iscntrl (g_utf8_get_char (c)));
}

static void
check_lines (char **texts)
{
  for (guint i = 0; texts[i] != NULL; i++)
    check_line (texts[i]);
}

static void
check_origin (const ThOrigin *self)
{
  const char *const texts[] = { self->program, self->version, self->command, self->target,
                                self->host, self->agent, self->clock, self->tracer,
                                self->cut_of };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_line (texts[i]);
  check_lines (self->presets);
  check_lines (self->functions);
  check_lines (self->processes);
  for (guint i = 0; i < self->events->len; i++)
    {
      const ThOriginEvent *event = self->events->pdata[i];

      check_line (event->name);
      check_line (event->filter);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data, size), written = NULL;
  g_autoptr(ThOrigin) origin = th_origin_decode (bytes), again = NULL;

  if (origin == NULL)
    return 0;

  /* A cut of the recording has it once more. */
  check_origin (origin);
  written = th_origin_encode (origin);
  again = th_origin_decode (written);
  g_assert_nonnull (again);
  check_origin (again);
  g_assert_cmpuint (again->events->len, ==, origin->events->len);
  return 0;
}
