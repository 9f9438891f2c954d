/* th-info-command.c - runs `thresh info`: what is in a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It loads everything, including the index, so its time and memory are those of the
 * load.
 */
#include "config.h"

#include "th-info-command.h"

#include <glib/gi18n-lib.h>

#include "th-archive.h"
#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-stream-stats.h"
#include "th-info.h"
#include "th-review.h"

static GPtrArray *
count_streams (ThRecording *recording,
               ThRows      *rows)
{
  GPtrArray *stats = g_ptr_array_new_with_free_func ((GDestroyNotify) th_stream_stats_free);

  for (guint i = th_recording_get_first_stream (recording);
       i < th_recording_get_n_streams (recording); i++)
    g_ptr_array_add (stats,
                     th_stream_stats_new (recording, th_recording_get_stream (recording, i), rows));

  return stats;
}

static ThExit
show_file (ThTextOutput *output,
           const char  *path,
           const char  *filter,
           gboolean     json)
{
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThRows) rows = NULL;
  ThExit status = th_cli_load (path, &recording);

  if (recording == NULL)
    return status;

  if (filter != NULL && !(rows = th_cli_filter ("info", recording, filter)))
    return TH_EXIT_USAGE;

  for (guint i = 0; i < th_recording_get_n_parts (recording); i++)
    {
      ThRecording *part = th_recording_get_part (recording, i);
      g_autoptr(GPtrArray) stats = count_streams (part, rows);
      const char *name = *th_recording_get_name (part) != '\0' ? th_recording_get_name (part)
                                                               : path;

      if (i > 0 && !json)
        g_string_append_c (output->text, '\n');
      if (json)
        th_info_append_json (output->text, name, part, stats);
      else
        th_info_append_text (output->text, name, part, stats);
    }

  th_text_output_flush (output);
  return status;
}

gboolean
th_info_command_is_review (const char *path)
{
  return th_review_exists (path) ||
         (g_str_has_suffix (path, TH_ARCHIVE_SUFFIX) &&
          g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

int
th_info_command_run (int              argc,
                     char           **argv,
                     ThInfoReviewFunc show)
{
  g_auto(ThCliOptions) options = { FALSE, };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object per file, each on its own line")),
    TH_CLI_FILTER_ENTRY (&options),
    TH_CLI_ARGUMENTS_ENTRY (&options),
    { NULL }
  };
  ThExit status = TH_EXIT_WHOLE;
  ThTextOutput output;

  if (!th_cli_parse (&argc, &argv, entries, _("FILE…"),
                     _("Print a summary of recordings and reviews.")))
    return TH_EXIT_USAGE;
  if (options.arguments == NULL)
    return th_cli_usage_error ("info", "%s", _("no file was given"));

  th_cli_output_init (&output);
  for (guint i = 0; options.arguments[i] != NULL && !output.closed; i++)
    {
      if (i > 0 && !options.json)
        g_string_append_c (output.text, '\n');
      if (show == NULL || !th_info_command_is_review (options.arguments[i]))
        status = th_cli_worse (status, show_file (&output, options.arguments[i], options.filter,
                                                  options.json));
      else
        {
          th_text_output_flush (&output);
          status = th_cli_worse (status, show (options.arguments[i], options.json));
        }
    }

  return th_cli_worse (status, th_cli_output_end (&output));
}
