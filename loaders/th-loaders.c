/* th-loaders.c - finds the loader for a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-loaders.h"
#include "th-pcap.h"
#include "th-perfdata.h"
#include "th-tracedat.h"
#include "th-txt.h"
#include "th-unpacked-bytes.h"

#define MAX_WRAPPERS 2
/* The interval between two checks of a growing input. */
#define LOOK_MS 100

/* Order decides among equal answers: put the stricter probe first. */
static const ThLoader *const loaders[] = {
  &th_tracedat_loader,
  &th_perfdata_loader,
  &th_pcap_loader,
  &th_pcapng_loader,
  /* Last, as it recognizes files only by the look of their lines. */
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
                 gsize         size,
                 gboolean     *sure)
{
  const ThLoader *maybe = NULL;

  for (guint i = 0; loaders[i] != NULL; i++)
    {
      ThProbe answer = loaders[i]->probe (head, size);

      *sure = answer == TH_PROBE_YES;
      if (*sure)
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
    if (head[i] == 0x7f || head[i] == 0 ||
        (head[i] < 0x20 && strchr ("\t\n\r\f\033", head[i]) == NULL))
      return FALSE;
  return TRUE;
}

/* The magic number of tar follows the fields of the first member. */
static gboolean
is_tar (const guint8 *head,
        gsize         size)
{
  return size >= 262 && memcmp (head + 257, "ustar", 5) == 0;
}

/* Sets an error for a file that no loader recognizes. */
static void
set_unknown (const guint8 *head,
             gsize         size,
             GError      **error)
{
  if (looks_like_text (head, size))
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                 _("Unrecognized text format: these lines are not ftrace output, a trace-cmd "
                   "report or perf script output. Open the complete text, or record with "
                   "trace-cmd and open its trace.dat."));
  else if (is_tar (head, size))
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                 _("This is a tar archive, not a recording. Unpack it and open a recording that "
                   "is in it; “thresh review unpack” unpacks a review."));
  else
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNKNOWN,
                 _("Unrecognized file format: this is neither a recording of trace-cmd or perf nor "
                   "a network capture or a trace as text. Open the file that “trace-cmd record” "
                   "or “perf record” wrote."));
}

/* --- the beginning ----------------------------------------------------- */

typedef struct
{
  guint8          bytes[TH_PROBE_SIZE];
  gssize          size;
  int             code;   /* errno if the size is -1 */
  ThWrapper       wrapper;
  const ThLoader *loader; /* NULL: no loader recognizes it */
} Head;

/* Reads the beginning; of growing bytes, only as much as is needed to be sure. */
static void
look_at_head (ThBytes *bytes,
              Head    *head)
{
  gboolean growing, sure = FALSE;

  do
    {
      growing = th_bytes_is_growing (bytes);
      th_bytes_wait (bytes, sizeof head->bytes, LOOK_MS);
      head->size = th_bytes_read (bytes, 0, head->bytes, sizeof head->bytes);
      head->code = errno;
      head->wrapper = th_wrapper_probe (head->bytes, MAX (head->size, 0));
      head->loader = loader_for_head (head->bytes, MAX (head->size, 0), &sure);
    }
  while (growing && !sure && head->wrapper == TH_WRAPPER_NONE && head->size >= 0 &&
         head->size < (gssize) sizeof head->bytes);
}

static void
set_unreadable (int      code,
                GError **error)
{
  g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_READ, _("Cannot read the file: %s"),
               g_strerror (code));
}

static void
set_problem (ThLoaderError  code,
             ThProblemKind  kind,
             guint64        offset,
             const char    *detail,
             GError       **error)
{
  ThProblem problem = { kind, 1, (gint64) offset, (char *) detail };
  g_autofree char *text = th_problem_describe (&problem);

  g_set_error_literal (error, TH_LOADER_ERROR, code, text);
}

static gboolean
has_bad_wrapper (ThBytes *bytes,
                 guint64 *offset)
{
  ThProblemKind kind;
  const char *detail;

  return th_bytes_get_problem (bytes, &kind, offset, &detail) && kind == TH_PROBLEM_BAD_WRAPPER;
}

/* Sets the error that the wrapper is damaged before anything could be read from it. */
static void
set_bad_wrapper (guint64   offset,
                 GError  **error)
{
  g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, offset);

  g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
               _("The compression around the recording is truncated or damaged at byte %s of the "
                 "file, and what could be unpacked before that is too little to be shown. Copy "
                 "the file again from where it was recorded."), place);
}

