/* th-notes-subject.c - what a note of `thresh notes add` is about, and where others are
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes-subject.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-results.h"
#include "th-flow-set.h"
#include "th-journey.h"
#include "th-literals.h"
#include "th-notes-lane.h"
#include "th-time-span.h"

/* --- recordings --------------------------------------------------------- */

/* Loads one recording of the review; it has no results yet. */
static ThExit
load (const char              *command,
      ThReview                *review,
      const ThReviewRecording *recording,
      ThRecording            **loaded)
{
  g_autofree char *path = th_review_dup_path (review, recording);

  *loaded = NULL;
  switch (th_review_check (review, recording))
    {
    case TH_REVIEW_MISSING:
      g_printerr (_("thresh %s: “%s” is missing: use “thresh review locate” if it has moved.\n"),
                  command, path);
      return TH_EXIT_PART;
    case TH_REVIEW_CHANGED:
      g_printerr (_("thresh %s: “%s” has changed since it was added to the review.\n"), command,
                  path);
      return TH_EXIT_PART;
    case TH_REVIEW_PRESENT:
    default:
      return th_cli_load (path, loaded);
    }
}

GArray *
th_notes_load (const char *command,
               ThReview   *review,
               ThExit     *status)
{
  GArray *recordings = th_notes_recordings_new ();

  *status = TH_EXIT_WHOLE;
  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (review->recordings, i);
      ThNotesRecording loaded = { .key = th_review_get_original (recording) };

      *status = th_cli_worse (*status, load (command, review, recording, &loaded.recording));
      if (loaded.recording == NULL)
        continue;
      loaded.path = th_review_dup_path (review, recording);
      loaded.results = th_cli_analyze (command, loaded.recording, NULL);
      g_array_append_val (recordings, loaded);
    }

  return recordings;
}

/* --- subjects ----------------------------------------------------------- */

static gboolean
fits_address (const ThFlow *flow,
              guint64       address,
              guint64       generation)
{
  return flow->key == address && (generation == 0 || flow->generation == generation);
}

/* TH_FLOW_NONE if there is none, or several of that address. */
static guint32
find_address (ThFlows    *flows,
              const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, "#", 2);
  const char *digits = g_str_has_prefix (parts[0], "0x") ? parts[0] + 2 : parts[0];
  guint64 address, generation = 0;
  guint32 found = TH_FLOW_NONE;
  guint n = 0;

  if (!g_ascii_string_to_unsigned (digits, 16, 0, G_MAXUINT64, &address, NULL) ||
      (parts[1] != NULL &&
       !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXUINT32, &generation, NULL)))
    return TH_FLOW_NONE;

  for (guint32 row = 0; row < th_flows_get_n (flows); row++)
    if (fits_address (th_flows_get (flows, row), address, generation))
      {
        found = row;
        n++;
      }

  return n == 1 ? found : TH_FLOW_NONE;
}

static ThExit
find_packet (const char             *wanted,
             const ThNotesRecording *loaded,
             ThNoteAnchor          **anchor)
{
  g_auto(ThFlowSet) flows = { 0 };
  guint32 row;

  if (!th_flow_set_init (&flows, loaded->recording, loaded->results, "packet"))
    return th_cli_usage_error ("notes", "%s", _("the recording has no packets"));

  row = strcmp (wanted, "slowest") == 0
        ? th_journey_find_slowest (flows.results, TH_FLOW_NONE, NULL)
        : find_address (flows.flows, wanted);
  if (row == TH_FLOW_NONE)
    return th_cli_usage_error ("notes", _("there is no packet “%s”, or several: give its address "
                                          "and number, as “thresh packets” prints them"), wanted);

  *anchor = th_note_anchor_for_flow (loaded->recording, loaded->key, flows.results, row);
  return TH_EXIT_WHOLE;
}

/* The first event at or after @time, on any CPU for -1. */
static ThRef
find_event (ThRecording *recording,
            gint64       time,
            int          number)
{
  ThRef found = TH_REF_NONE;
  gint64 best = G_MAXINT64;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, c);
          guint32 n = th_cpu_get_n_rows (cpu), row = th_cpu_lower_bound (cpu, n, time);

          if ((number >= 0 && th_cpu_get_number (cpu) != (guint) number) || row == n ||
              th_cpu_get_time (cpu, row) >= best)
            continue;
          best = th_cpu_get_time (cpu, row);
          found = (ThRef) { s, c, row };
        }
    }

  return found;
}

