/* th-document-times.c - the document's public functions for how events look: theme, markers,
 * times
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#define MIN_TIME_CHARS 14

ThScene *
th_document_get_scene (ThDocument *self)
{
  return self->scene;
}

guint
th_document_get_serial (ThDocument *self)
{
  return self->serial;
}

const GArray *
th_document_get_cpus (ThDocument *self)
{
  return self->cpus;
}

ThMarkers *
th_document_get_markers (ThDocument *self)
{
  return self->markers;
}

ThFlags *
th_document_get_flags (ThDocument *self)
{
  return self->flags;
}

void
th_document_set_theme (ThDocument *self,
                       ThTheme    *theme)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->theme == theme)
    return;

  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = th_theme_ref (theme);
  self->serial++;
  if (self->scene != NULL)
    th_scene_set_theme (self->scene, theme);
  th_document_emit (self, SIGNAL_THEME_CHANGED);
}

/* --- times -------------------------------------------------------------- */

ThTimeFormat
th_document_get_time_format (ThDocument *self)
{
  return self->times.format;
}

void
th_document_set_time_format (ThDocument   *self,
                             ThTimeFormat  format)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->times.format == format)
    return;

  self->times.format = format;
  self->serial++;
  th_document_notify (self, PROP_TIME_FORMAT);
}

char *
th_document_format_time (ThDocument *self,
                         gint64      time)
{
  g_return_val_if_fail (self->scene != NULL, NULL);

  return th_scene_format_time (self->scene, time, self->times.format);
}

/* A change of the format must not change widths, so this is the longest of all formats. */
guint
th_document_get_time_chars (ThDocument *self)
{
  g_autofree char *absolute = NULL, *relative = NULL;
  gint64 first, last;

  if (self->times.n_chars != 0 && self->times.chars_serial == self->serial)
    return self->times.n_chars;
  if (self->scene == NULL || !th_document_get_range (self, &first, &last))
    return MIN_TIME_CHARS;

  absolute = th_scene_format_time (self->scene, last, TH_TIME_ABSOLUTE);
  relative = th_scene_format_time (self->scene, last, TH_TIME_RELATIVE);
  self->times.n_chars = MAX (MIN_TIME_CHARS, MAX (g_utf8_strlen (absolute, -1),
                                                  g_utf8_strlen (relative, -1)) + 1);
  self->times.chars_serial = self->serial;

  return self->times.n_chars;
}

ThResolution
th_document_get_resolution (ThDocument *self)
{
  ThRecording *recording = th_document_get_recording (self);

  return recording != NULL ? th_recording_get_resolution (recording) : TH_RESOLUTION_NS;
}

gboolean
th_document_counts_ticks (ThDocument *self)
{
  return th_document_get_resolution (self) == TH_RESOLUTION_TICKS;
}

char *
th_document_format_length (ThDocument *self,
                           gint64      duration)
{
  g_return_val_if_fail (self->scene != NULL, NULL);

  return th_scene_format_length (self->scene, duration);
}

char *
th_document_format_duration (ThDocument *self,
                             gint64      duration)
{
  g_return_val_if_fail (self->scene != NULL, NULL);

  return th_scene_format_duration (self->scene, duration);
}
