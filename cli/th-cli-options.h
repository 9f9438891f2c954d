/* th-cli-options.h - options common to several commands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A command embeds a ThCliOptions and lists in its table the options that it accepts, in
 * the order of its --help.
 */
#pragma once

#include "th-commands.h"

G_BEGIN_DECLS

/**
 * ThCliOptions:
 * @json: print JSON
 * @from: start of the span, see th_time_span_parse(); or %NULL, like all members below
 * @to: its end
 * @filter: expression, see th_cli_filter()
 * @names: see th_cli_check_names()
 * @stages: path of a stage map
 * @with: further analyses, see th_cli_analyze()
 * @arguments: arguments that are not options: files and names
 */
typedef struct
{
  gboolean json;
  char    *from;
  char    *to;
  char    *filter;
  char    *names;
  char    *stages;
  char   **with;
  char   **arguments;
} ThCliOptions;

void th_cli_options_clear (ThCliOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThCliOptions, th_cli_options_clear)

/* The value of a numeric option that was not given; nobody would type it. */
#define TH_CLI_NO_NUMBER G_MININT64

/* Entries of an option table; @self is a pointer to the ThCliOptions.  The contents of
 * the JSON depend on the command: @text describes them, in N_(). */
#define TH_CLI_JSON_ENTRY(self, text) \
  { "json", 0, 0, G_OPTION_ARG_NONE, &(self)->json, (text), NULL }
#define TH_CLI_FROM_ENTRY(self) \
  { "from", 0, 0, G_OPTION_ARG_STRING, &(self)->from, \
    N_("Start at this time, like 188.024 or 12ms; +12ms counts from the first event"), \
    N_("TIME") }
#define TH_CLI_TO_ENTRY(self) \
  { "to", 0, 0, G_OPTION_ARG_STRING, &(self)->to, N_("End before this time"), N_("TIME") }
#define TH_CLI_FILTER_ENTRY(self) \
  { "filter", 'f', 0, G_OPTION_ARG_STRING, &(self)->filter, \
    N_("Only matching events, like 'irq:* and cpu == 1'; trace-cmd's 'system/event: field == 1' " \
       "also works"), \
    N_("EXPRESSION") }
#define TH_CLI_NAMES_ENTRY(self) \
  { "names", 0, 0, G_OPTION_ARG_STRING, &(self)->names, \
    N_("Task names: as saved in the file (saved), or as they were at the time of the event " \
       "(then)"), \
    "saved|then" }
#define TH_CLI_STAGES_ENTRY(self) \
  { "stages", 0, 0, G_OPTION_ARG_FILENAME, &(self)->stages, \
    N_("Also include the steps that this stage map defines"), N_("FILE") }
#define TH_CLI_WITH_ENTRY(self) \
  { "with", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(self)->with, \
    N_("Also run this analysis, like 'latency from=irq:softirq_raise to=irq:softirq_entry " \
       "key=vec,cpu'; may be repeated"), \
    N_("ANALYSIS") }
#define TH_CLI_ARGUMENTS_ENTRY(self) \
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(self)->arguments, NULL, NULL }

G_END_DECLS