static ThExit
find_at (const ThNotesSubject   *options,
         const ThNotesRecording *loaded,
         ThNoteAnchor          **anchor)
{
  const ThClock *clock = th_recording_get_clock (loaded->recording);
  gint64 first, last, time;
  ThRef ref;

  th_recording_get_range (loaded->recording, &first, &last);
  if (!th_time_parse (options->at, clock->ticks, first, &time))
    return th_cli_usage_error ("notes", _("“%s” is not a time: use a form like 188.024512"),
                               options->at);
  ref = find_event (loaded->recording, time, options->cpu);
  if (th_ref_is_none (ref))
    return th_cli_usage_error ("notes", "%s", _("there is no event at or after that time"));

  *anchor = th_note_anchor_for_event (loaded->recording, loaded->key, ref);
  return TH_EXIT_WHOLE;
}

static ThExit
find_span (const ThNotesSubject   *options,
           const ThNotesRecording *loaded,
           char                  **lanes,
           ThNoteAnchor          **anchor)
{
  g_autoptr(GError) error = NULL;
  gint64 from, to;

  if (!th_time_span_parse (loaded->recording, options->from, options->to, &from, &to, &error))
    return th_cli_usage_error ("notes", "%s", error->message);
  if (from >= to)
    return th_cli_usage_error ("notes", "%s", _("the span is empty: --to must be after --from, and "
                                                "both within the recording"));

  *anchor = th_note_anchor_for_span (loaded->recording, loaded->key, from, to,
                                     (const char *const *) lanes);
  return TH_EXIT_WHOLE;
}

static ThExit
find_in (const ThNotesSubject *options,
         ThNotesRecording     *loaded,
         ThNoteAnchor        **anchor)
{
  g_auto(GStrv) lanes = NULL;
  ThExit status = options->lanes == NULL ? TH_EXIT_WHOLE
                  : th_notes_find_lanes (loaded->recording, (const char *const *) options->lanes,
                                         &lanes);

  if (status != TH_EXIT_WHOLE)
    return status;
  if (options->packet != NULL)
    {
      loaded->results = th_cli_analyze ("notes", loaded->recording, NULL);
      return find_packet (options->packet, loaded, anchor);
    }
  if (options->at != NULL)
    return find_at (options, loaded, anchor);
  if (options->from != NULL || options->to != NULL)
    return find_span (options, loaded, lanes, anchor);

  *anchor = th_note_anchor_new (TH_NOTE_ON_LANE);
  (*anchor)->recording = g_strdup (loaded->key);
  (*anchor)->lanes = g_steal_pointer (&lanes);
  return TH_EXIT_WHOLE;
}

static const ThReviewRecording *
choose_recording (const ThNotesSubject *options,
                  ThReview             *review)
{
  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (review->recordings, i);

      if (options->file == NULL || g_str_has_suffix (recording->path, options->file))
        return recording;
    }

  return NULL;
}

/* No recording is needed: nothing checks that a comparison has such a row. */
static ThExit
name_row (const char    *row,
          ThNoteAnchor **anchor)
{
  if (*row == '\0' || strlen (row) > TH_NOTE_MAX_NAME || strpbrk (row, "\r\n\t") != NULL ||
      !g_utf8_validate (row, -1, NULL))
    return th_cli_usage_error ("notes", _("the name of a row needs 1 to %u bytes on one line"),
                               TH_NOTE_MAX_NAME);

  *anchor = th_note_anchor_new (TH_NOTE_ON_COMPARISON);
  (*anchor)->row = g_strdup (row);
  return TH_EXIT_WHOLE;
}

ThExit
th_notes_find_subject (const ThNotesSubject *options,
                       ThReview             *review,
                       ThNoteAnchor        **anchor)
{
  gboolean has_span = options->from != NULL || options->to != NULL;
  int n = (options->packet != NULL) + (options->at != NULL) + has_span + (options->row != NULL);
  const ThReviewRecording *recording = choose_recording (options, review);
  ThNotesRecording loaded = { 0 };
  ThExit status;

  *anchor = NULL;
  if (n > 1 || (options->lanes != NULL && n == 1 && !has_span))
    return th_cli_usage_error ("notes", "%s", _("a note is about one thing: --packet, --at, --from "
                                                "and --to, --lane, or --row"));
  if (options->row != NULL)
    return name_row (options->row, anchor);
  if (n == 0 && options->lanes == NULL)
    return TH_EXIT_WHOLE;
  if (recording == NULL)
    return th_cli_usage_error ("notes", "%s", _("the review has no such recording"));

  status = load ("notes", review, recording, &loaded.recording);
  if (loaded.recording == NULL)
    return status == TH_EXIT_PART ? TH_EXIT_REFUSED : status;
  loaded.key = th_review_get_original (recording);
  status = find_in (options, &loaded, anchor);
  th_notes_recording_clear (&loaded);
  return status;
}