static void
set_nothing (ThBytes *bytes,
             GError **error)
{
  ThProblemKind kind;
  guint64 offset;
  const char *detail;

  if (has_bad_wrapper (bytes, &offset))
    set_bad_wrapper (offset, error);
  else if (th_bytes_get_problem (bytes, &kind, &offset, &detail))
    set_problem (TH_LOADER_ERROR_DAMAGED, kind, offset, detail, error);
  else if (th_bytes_is_stopped (bytes))
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_EMPTY,
                 _("Reading was stopped before any data arrived."));
  else if (th_bytes_is_pipe (bytes))
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_EMPTY,
                 _("No data came through the pipe. Check the command that writes into it."));
  else
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_EMPTY,
                 _("The file is empty. Copy it again from where it was recorded, or record it "
                   "again."));
}

ThBytes *
th_loader_unwrap (ThBytes *bytes,
                  GError **error)
{
  g_autoptr(ThBytes) inside = th_bytes_ref (bytes);
  guint depth;

  while (TRUE)
    {
      ThBytes *unpacked;
      Head head;

      look_at_head (inside, &head);
      if (head.size < 0)
        {
          set_unreadable (head.code, error);
          return NULL;
        }
      if (head.wrapper == TH_WRAPPER_NONE && head.loader == NULL &&
          head.size == (gssize) sizeof head.bytes)
        {
          /* Do not wait for the end, which may never come: more bytes will not help. */
          set_unknown (head.bytes, head.size, error);
          return NULL;
        }
      if (head.wrapper == TH_WRAPPER_NONE)
        return g_steal_pointer (&inside);

      th_bytes_get_wrapper (inside, &depth);
      if (depth == MAX_WRAPPERS)
        {
          g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                       _("This file was compressed more than twice. Unpack it first."));
          return NULL;
        }
      unpacked = th_unpacked_bytes_new (inside, head.wrapper, error);
      if (unpacked == NULL)
        return NULL;
      th_bytes_unref (inside);
      inside = unpacked;
    }
}

static void
set_wrapper_fact (ThRecording *recording,
                  ThBytes     *bytes)
{
  guint depth;
  ThWrapper wrapper = th_bytes_get_wrapper (bytes, &depth);

  if (wrapper != TH_WRAPPER_NONE)
    th_recording_set_fact (recording, "wrapper", th_wrapper_get_name (wrapper));
}

/* Sets the size of the unpacked contents, unless they are still growing. */
static void
set_size_fact (ThRecording *recording,
               ThBytes     *bytes)
{
  g_autofree char *size = NULL;

  if (th_bytes_is_growing (bytes))
    return;

  size = g_format_size_full (th_bytes_get_size (bytes), G_FORMAT_SIZE_LONG_FORMAT);
  th_recording_set_fact (recording, "size", size);
}

/* Replaces the error of a loader (damaged, truncated) if its cause is a failed read, a full
 * spool, a damaged wrapper, or that unpacking was stopped. */
static void
prefer_read_error (ThBytes *bytes,
                   GError **error)
{
  ThProblemKind kind = TH_PROBLEM_READ;
  guint64 offset;
  const char *detail;

  if (th_bytes_get_n_failed (bytes, &offset, &detail) > 0 ||
      (th_bytes_get_problem (bytes, &kind, &offset, &detail) && th_loader_is_cut_by_us (kind)))
    {
      g_clear_error (error);
      set_problem (TH_LOADER_ERROR_READ, kind, offset, detail, error);
    }
  /* More bytes would not help a format that is not supported. */
  else if (has_bad_wrapper (bytes, &offset) &&
           !g_error_matches (*error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED))
    {
      g_clear_error (error);
      set_bad_wrapper (offset, error);
    }
}

/* Opens the part on its own, or as the next part of @whole if that is not NULL. */
static ThRecording *
open_part (const ThLoaderPart  *part,
           ThRecording         *whole,
           const ThLoader     **loader,
           GError             **error)
{
  g_autoptr(ThBytes) inside = NULL;
  g_autoptr(ThRecording) recording = NULL;
  ThBytes *bytes = part->bytes;
  GError *problem = NULL;
  Head head;

  *loader = NULL;
  inside = th_loader_unwrap (bytes, error);
  if (inside == NULL)
    return NULL;

  look_at_head (inside, &head);
  if (head.size < 0)
    set_unreadable (head.code, error);
  else if (head.size == 0)
    set_nothing (inside, error);
  else if (head.loader == NULL)
    set_unknown (head.bytes, head.size, error);
  if (head.size <= 0 || head.loader == NULL)
    return NULL;

  recording = whole != NULL
              ? th_recording_new_part (whole, head.loader->id, part->name, part->shift)
                            : th_recording_new (head.loader->id);
  if (!head.loader->open (inside, recording, &problem))
    {
      prefer_read_error (inside, &problem);
      g_propagate_error (error, problem);
      return NULL;
    }

  set_wrapper_fact (recording, inside);
  set_size_fact (recording, inside);
  *loader = head.loader;
  return g_steal_pointer (&recording);
}

