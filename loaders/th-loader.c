/* th-loader.c - finds who reads a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-loader.h"
#include "th-perfdata.h"
#include "th-tracedat.h"
#include "th-txt.h"

#define MAX_DEFAULT_THREADS 8

static guint n_threads_set;

G_DEFINE_QUARK (th-loader-error-quark, th_loader_error)

/* Order decides among equal answers: put the stricter probe first. */
static const ThLoader *const loaders[] = {
  &th_tracedat_loader,
  &th_perfdata_loader,
  /* Last: it knows its files by how their lines look. */
  &th_txt_loader,
  NULL,
};

const ThLoader *const *
th_loaders_list (void)
{
  return loaders;
}

static const ThLoader *
loader_for_head (const guint8 *head,
                 gsize         size)
{
  const ThLoader *maybe = NULL;

  for (guint i = 0; loaders[i] != NULL; i++)
    {
      ThProbe answer = loaders[i]->probe (head, size);

      if (answer == TH_PROBE_YES)
        return loaders[i];
      if (answer == TH_PROBE_MAYBE && maybe == NULL)
        maybe = loaders[i];
    }
  return maybe;
}

static gboolean
looks_like_text (const guint8 *head,
                 gsize         size)
{
  for (gsize i = 0; i < size; i++)
    if (head[i] == 0x7f || head[i] == 0 || (head[i] < 0x20 && strchr ("\t\n\r\f\033", head[i]) == NULL))
      return FALSE;
  return TRUE;
}

/* What a stranger's file is, if not for us. */
static void
set_unknown (const guint8 *head,
             gsize         size,
             GError      **error)
{
  if (looks_like_text (head, size))
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                 _("This is text, but its lines are not those of a trace that is known here: ftrace, trace-cmd report "
                   "or perf script. Open the whole text, or record with trace-cmd and open its trace.dat."));
  else
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNKNOWN,
                 _("This is no recording that is known here: the file does not begin like a trace.dat of trace-cmd "
                   "or a perf.data of perf. Open the file that “trace-cmd record” or “perf record” wrote."));
}

ThRecording *
th_loader_open_bytes (ThBytes         *bytes,
                      const ThLoader **loader,
                      GError         **error)
{
  guint8 head[TH_PROBE_SIZE];
  gssize size;
  const ThLoader *found;
  ThRecording *recording;

  g_return_val_if_fail (bytes != NULL && loader != NULL, NULL);

  *loader = NULL;
  size = th_bytes_read (bytes, 0, head, sizeof head);
  if (size < 0)
    {
      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_READ, _("The file cannot be read: %s"), g_strerror (errno));
      return NULL;
    }
  if (size == 0)
    {
      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_EMPTY,
                   _("The file is empty. Copy it again from where it was recorded, or record anew."));
      return NULL;
    }

  found = loader_for_head (head, size);
  if (found == NULL)
    {
      set_unknown (head, size, error);
      return NULL;
    }

  recording = found->open (bytes, error);
  if (recording != NULL)
    *loader = found;
  return recording;
}

ThRecording *
th_loader_open (const char      *path,
                const ThLoader **loader,
                GError         **error)
{
  g_autoptr(ThBytes) bytes = NULL;

  g_return_val_if_fail (path != NULL && loader != NULL, NULL);

  *loader = NULL;
  bytes = th_bytes_new_file (path, error);
  return bytes != NULL ? th_loader_open_bytes (bytes, loader, error) : NULL;
}

void
th_loader_load (const ThLoader *loader,
                ThRecording    *recording)
{
  g_return_if_fail (loader != NULL && recording != NULL);

  loader->load (recording);
}

void
th_loader_set_n_threads (guint n_threads)
{
  g_atomic_int_set (&n_threads_set, n_threads);
}

guint
th_loader_get_n_threads (void)
{
  guint n = g_atomic_int_get (&n_threads_set);

  return n != 0 ? n : MIN (g_get_num_processors (), MAX_DEFAULT_THREADS);
}
