/* th-document-live.c - the document's public functions for a file that is being recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

gboolean
th_document_is_live (ThDocument *self)
{
  return th_live_view_is_live (self->live);
}

gboolean
th_document_is_following (ThDocument *self)
{
  return th_live_view_is_following (self->live);
}

gboolean
th_document_is_paused (ThDocument *self)
{
  return th_live_view_is_paused (self->live);
}

void
th_document_set_paused (ThDocument *self,
                        gboolean    paused)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_live_view_set_paused (self->live, paused);
}

gint64
th_document_get_present (ThDocument *self)
{
  return th_live_view_get_present (self->live);
}

void
th_document_set_clock_lead (ThDocument *self,
                            gint64      lead)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_live_view_set_clock_lead (self->live, lead);
}

void
th_document_follow_present (ThDocument *self)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (!th_live_view_is_live (self->live))
    return;

  th_live_view_set_paused (self->live, FALSE);
  if (th_live_view_is_following (self->live))
    return;

  /* Back returns to the view that is left. */
  th_document_settle (self);
  th_live_view_follow (self->live, th_navigator_get_view (self->navigator));
  th_document_follow_range (self, FALSE);
}

void
th_document_leave_present (ThDocument *self)
{
  ThView view;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  view = *th_navigator_get_view (self->navigator);
  if (th_live_view_is_following (self->live))
    th_document_set_view (self, view.from, view.to);
}

gboolean
th_document_is_unfinished (ThDocument *self)
{
  return th_recording_loader_has_feed (self->loader);
}

void
th_document_finished (ThDocument *self,
                      GFile      *file)
{
  g_return_if_fail (TH_IS_DOCUMENT (self) && G_IS_FILE (file));

  th_document_end_live (self);
  th_recording_loader_finish_feed (self->loader, file);
}