ThRecording *
th_loader_open_bytes (ThBytes         *bytes,
                      const ThLoader **loader,
                      GError         **error)
{
  g_return_val_if_fail (bytes != NULL && loader != NULL, NULL);

  return open_part (&(ThLoaderPart) { bytes, "", 0 }, NULL, loader, error);
}

ThRecording *
th_loader_open_head (const char  *path,
                     ThFeed      *feed,
                     GError     **error)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_feed (path, feed, error);
  const ThLoader *loader;

  return bytes != NULL ? th_loader_open_bytes (bytes, &loader, error) : NULL;
}

char **
th_loader_name_parts (char **paths)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_basename (paths[i]);
      g_autofree char *unique = g_strdup (name);

      for (guint n = 2; !g_hash_table_add (seen, g_strdup (unique)); n++)
        {
          g_free (unique);
          unique = g_strdup_printf ("%s (%u)", name, n);
        }
      g_strv_builder_add (names, unique);
    }

  return g_strv_builder_end (names);
}

ThRecording *
th_loader_open_parts (const ThLoaderPart  *parts,
                      guint                n_parts,
                      const ThLoader     **part_loaders,
                      guint               *failed,
                      GError             **error)
{
  g_autoptr(ThRecording) whole = NULL;

  g_return_val_if_fail (n_parts > 0 && part_loaders != NULL && failed != NULL, NULL);

  if (n_parts == 1 && parts->shift == 0)
    {
      *failed = 0;
      return open_part (parts, NULL, part_loaders, error);
    }

  whole = th_recording_new_joined ();
  for (*failed = 0; *failed < n_parts; (*failed)++)
    {
      ThRecording *part = open_part (&parts[*failed], whole, &part_loaders[*failed], error);

      if (part == NULL)
        return NULL;
      th_recording_join (part);
    }

  return g_steal_pointer (&whole);
}

ThBytes *
th_loader_await_bytes (const char  *path,
                       GError     **error)
{
  g_autoptr(ThBytes) bytes = NULL;
  ThBytes *inside;

  g_return_val_if_fail (path != NULL, NULL);

  bytes = th_bytes_new_file (path, error);
  inside = bytes != NULL ? th_loader_unwrap (bytes, error) : NULL;
  if (inside != NULL)
    th_bytes_wait (inside, G_MAXUINT64, -1);
  return inside;
}

ThRecording *
th_loader_open (const char      *path,
                const ThLoader **loader,
                GError         **error)
{
  g_autoptr(ThBytes) bytes = NULL;

  g_return_val_if_fail (path != NULL && loader != NULL, NULL);

  *loader = NULL;
  bytes = th_loader_await_bytes (path, error);
  return bytes != NULL ? th_loader_open_bytes (bytes, loader, error) : NULL;
}

/* --- the load ---------------------------------------------------------- */

void
th_loader_load (const ThLoader *loader,
                ThRecording    *recording)
{
  g_return_if_fail (loader != NULL && recording != NULL);

  loader->load (recording);
}

typedef struct
{
  const ThLoader *loader;
  ThRecording    *part;
} PartLoad;

static gpointer
load_part (gpointer data)
{
  PartLoad *load = data;

  th_loader_load (load->loader, load->part);
  return NULL;
}

/* Loads all parts at the same time, since one may be a pipe that blocks. */
void
th_loader_load_parts (const ThLoader *const *part_loaders,
                      ThRecording           *recording)
{
  guint n = th_recording_get_n_parts (recording);
  g_autofree PartLoad *loads = g_new (PartLoad, n);
  g_autofree GThread **threads = g_new (GThread *, n);

  for (guint i = 0; i < n; i++)
    loads[i] = (PartLoad) { part_loaders[i], th_recording_get_part (recording, i) };
  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_new ("load", load_part, &loads[i]);
  load_part (&loads[0]);
  for (guint i = 1; i < n; i++)
    g_thread_join (threads[i]);
}
