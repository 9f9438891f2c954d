/* th-document-parts.c - which recordings are on the timeline, and where
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"

ThAppend *
th_append_new (GFile   *file,
               ThAlign  align,
               gint64   shift)
{
  ThAppend *append = g_new0 (ThAppend, 1);

  append->file = g_object_ref (file);
  append->align = align;
  append->shift = shift;

  return append;
}

void
th_append_free (ThAppend *append)
{
  g_object_unref (append->file);
  g_free (append);
}

/* --- what is wanted ----------------------------------------------------- */

/* One that is being opened is opened again when it is there. */
static void
appended_changed (ThDocument *self)
{
  self->appending.serial++;
  if (self->open_job == NULL)
    th_document_open (self);
}

void
th_document_append (ThDocument *self,
                    GFile      *file,
                    ThAlign     align,
                    gint64      shift)
{
  g_return_if_fail (TH_IS_DOCUMENT (self) && G_IS_FILE (file));

  g_ptr_array_add (self->appending.wanted, th_append_new (file, align, shift));
  appended_changed (self);
}

guint
th_document_get_n_appended (ThDocument *self)
{
  return self->appending.wanted->len;
}

/* What is shown may not have followed yet: by its file.  NULL: it is to go. */
static ThAppend *
get_append (ThDocument *self,
            guint       part)
{
  const GPtrArray *shown = self->appending.files, *wanted = self->appending.wanted;
  ThAppend *append = part > 0 && part <= wanted->len ? wanted->pdata[part - 1] : NULL;

  if (shown == NULL || part >= shown->len || (append != NULL && append->file == shown->pdata[part]))
    return append;

  for (guint i = 0; i < wanted->len; i++)
    if (((ThAppend *) wanted->pdata[i])->file == shown->pdata[part])
      return wanted->pdata[i];

  return NULL;
}

void
th_document_align (ThDocument *self,
                   guint       part,
                   ThAlign     align,
                   gint64      shift)
{
  ThAppend *append = get_append (self, part);

  if (append == NULL)
    return;

  if (align == TH_ALIGN_SHIFT && append->align == align && append->shift == shift)
    return;

  append->align = align;
  append->shift = align == TH_ALIGN_SHIFT ? shift : append->shift;
  /* What is there already tells where the others would lie. */
  if (self->open_job == NULL && self->state == TH_DOCUMENT_LOADED && align != TH_ALIGN_SHIFT)
    th_document_settle_appended (self);
  else
    appended_changed (self);
}

void
th_document_remove_appended (ThDocument *self,
                             guint       part)
{
  ThAppend *append = get_append (self, part);

  if (append == NULL)
    return;

  g_ptr_array_remove (self->appending.wanted, append);
  appended_changed (self);
}

GFile *
th_document_get_file_of (ThDocument *self,
                         guint       part)
{
  return self->appending.files != NULL && part < self->appending.files->len ? self->appending.files->pdata[part] : self->file;
}

gint64
th_document_get_shift (ThDocument *self,
                       guint       part)
{
  const ThAppend *append = get_append (self, part);

  return append != NULL ? append->shift : 0;
}

gboolean
th_document_is_joined (ThDocument *self)
{
  return self->open_job == NULL && self->recording != NULL &&
         th_recording_get_n_parts (self->recording) == self->appending.wanted->len + 1;
}

/* --- guests ------------------------------------------------------------- */

char *
th_append_describe_guest (ThRecording *recording,
                          guint        part,
                          gboolean    *aligned)
{
  ThRecording *first = th_recording_get_part (recording, 0), *other = th_recording_get_part (recording, part);
  const ThGuest *guest;
  ThGuestClock clock = th_align_guest (first, other, &guest);
  gboolean is_guest = guest != NULL && th_recording_find_guest (first, other) == guest;
  g_autofree char *inner = th_text_make_valid (th_recording_get_name (is_guest ? other : first));
  g_autofree char *outer = th_text_make_valid (th_recording_get_name (is_guest ? first : other));

  *aligned = clock == TH_GUEST_ALIGNED || th_recording_get_shift (other) != 0;
  switch (clock)
    {
    case TH_GUEST_ALIGNED:
      /* Translators: the first is the name of a file, the second of a virtual machine, the third of a file */
      return g_strdup_printf (_("%s: guest “%s” of %s, synchronized to its clock"), inner, guest->name, outer);

    case TH_GUEST_UNKNOWN:
      /* Translators: the first is the name of a file, the second of a virtual machine, the third of a file */
      return g_strdup_printf (_("%s: guest “%s” of %s, but guest and host clocks are not synchronized (trace-cmd "
                                "synchronizes them unless --tsync-interval is negative). “Offsets…” in the Open "
                                "menu shifts it."),
                              inner, guest->name, outer);

    default:
      return NULL;
    }
}

/* --- what came of it ---------------------------------------------------- */

const char *
th_document_get_append_error (ThDocument *self)
{
  return self->appending.error;
}

static void
append_failed (ThDocument *self,
               char       *error) /* taken */
{
  g_free (self->appending.error);
  self->appending.error = error;
  th_document_emit (self, SIGNAL_APPEND_FAILED);
}

/* @part could not be opened.  The others can. */
void
th_document_drop_appended (ThDocument   *self,
                           guint         part,
                           const GError *error)
{
  if (get_append (self, part) != NULL)
    g_ptr_array_remove_index (self->appending.wanted, part - 1);
  self->appending.serial++;
  append_failed (self, g_strdup (error->message));
}

/* Loaded: those that were to lie by what is in them can be placed now. */
void
th_document_settle_appended (ThDocument *self)
{
  gboolean moved = FALSE;

  for (guint i = 1; i < th_recording_get_n_parts (self->recording); i++)
    {
      ThAppend *append = get_append (self, i);
      gint64 shift;

      if (append == NULL || append->align == TH_ALIGN_SHIFT)
        continue;
      if (!th_align_find (th_recording_get_part (self->recording, 0), th_recording_get_part (self->recording, i), append->align, &shift))
        append_failed (self, g_strdup (append->align == TH_ALIGN_WALL ? _("The time of day is not known for both recordings.")
                                                                      : _("There is no first event.")));
      else
        {
          moved |= shift != th_recording_get_shift (th_recording_get_part (self->recording, i));
          append->shift = shift;
        }
      append->align = TH_ALIGN_SHIFT;
    }

  if (moved)
    appended_changed (self);
}
