/* pair-fixture.c - the documents of two recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "pair-fixture.h"
#include "th-analysis-runner.h"

gboolean
is_settled (gpointer document)
{
  return th_document_get_recording (document) != NULL &&
         th_document_get_state (document) == TH_DOCUMENT_LOADED &&
         !th_analysis_runner_is_running (th_document_get_analyses (document));
}

static gboolean
stop_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
wait_ms (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, stop_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

ThDocument *
pair_load (Pair       *self,
           const char *name)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *path = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;
  g_autoptr(GFile) file = NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;

  file = g_file_new_for_path (path);
  return th_document_new (file, self->theme, NULL);
}

gboolean
pair_open (Pair       *self,
           const char *a,
           const char *b)
{
  g_autoptr(ThDocument) first = NULL, second = NULL;

  self->theme = th_theme_new (0, "Sans 10", 1);
  first = pair_load (self, a);
  second = pair_load (self, b);
  self->pair = th_document_pair_new (first, second);
  if (first == NULL || second == NULL)
    {
      pair_close (self);
      g_test_skip ("the recordings of THRESHER_TRACES are not here");
      return FALSE;
    }

  wait_for (is_settled, first);
  wait_for (is_settled, second);
  return TRUE;
}

void
pair_close (Pair *self)
{
  g_clear_object (&self->pair);
  g_clear_pointer (&self->theme, th_theme_unref);
}

ThDocument *
pair_get (Pair   *self,
          ThSide  side)
{
  return th_document_pair_get (self->pair, side);
}

ThRef
pair_event_at (Pair   *self,
               ThSide  side,
               guint   cpu,
               gint64  time)
{
  return event_at (th_document_get_recording (pair_get (self, side)), cpu, time);
}
