/* th-cli-joined.c - loads several recordings on one timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-align.h"
#include "th-cli-joined.h"
#include "th-cli-report.h"
#include "th-frame-shift.h"
#include "th-guess.h"
#include "th-loaders.h"

struct _ThCliJoined
{
  guint            n;
  char           **paths;
  char           **names;
  ThAlign         *aligns;
  ThLoaderPart    *parts;
  const ThLoader **loaders;
  gboolean        *is_refused; /* why it could not be aligned was reported */
};

void
th_cli_joined_free (ThCliJoined *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->parts[i].bytes, th_bytes_unref);
  g_strfreev (self->paths);
  g_strfreev (self->names);
  g_free (self->aligns);
  g_free (self->parts);
  g_free (self->loaders);
  g_free (self->is_refused);
  g_free (self);
}

ThCliJoined *
th_cli_joined_new (const char        *path,
                   const char *const *appended)
{
  ThCliJoined *self = g_new0 (ThCliJoined, 1);

  self->n = 1 + g_strv_length ((char **) appended);
  self->paths = g_new0 (char *, self->n + 1);
  self->aligns = g_new0 (ThAlign, self->n);
  self->parts = g_new0 (ThLoaderPart, self->n);
  self->loaders = g_new0 (const ThLoader *, self->n);
  self->is_refused = g_new0 (gboolean, self->n);
  self->paths[0] = g_strdup (path);
  for (guint i = 1; i < self->n; i++)
    self->paths[i] = th_align_parse (appended[i - 1], &self->aligns[i], &self->parts[i].shift);

  self->names = th_loader_name_parts (self->paths);
  for (guint i = 0; i < self->n; i++)
    self->parts[i].name = self->names[i];
  return self;
}

