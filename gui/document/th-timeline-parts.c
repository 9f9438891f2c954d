/* th-timeline-parts.c - the recordings on a timeline, and their offsets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-timeline-parts.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"

ThAppendedFile *
th_appended_file_new (GFile   *file,
                      ThAlign  align,
                      gint64   shift)
{
  ThAppendedFile *append = g_new0 (ThAppendedFile, 1);

  append->file = g_object_ref (file);
  append->align = align;
  append->shift = shift;

  return append;
}

void
th_appended_file_free (ThAppendedFile *append)
{
  g_object_unref (append->file);
  g_free (append);
}

/* --- guests ------------------------------------------------------------- */

char *
th_appended_file_describe_guest (ThRecording *recording,
                                 guint        part,
                                 gboolean    *aligned)
{
  ThRecording *first = th_recording_get_part (recording, 0);
  ThRecording *other = th_recording_get_part (recording, part);
  const ThGuest *guest;
  ThGuestClock clock = th_align_guest (first, other, &guest);
  gboolean is_guest = guest != NULL && th_recording_find_guest (first, other) == guest;
  g_autofree char *inner =
    th_display_text_make_valid (th_recording_get_name (is_guest ? other : first));
  g_autofree char *outer =
    th_display_text_make_valid (th_recording_get_name (is_guest ? first : other));

  *aligned = clock == TH_GUEST_ALIGNED || th_recording_get_shift (other) != 0;
  switch (clock)
    {
    case TH_GUEST_ALIGNED:
      /* Translators: the first is the name of a file, the second of a virtual machine, the third of
       * a file */
      return g_strdup_printf (_("%s: guest “%s” of %s, synchronized to its clock"), inner,
                              guest->name, outer);

    case TH_GUEST_UNKNOWN:
      /* Translators: the first is the name of a file, the second of a virtual machine, the third of
       * a file */
      return g_strdup_printf (_("%s: guest “%s” of %s, but guest and host clocks are not "
                                "synchronized (trace-cmd synchronizes them unless "
                                "--tsync-interval is negative). “Offsets…” in the Open menu "
                                "shifts it."),
                              inner, guest->name, outer);

    default:
      return NULL;
    }
}

/* --- parts --------------------------------------------------------------- */

void
th_timeline_parts_init (ThTimelineParts *self)
{
  *self =
    (ThTimelineParts) { .wanted =
                        g_ptr_array_new_with_free_func ((GDestroyNotify) th_appended_file_free) };
}

void
th_timeline_parts_clear (ThTimelineParts *self)
{
  g_clear_pointer (&self->wanted, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->bytes, g_ptr_array_unref);
}

void
th_timeline_parts_set_shown (ThTimelineParts *self,
                             GPtrArray       *files,
                             GPtrArray       *bytes)
{
  g_ptr_array_ref (files);
  g_ptr_array_ref (bytes);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->bytes, g_ptr_array_unref);
  self->files = files;
  self->bytes = bytes;
}

/* The current recording may lag behind the requests, so the part is looked up by its file. */
ThAppendedFile *
th_timeline_parts_get (ThTimelineParts *self,
                       guint            part)
{
  const GPtrArray *shown = self->files, *wanted = self->wanted;
  ThAppendedFile *append = part > 0 && part <= wanted->len ? wanted->pdata[part - 1] : NULL;

  if (shown == NULL || part >= shown->len || (append != NULL && append->file == shown->pdata[part]))
    return append;

  for (guint i = 0; i < wanted->len; i++)
    if (((ThAppendedFile *) wanted->pdata[i])->file == shown->pdata[part])
      return wanted->pdata[i];

  return NULL;
}

ThBytes *
th_timeline_parts_find_bytes (ThTimelineParts *self,
                              GFile           *file)
{
  for (guint i = 0; self->files != NULL && i < self->files->len; i++)
    if (self->files->pdata[i] == file)
      return self->bytes->pdata[i];

  return NULL;
}

gboolean
th_timeline_parts_are_shown (ThTimelineParts *self,
                             ThRecording     *recording)
{
  if (th_recording_get_n_parts (recording) != self->wanted->len + 1)
    return FALSE;

  for (guint i = 0; i < self->wanted->len; i++)
    {
      const ThAppendedFile *append = self->wanted->pdata[i];

      if (append->file != self->files->pdata[i + 1] ||
          append->shift != th_recording_get_shift (th_recording_get_part (recording, i + 1)))
        return FALSE;
    }
  return TRUE;
}

static const char *
describe_unplaced (ThAlign align)
{
  return align == TH_ALIGN_WALL ? _("The time of day is not known for both recordings.")
                                : _("There is no first event.");
}

gboolean
th_timeline_parts_settle (ThTimelineParts *self,
                          ThRecording     *recording,
                          char           **error)
{
  gboolean moved = FALSE;

  *error = NULL;
  for (guint i = 1; i < th_recording_get_n_parts (recording); i++)
    {
      ThAppendedFile *append = th_timeline_parts_get (self, i);
      ThRecording *part = th_recording_get_part (recording, i);
      gint64 shift;

      if (append == NULL || append->align == TH_ALIGN_SHIFT || append->align == TH_ALIGN_PACKETS)
        continue;
      if (th_align_find (th_recording_get_part (recording, 0), part, append->align, &shift))
        {
          moved |= shift != th_recording_get_shift (part);
          append->shift = shift;
        }
      else
        {
          g_free (*error);
          *error = g_strdup (describe_unplaced (append->align));
        }
      append->align = TH_ALIGN_SHIFT;
    }

  return moved;
}

guint
th_timeline_parts_take_by_packets (ThTimelineParts *self,
                                   ThRecording     *recording)
{
  for (guint i = 1; i < th_recording_get_n_parts (recording); i++)
    {
      ThAppendedFile *append = th_timeline_parts_get (self, i);

      if (append == NULL || append->align != TH_ALIGN_PACKETS)
        continue;
      append->align = TH_ALIGN_SHIFT;
      return i;
    }
  return 0;
}
