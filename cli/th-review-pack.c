/* th-review-pack.c - `thresh review pack` and `unpack`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-pack.h"

#include <signal.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cut.h"
#include "th-time-span.h"

/* --- progress and Ctrl+C ------------------------------------------------ */

static gint cancelled;

static void
cancel (int number)
{
  g_atomic_int_set (&cancelled, 1);
}

static void
catch_interrupts (void)
{
  struct sigaction action = { .sa_handler = cancel };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
}

static gboolean
show_progress (guint64  done,
               guint64  total,
               gpointer data)
{
  static guint shown = G_MAXUINT;
  guint percent = total > 0 ? (guint) (done * 100 / total) : 100;

  if (percent != shown && isatty (STDERR_FILENO))
    g_printerr ("\r%3u %%", shown = percent);
  return g_atomic_int_get (&cancelled) == 0;
}

static ThExit
end (GError *error)
{
  if (isatty (STDERR_FILENO))
    g_printerr ("\r     \r");
  if (error != NULL)
    th_cli_fail ("review", error);
  else
    g_printerr ("%s\n", _("thresh review: interrupted; nothing was written"));
  return TH_EXIT_REFUSED;
}

/* --- cutting ------------------------------------------------------------ */

/* @n_cut: how many recordings have events in the span
 * @empty: (element-type filename): those that have none */
typedef struct
{
  const char *from;
  const char *to;
  guint       n_cut;
  GPtrArray  *empty;
} Span;

/* Another span of time may be all that the other recordings have, so this is no failure. */
static ThArchiveReplaced
leave_out (Span       *span,
           const char *path)
{
  g_printerr (_("thresh review: “%s” was left out: it has no events in this span.\n"), path);
  g_ptr_array_add (span->empty, g_strdup (path));
  return TH_ARCHIVE_LEFT_OUT;
}

/* A recording that cannot be cut goes in as a whole, which is reported. */
static ThArchiveReplaced
cut (Span        *span,
     const char  *path,
     const char  *target,
     GError     **error)
{
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) local = NULL;
  ThCutSelection selection = { .cancelled = &cancelled };
  guint64 n;

  th_cli_load (path, &recording);
  if (recording == NULL)
    return TH_ARCHIVE_KEPT;
  if (!th_time_span_parse (recording, span->from, span->to, &selection.begin, &selection.end,
                           error))
    return TH_ARCHIVE_FAILED;

  selection.recording = recording;
  selection.end = span->to == NULL ? G_MAXINT64 : selection.end;
  if (th_cut_trace (path, &selection, target, &n, &local))
    {
      if (n == 0)
        return leave_out (span, path);
      span->n_cut++;
      return TH_ARCHIVE_CUT;
    }
  if (local == NULL)
    return TH_ARCHIVE_FAILED;

  g_printerr (_("thresh review: “%s” is packed as a whole: %s\n"), path, local->message);
  return TH_ARCHIVE_KEPT;
}

static ThArchiveReplaced
replace (ThArchiveKind   kind,
         const char     *path,
         const char     *replacement,
         gpointer        data,
         GError        **error)
{
  return kind == TH_ARCHIVE_RECORDING ? cut (data, path, replacement, error) : TH_ARCHIVE_KEPT;
}

/* --- packing and unpacking ---------------------------------------------- */

/* Reports the recordings that are left out for another reason than the span.  FALSE if there are
 * any. */
static gboolean
report_left_out (const ThArchivePacking *packing,
                 const Span             *span)
{
  for (guint i = 0; i < packing->left_out->len; i++)
    {
      const char *path = g_ptr_array_index (packing->left_out, i);

      if (!g_ptr_array_find_with_equal_func (span->empty, path, g_str_equal, NULL))
        g_printerr (_("thresh review: “%s” was left out: it is missing, unreadable or has "
                      "changed.\n"), path);
    }

  return packing->left_out->len == span->empty->len;
}

static ThExit
report_packed (const ThArchivePacking *packing,
               const Span             *span,
               const char             *target)
{
  g_autofree char *size = g_format_size (packing->n_bytes);
  gboolean is_whole = report_left_out (packing, span);

  /* Translators: the number of files, their size, and the archive that they were packed in */
  g_print (g_dngettext (GETTEXT_PACKAGE, "%u file, %s, in %s\n", "%u files, %s, in %s\n",
                        packing->n_files), packing->n_files, size, target);
  /* A span in which nothing happened is most likely a mistake. */
  return is_whole && (span->empty->len == 0 || span->n_cut > 0) ? TH_EXIT_WHOLE : TH_EXIT_PART;
}

static char *
make_target (const ThReview *review)
{
  const char *folder = review->folder;
  gboolean has_suffix = g_str_has_suffix (folder, TH_REVIEW_SUFFIX);

  return g_strconcat (folder, has_suffix ? ".tar.zst" : TH_ARCHIVE_SUFFIX, NULL);
}

ThExit
th_review_pack (const ThReview *review,
                const char     *output,
                const char     *from,
                const char     *to)
{
  g_autofree char *target = output != NULL ? g_strdup (output) : make_target (review);
  g_autoptr(GPtrArray) empty = g_ptr_array_new_with_free_func (g_free);
  Span span = { from, to, 0, empty };
  g_auto(ThArchivePacking) packing = {
    .replace = from != NULL || to != NULL ? replace : NULL,
    .progress = show_progress,
    .data = &span,
  };
  g_autoptr(GError) error = NULL;

  catch_interrupts ();
  if (!th_archive_pack (review, target, &packing, &error))
    return end (error);

  if (isatty (STDERR_FILENO))
    g_printerr ("\r     \r");
  return report_packed (&packing, &span, target);
}

ThExit
th_review_unpack (const char *archive,
                  const char *folder,
                  guint64     max_bytes)
{
  ThArchiveUnpacking unpacking = { .max_bytes = max_bytes, .progress = show_progress };
  g_autoptr(GError) error = NULL;

  catch_interrupts ();
  if (!th_archive_unpack (archive, folder, &unpacking, &error))
    return end (error);

  if (isatty (STDERR_FILENO))
    g_printerr ("\r     \r");
  if (unpacking.n_skipped > 0)
    g_printerr (g_dngettext (GETTEXT_PACKAGE,
                             "thresh review: %u file was skipped, because no review has it.\n",
                             "thresh review: %u files were skipped, because no review has them.\n",
                             unpacking.n_skipped), unpacking.n_skipped);
  return TH_EXIT_WHOLE;
}