static gboolean
open_parts (ThCliJoined *self,
            guint       *failed,
            GError     **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      *failed = i;
      self->parts[i].bytes = th_loader_await_bytes (self->paths[i], error);
      if (self->parts[i].bytes == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Whether @path is the name of a file, followed by "@" and something that is not an offset; this is
 * reported. */
static gboolean
has_bad_offset (const char *path)
{
  const char *at = strrchr (path, '@');
  g_autofree char *name = at != NULL ? g_strndup (path, at - path) : NULL;
  ThGuess guess = { .wanted = at != NULL ? at + 1 : NULL };

  if (at == NULL || at == path || g_file_test (path, G_FILE_TEST_EXISTS) ||
      !g_file_test (name, G_FILE_TEST_EXISTS))
    return FALSE;

  th_guess_try_prefix (&guess, "first");
  th_guess_try_prefix (&guess, "wall");
  th_guess_try_prefix (&guess, "packets");
  if (guess.best != NULL)
    g_printerr (_("thresh: “%s” is not an offset of --append; did you mean “%s”?\n"), at + 1,
                guess.best);
  else
    g_printerr (_("thresh: “%s” is not an offset of --append: write +12.5ms, -3s, first, wall or "
                  "packets\n"), at + 1);
  return TRUE;
}

ThExit
th_cli_joined_open_files (ThCliJoined *self)
{
  g_autoptr(GError) error = NULL;
  guint failed = 0;

  for (guint i = 1; i < self->n; i++)
    if (has_bad_offset (self->paths[i]))
      return TH_EXIT_USAGE;
  return open_parts (self, &failed, &error) ? TH_EXIT_WHOLE
                                            : th_cli_refuse (self->paths[failed], error);
}

ThRecording *
th_cli_joined_open (ThCliJoined *self)
{
  g_autoptr(GError) error = NULL;
  guint failed = 0;
  ThRecording *whole = th_loader_open_parts (self->parts, self->n, self->loaders, &failed, &error);

  if (whole == NULL)
    th_cli_refuse (self->paths[failed], error);
  return whole;
}

void
th_cli_joined_load (ThCliJoined *self,
                    ThRecording *whole)
{
  th_loader_load_parts (self->loaders, whole);
}

/* Why the shift is unknown; free with g_free(). */
static char *
describe_unplaced (ThAlign align)
{
  return g_strdup (align == TH_ALIGN_WALL
                   ? _("the time of day is not known for both recordings: not shifted")
                   : _("there is no first event: not shifted"));
}

static gboolean
find_shift (ThRecording *whole,
            guint        part,
            ThAlign      align,
            gint64      *shift,
            char       **why)
{
  g_autofree char *reason = NULL;

  if (align == TH_ALIGN_PACKETS)
    {
      ThFrameShift found;

      if (th_frame_shift_find (whole, part, NULL, &found, &reason))
        {
          *shift = found.shift;
          return TRUE;
        }
      /* Translators: %s says why: "no packets in common" */
      *why = g_strdup_printf (_("its frames could not be matched with packets (%s): not shifted"),
                              reason);
      return FALSE;
    }
  if (th_align_find (th_recording_get_part (whole, 0), th_recording_get_part (whole, part), align,
                     shift))
    return TRUE;
  *why = describe_unplaced (align);
  return FALSE;
}

gboolean
th_cli_joined_align (ThCliJoined *self,
                     ThRecording *whole)
{
  gboolean again = FALSE;

  for (guint i = 1; i < self->n; i++)
    {
      g_autofree char *why = NULL;
      gint64 shift = 0;

      if (self->aligns[i] == TH_ALIGN_SHIFT)
        continue;
      if (find_shift (whole, i, self->aligns[i], &shift, &why))
        again |= shift != self->parts[i].shift;
      else
        {
          th_cli_report (self->paths[i], why);
          self->is_refused[i] = TRUE;
        }
      self->parts[i].shift = shift;
      self->aligns[i] = TH_ALIGN_SHIFT;
    }
  return again;
}

static void
report_clocks (ThCliJoined *self,
               ThRecording *whole)
{
  for (guint i = 1; i < self->n; i++)
    if (th_recording_get_clock (th_recording_get_part (whole, i))->ticks !=
        th_recording_get_clock (whole)->ticks)
      th_cli_report (self->paths[i],
                     _("one clock counts ticks, the other nanoseconds: their times cannot be "
                       "compared"));
}

/* Reports guests whose times are not converted to the clock of their host. */
static void
report_guests (ThCliJoined *self,
               ThRecording *whole)
{
  for (guint i = 1; i < self->n; i++)
    {
      ThRecording *part = th_recording_get_part (whole, i);

      if (th_recording_get_shift (part) == 0 &&
          th_align_guest (th_recording_get_part (whole, 0), part, NULL) == TH_GUEST_UNKNOWN)
        th_cli_report (self->paths[i],
                       _("these are a guest and its host, but guest and host clocks are not "
                         "synchronized"));
    }
}

static gboolean
is_capture (ThRecording *part)
{
  return g_str_has_prefix (th_recording_get_format (part), "pcap");
}

/* Reports recordings that do not overlap, as the offset may have been forgotten. */
static void
report_apart (ThCliJoined *self,
              ThRecording *whole)
{
  ThRecording *first = th_recording_get_part (whole, 0);

  for (guint i = 0; (i = th_align_find_apart (whole, i)) != 0;)
    {
      ThRecording *part = th_recording_get_part (whole, i);
      gint64 shift;

      if (th_recording_get_clock (part)->ticks != th_recording_get_clock (first)->ticks ||
          self->is_refused[i])
        continue;
      if (is_capture (part))
        th_cli_report (self->paths[i],
                       _("it does not overlap with the first recording in time: append "
                         "“@packets” to its name to align its frames with packets"));
      else if (th_align_find (first, part, TH_ALIGN_WALL, &shift))
        th_cli_report (self->paths[i],
                       _("it does not overlap with the first recording in time: append "
                         "“@wall” to its name to align by time of day, or “@first” to "
                         "align the first events"));
      else
        th_cli_report (self->paths[i],
                       _("it does not overlap with the first recording in time: append "
                         "“@first” to its name to align the first events"));
    }
}

void
th_cli_joined_report (ThCliJoined *self,
                      ThRecording *whole,
                      gboolean     overlap)
{
  report_clocks (self, whole);
  report_guests (self, whole);
  if (overlap)
    report_apart (self, whole);
}

ThExit
th_cli_joined_select (ThRecording **recording,
                      const char   *only)
{
  g_autoptr(GString) names = g_string_new (NULL);
  guint64 number;

  for (guint i = 0; i < th_recording_get_n_parts (*recording); i++)
    {
      ThRecording *part = th_recording_get_part (*recording, i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", th_recording_get_name (part));
      if (g_strcmp0 (th_recording_get_name (part), only) == 0 ||
          (g_ascii_string_to_unsigned (only, 10, 1, G_MAXUINT, &number, NULL) && number == i + 1))
        {
          th_recording_ref (part);
          th_recording_unref (*recording);
          *recording = part;
          return TH_EXIT_WHOLE;
        }
    }

  g_printerr (_("thresh: there is no recording “%s” on the timeline: there are %s\n"), only,
              names->str);
  g_clear_pointer (recording, th_recording_unref);
  return TH_EXIT_USAGE;
}
