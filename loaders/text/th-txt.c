/* th-txt.c - the loader of traces as text: ftrace, trace-cmd report, perf script
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-txt-file.h"
#include "th-txt-line.h"
#include "th-txt-load.h"
#include "th-txt-reader.h"
#include "th-txt-scan.h"
#include "th-txt-token.h"
#include "th-txt.h"

/* Beginnings of lines that only traces have. */
static const char *const beginnings[] = { "# tracer: ", "# captured on", "cpus=", "version = 6",
                                          "version = 7", "TRACE:" };

static gboolean
begins_like_trace (ThTxtPart line)
{
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (line.size >= strlen (beginnings[i]) &&
        memcmp (line.text, beginnings[i], strlen (beginnings[i])) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_web_page (const guint8 *head,
             gsize         size)
{
  return size >= 14 && (g_ascii_strncasecmp ((const char *) head, "<!DOCTYPE html", 14) == 0 ||
                        g_ascii_strncasecmp ((const char *) head, "<html", 5) == 0);
}

/* Sure if a line belongs to a trace; maybe for a web page, because systrace puts its trace
 * at the end of one. */
static ThProbe
txt_probe (const guint8 *head,
           gsize         size)
{
  const char *at = (const char *) head;
  const char *end = at + size;
  ThTxtLine line;

  while (at < end)
    {
      const char *line_end = memchr (at, '\n', (gsize) (end - at));
      ThTxtPart part = { at, (gsize) ((line_end != NULL ? line_end : end) - at) };

      th_txt_parse_line (part.text, part.size, &line);
      if (begins_like_trace (part) || line.kind == TH_TXT_EVENT || line.kind == TH_TXT_RAW ||
          line.kind == TH_TXT_LOST ||
          (line.kind == TH_TXT_NOISE && line.unit != TH_TXT_TIME_NONE))
        return TH_PROBE_YES;
      at += part.size + 1;
    }
  return is_web_page (head, size) ? TH_PROBE_MAYBE : TH_PROBE_NO;
}

static gboolean
txt_open (ThBytes      *bytes,
          ThRecording  *recording,
          GError      **error)
{
  ThTxtFile *file = th_txt_file_new (bytes, recording);
  guint8 head[16];
  gssize size;
  GError *problem = NULL;

  th_recording_set_source (recording, &th_txt_source, file);
  if (th_txt_file_scan (file, &problem))
    return TRUE;

  size = th_bytes_read (bytes, 0, head, sizeof head);
  if (g_error_matches (problem, TH_LOADER_ERROR, TH_LOADER_ERROR_NO_EVENTS) &&
      is_web_page (head, (gsize) MAX (size, 0)))
    {
      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_NO_EVENTS,
                   _("This is a web page without a trace, such as the error page of a server. "
                     "Download the recording again."));
      g_error_free (problem);
    }
  else
    g_propagate_error (error, problem);
  return FALSE;
}

static const char *const patterns[] = { "*.txt", "*.trace", "*.systrace", NULL };

const ThLoader th_txt_loader = {
  .id = "text",
  .name = N_("Text traces"),
  .patterns = patterns,
  .probe = txt_probe,
  .open = txt_open,
  .load = th_txt_load,
};
