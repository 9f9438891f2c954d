/* th-journey-text.c - formats a journey as plain text, for the clipboard and the terminal
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-journey-links.h"
#include "th-journey-others.h"
#include "th-journey-text.h"
#include "th-number-format.h"

/* The greatest length of one journey, as a file may hold a flow with any number of steps. */
#define MAX_LINES 2000

#define MAX_WHO 3

/* --- small parts ------------------------------------------------------- */

char *
th_journey_dup_noun (const ThFlows *flows)
{
  const char *noun = _(th_flows_get_info (flows)->noun);
  GString *text = g_string_new (NULL);

  if (*noun != '\0')
    {
      g_string_append_unichar (text, g_unichar_toupper (g_utf8_get_char (noun)));
      g_string_append (text, g_utf8_next_char (noun));
    }

  return g_string_free (text, FALSE);
}

/* A translation keeps its capitals: German nouns have them. */
char *
th_journey_dup_plural (ThResults *results)
{
  guint index = th_flows_get_info (th_results_get_flows (results))->table;
  const char *title = th_table_get_info (th_results_get_table (results, index))->title;
  const char *translated = _(title);

  return translated == title ? g_utf8_strdown (title, -1) : g_strdup (translated);
}

static void
add_part (GString    *text,
          const char *part)
{
  if (part != NULL && part[0] != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
}

/* "wget (1747)", or NULL. */
static char *
dup_reader (ThRecording *recording,
            ThResults   *results,
            guint32      row)
{
  gint64 task = th_journey_get_cell (results, row, "reader");
  ThTasks *tasks = th_recording_get_tasks (recording);
  gint64 last = th_flows_get (th_results_get_flows (results), row)->last;
  g_autofree char *name = NULL;

  if (task < 0 || task >= th_tasks_get_n (tasks))
    return NULL;

  name = g_utf8_make_valid (th_tasks_get_name (tasks, task, last), -1);
  return g_strdup_printf ("%s (%d)", name, th_tasks_get_pid (tasks, task));
}

static const struct
{
  const char *word;
  const char *title;
} outcomes[] = {
  /* Translators: what became of a packet */
  { "delivered", NC_("outcome", "delivered") },
  { "transmitted", NC_("outcome", "transmitted") },
  { "merged", NC_("outcome", "merged") },
  { "consumed", NC_("outcome", "consumed") },
  { "dropped", NC_("outcome", "dropped") },
  /* Translators: what became of a request */
  { "answered", NC_("outcome", "answered") },
  /* Translators: the end of a packet was not seen */
  { "open", NC_("outcome", "open") },
};

const char *
th_journey_get_outcome_title (const char *outcome)
{
  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    if (strcmp (outcomes[i].word, outcome) == 0)
      return g_dpgettext2 (GETTEXT_PACKAGE, "outcome", outcomes[i].title);

  return outcome;
}

/* These are whole phrases, because word order and inflection differ between languages. */
static char *
dup_read (const char *outcome,
          const char *reader)
{
  if (strcmp (outcome, "delivered") == 0)
    /* Translators: a packet, to the task that read it */
    return g_strdup_printf (_("delivered to %s"), reader);
  if (strcmp (outcome, "merged") == 0)
    /* Translators: a packet, into another one */
    return g_strdup_printf (_("merged, read by %s"), reader);

  return g_strdup_printf ("%s · %s", th_journey_get_outcome_title (outcome), reader);
}

static char *
dup_drop (const char *reason,
          const char *location)
{
  if (reason != NULL && location != NULL)
    /* Translators: why a packet was dropped, and in which function */
    return g_strdup_printf (_("dropped: %s @ %s"), reason, location);
  if (reason != NULL)
    return g_strdup_printf (_("dropped: %s"), reason);
  if (location != NULL)
    return g_strdup_printf (_("dropped @ %s"), location);

  return g_strdup (th_journey_get_outcome_title ("dropped"));
}

static char *
dup_outcome (ThRecording *recording,
             ThResults   *results,
             guint32      row)
{
  const char *outcome = th_journey_get_word (results, row, "outcome");
  g_autofree char *reader = dup_reader (recording, results, row);

  if (outcome == NULL)
    return NULL;
  if (th_journey_is_dropped (results, row))
    return dup_drop (th_journey_get_word (results, row, "reason"),
                     th_journey_get_word (results, row, "location"));
  if (reader != NULL)
    return dup_read (outcome, reader);

  return g_strdup (th_journey_get_outcome_title (outcome));
}

/* "10.0.0.1:48582 → 10.0.0.2:80", with what is known of both ends, or NULL. */
static char *
dup_ends (ThResults *results,
          guint32    row)
{
  static const char *const columns[][2] = { { "src", "sport" }, { "dst", "dport" } };
  GString *text = g_string_new (NULL);
  gboolean is_known = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *address = th_journey_get_word (results, row, columns[i][0]);
      gint64 port = th_journey_get_cell (results, row, columns[i][1]);
      gboolean is_v6 = address != NULL && strchr (address, ':') != NULL;

      is_known |= address != NULL || port != TH_CELL_NONE;
      g_string_append_printf (text, "%s%s%s%s:", i > 0 ? " → " : "", is_v6 ? "[" : "",
                              address != NULL ? address : "*", is_v6 ? "]" : "");
      if (port != TH_CELL_NONE)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, port);
      else
        g_string_append_c (text, '*');
    }

  return g_string_free (text, !is_known);
}

char *
th_journey_dup_facts (ThRecording *recording,
                      ThResults   *results,
                      guint32      row)
{
  gint64 length = th_journey_get_cell (results, row, "length");
  g_autofree char *outcome = dup_outcome (recording, results, row);
  g_autofree char *ends = dup_ends (results, row);
  g_autofree char *bytes = th_format_count (MAX (length, 0));
  GString *text = g_string_new (NULL);

  add_part (text, th_journey_get_word (results, row, "device"));
  add_part (text, th_journey_get_word (results, row, "direction"));
  add_part (text, ends);
  if (length != TH_CELL_NONE)
    g_string_append_printf (text, "%s%s B", text->len > 0 ? " · " : "", bytes);
  add_part (text, outcome);

  return g_string_free (text, FALSE);
}

char *
th_journey_dup_counts (const ThFlows *flows,
                       const ThFlow  *flow)
{
  guint counts[TH_N_CONFIDENCES], n_said = 0;
  GString *text = g_string_new (NULL);

  th_flows_count_confidence (flows, flow, counts);
  /* Translators: followed by the number of steps of each confidence, as in "8 steps: 1 exact, 7
   * inferred" */
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "%u step:", "%u steps:", flow->n_steps),
                          flow->n_steps);
  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    if (counts[i] > 0)
      g_string_append_printf (text, "%s %u %s", n_said++ > 0 ? "," : "", counts[i],
                              th_confidence_get_word (i));

  return g_string_free (text, FALSE);
}

char *
th_journey_dup_detail (ThResults    *results,
                       const ThStep *step)
{
  const char *detail = step->detail != TH_STEP_NO_DETAIL
                       ? th_results_get_word (results, step->detail) : "";

  if (step->cpu == G_MAXUINT16)
    return g_strdup (detail);
  if (*detail == '\0')
    return g_strdup_printf (_("CPU %u"), step->cpu);

  /* Translators: what a step of a journey is about, and on which processor */
  return g_strdup_printf (_("%s · CPU %u"), detail, step->cpu);
}

char *
th_journey_dup_meanwhile (ThRecording           *recording,
                          ThFlows               *flows,
                          const ThFlow          *flow,
                          const ThLeg           *leg,
                          const ThJourneyFormat *format)
{
  ThStep step = th_flows_get_step (flows, flow, leg->end_step);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autoptr(GString) who = g_string_new (NULL);
  g_autoptr(GArray) list = NULL;
  gboolean whole;

  if (th_ref_is_none (step.anchor) || leg->end <= leg->begin)
    return NULL;

  list = th_journey_list_meanwhile (recording, step.anchor, leg->begin, leg->end, &whole);
  for (guint i = 0; i < MIN (list->len, MAX_WHO); i++)
    {
      const ThMeanwhile *one = &g_array_index (list, ThMeanwhile, i);
      g_autofree char *name = g_utf8_make_valid (th_tasks_get_name (tasks, one->task, leg->begin),
                                                 -1);
      g_autofree char *time = format->duration (format->data, one->time);

      if (one->task == TH_TASK_IDLE)
        /* Translators: a processor was idle for that long */
        g_string_append_printf (who, _("%sidle %s"), i > 0 ? ", " : "", time);
      else
        g_string_append_printf (who, "%s%s %s", i > 0 ? ", " : "", name, time);
    }
  if (list->len == 0)
    return NULL;
  if (list->len > MAX_WHO || !whole)
    g_string_append (who, ", …");

  /* Translators: who ran on a processor while a task waited for it */
  return g_strdup_printf (_("meanwhile on CPU %u: %s"), step.cpu, who->str);
}

char *
th_journey_dup_lost (ThRecording  *recording,
                     ThFlows      *flows,
                     const ThFlow *flow)
{
  gint64 n = th_journey_count_lost (recording, flows, flow);

  if (n < 0)
    return g_strdup (_("an unknown number of events was lost on its CPUs meanwhile"));
  if (n == 0)
    return NULL;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%" G_GINT64_FORMAT " event was lost on its CPUs meanwhile",
                                       "%" G_GINT64_FORMAT " events were lost on its CPUs "
                                                           "meanwhile", n), n);
}

/* --- related flows ------------------------------------------------------- */

static void
kin_clear (gpointer data)
{
  g_free (((ThRelatedFlow *) data)->what);
}

static const char *
kind_words (const ThFlows *flows,
            guint          kind,
            gboolean       has)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  if (kind >= info->n_parent_kinds)
    return "";

  return has ? _(info->parent_kinds[kind].has) : _(info->parent_kinds[kind].of);
}

static void
add_kin (GArray      *kin,
         ThFlows     *flows,
         guint32      row,
         gboolean     is_part,
         guint8       kind,
         ThConfidence confidence)
{
  ThRelatedFlow one;

  if (row == TH_FLOW_NONE)
    return; /* not complete yet */

  /* Translators: how two packets belong together, as in "cut from", and the confidence */
  one = (ThRelatedFlow) {
    row,
    g_strdup_printf (_("%s (%s)"), kind_words (flows, kind, is_part),
                     th_confidence_get_word (confidence)), is_part, kind, confidence
  };
  g_array_append_val (kin, one);
}

static void
add_parents (GArray       *kin,
             ThFlows      *flows,
             const ThFlow *flow)
{
  const ThFlowLinks *links = th_flows_get_links (flows, flow);

  if (links->origin != TH_FLOW_NONE)
    add_kin (kin, flows, th_flows_get_row (flows, links->origin), FALSE, links->origin_kind,
             links->origin_confidence);
  if (links->parent != TH_FLOW_NONE)
    add_kin (kin, flows, th_flows_get_row (flows, links->parent), FALSE, links->parent_kind,
             links->parent_confidence);
  for (guint i = 0; i < links->n_candidates; i++)
    {
      guint32 number = th_flows_get_candidate (flows, flow, i);

      if (number != links->parent)
        add_kin (kin, flows, th_flows_get_row (flows, number), FALSE, links->parent_kind,
                 TH_CONFIDENCE_AMBIGUOUS);
    }
}

GArray *
th_journey_list_related (ThFlows *flows,
                         guint32  row,
                         guint    max_parts,
                         guint   *n_left_out)
{
  const ThFlow *flow = th_flows_get (flows, row);
  g_autoptr(GArray) parts = th_flows_list_children (flows, row);
  GArray *kin = g_array_new (FALSE, FALSE, sizeof (ThRelatedFlow));

  g_array_set_clear_func (kin, kin_clear);
  add_parents (kin, flows, flow);
  for (guint i = 0; i < MIN (parts->len, max_parts); i++)
    {
      guint32 part_row = g_array_index (parts, guint32, i);
      const ThFlowLinks *part = th_flows_get_links (flows, th_flows_get (flows, part_row));
      gboolean is_parent = part->parent == flow->number;

      add_kin (kin, flows, part_row, TRUE, is_parent ? part->parent_kind : part->origin_kind,
               is_parent ? part->parent_confidence : part->origin_confidence);
    }
  *n_left_out = parts->len - MIN (parts->len, max_parts);

  return kin;
}

char *
th_journey_dup_parts (const ThFlows         *flows,
                      const ThRelatedFlow   *kin,
                      guint                  n)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);
  g_autofree char *words = NULL;

  if (info->dup_parts != NULL)
    words = info->dup_parts (kin->kind, n);
  if (words == NULL)
    words = g_strdup_printf ("%u × %s", n, kind_words (flows, kin->kind, TRUE));

  return g_strdup_printf (_("%s (%s)"), words, th_confidence_get_word (kin->confidence));
}

/* --- the whole text ---------------------------------------------------- */

typedef struct
{
  ThRecording           *recording;
  ThResults             *results;
  ThFlows               *flows;
  const ThFlow          *flow;
  const ThJourneyFormat *format;
  const ThEventLinks    *links;
  ThReader              *reader;
  GString               *text;
} Writer;

static void
take_line (Writer *writer,
           char   *line)
{
  if (line != NULL && line[0] != '\0')
    g_string_append_printf (writer->text, "%s\n", line);
  g_free (line);
}

static void
write_head (Writer *writer,
            guint32 row)
{
  g_autofree char *noun = th_journey_dup_noun (writer->flows);
  g_autofree char *id = th_journey_dup_id (writer->flow);
  g_autofree char *first = writer->format->time (writer->format->data, writer->flow->first);

  g_string_append_printf (writer->text, "%s %s · %s\n", noun, id, first);
  take_line (writer, th_journey_dup_facts (writer->recording, writer->results, row));
  take_line (writer, th_journey_dup_counts (writer->flows, writer->flow));
  take_line (writer, th_journey_dup_lost (writer->recording, writer->flows, writer->flow));
  g_string_append_c (writer->text, '\n');
}

/* The packet of a frame in the recordings of other machines. */
static void
write_same (Writer            *writer,
            const ThEventLink *link)
{
  g_autoptr(GArray) same = th_journey_list_same (writer->links, link);

  for (guint i = 0; i < same->len; i++)
    {
      const ThEventLink *other = &g_array_index (same, ThEventLink, i);
      gint64 delay = th_journey_get_delay (writer->recording, link, other);
      g_autofree char *duration = writer->format->duration (writer->format->data, ABS (delay));
      g_autofree char *text = th_journey_dup_same (writer->recording, link, other, duration);

      g_string_append_printf (writer->text, "%14s   %s\n", "", text);
    }
}

/* The frames of a step, below it. */
static guint
write_links (Writer       *writer,
             const GArray *all,
             guint         next,
             guint32       step)
{
  for (; next < all->len && g_array_index (all, ThJourneyLink, next).step == step; next++)
    {
      const ThEventLink *link = g_array_index (all, ThJourneyLink, next).link;
      g_autofree char *what = th_journey_dup_link (writer->recording, writer->links, link);
      g_autofree char *event = th_journey_dup_linked (writer->reader, link);

      g_string_append_printf (writer->text, "%14s └ %s · %s\n", "", what, event);
      write_same (writer, link);
    }
  return next;
}

static void
write_steps (Writer *writer)
{
  const ThFlowsInfo *info = th_flows_get_info (writer->flows);
  guint32 n = MIN (writer->flow->n_steps, MAX_LINES);
  g_autoptr(GArray) links = th_journey_list_links (writer->flows, writer->flow, writer->links,
                                                   MAX_LINES);
  guint next_link = 0;

  for (guint32 i = 0; i < n; i++)
    {
      ThStep step = th_flows_get_step (writer->flows, writer->flow, i);
      g_autofree char *offset = th_format_offset (writer->flow->first, step.time,
                                                  writer->format->resolution);
      g_autofree char *detail = th_journey_dup_detail (writer->results, &step);
      const char *rule = step.rule < info->n_rules ? info->rules[step.rule].id : "";

      g_string_append_printf (writer->text, "%14s %s %-28s %s  (%s%s%s)\n", offset,
                              th_confidence_get_sign (step.confidence),
                              th_results_get_word (writer->results, step.label), detail,
                              th_confidence_get_word (step.confidence),
                              *rule != '\0' ? ": " : "", rule);
      next_link = write_links (writer, links, next_link, i);
    }
  if (n < writer->flow->n_steps)
    g_string_append (writer->text, "…\n");
}

static void
write_meanwhile (Writer      *writer,
                 const ThLeg *leg)
{
  g_autofree char *line = th_journey_dup_meanwhile (writer->recording, writer->flows, writer->flow,
                                                    leg, writer->format);

  if (line != NULL)
    g_string_append_printf (writer->text, "    %s\n", line);
}

static void
write_legs (Writer *writer)
{
  const ThFlowsInfo *info = th_flows_get_info (writer->flows);
  g_autoptr(GArray) legs = th_flows_list_legs (writer->flows, writer->flow);
  g_autofree guint *percents = g_new0 (guint, legs->len + 1);

  if (legs->len == 0)
    return;

  th_journey_share (legs, percents);
  g_string_append_printf (writer->text, "\n%s\n", _("Where the time went"));
  for (guint i = 0; i < MIN (legs->len, MAX_LINES); i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      g_autofree char *time = writer->format->duration (writer->format->data,
                                                        leg->end - leg->begin);

      g_string_append_printf (writer->text, "  %-12s %14s %3u %%\n",
                              th_flows_get_stage_title (writer->flows, leg->stage), time,
                              percents[i]);
      if (leg->stage < info->n_stages && info->stages[leg->stage].waits)
        write_meanwhile (writer, leg);
    }
}

static void
write_kin (Writer  *writer,
           guint32  row)
{
  guint n_left_out;
  g_autoptr(GArray) kin = th_journey_list_related (writer->flows, row, MAX_LINES, &n_left_out);

  if (kin->len > 0)
    g_string_append_c (writer->text, '\n');
  for (guint i = 0; i < kin->len; i++)
    {
      const ThRelatedFlow *one = &g_array_index (kin, ThRelatedFlow, i);
      g_autofree char *id = th_journey_dup_id (th_flows_get (writer->flows, one->row));

      g_string_append_printf (writer->text, "%s %s\n", one->what, id);
    }
  if (n_left_out > 0)
    g_string_append (writer->text, "…\n");
}

char *
th_journey_dup_other (ThRecording     *recording,
                      const GPtrArray *all,
                      ThResults       *other)
{
  const char *wanted = th_flows_get_info (th_results_get_flows (other))->noun;
  g_autofree char *noun = th_journey_dup_noun (th_results_get_flows (other));
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      ThFlows *flows = th_results_get_flows (all->pdata[i]);

      n += flows != NULL && strcmp (th_flows_get_info (flows)->noun, wanted) == 0;
    }
  if (n < 2)
    return g_steal_pointer (&noun);

  /* Translators: “Packet” and the name of a recording */
  return g_strdup_printf (_("%s in %s"), noun,
                          th_recording_get_name (th_recording_get_part (
                            recording, th_results_get_part (other))));
}

/* The flows of other analyses, such as the transit that a packet is a part of. */
static void
write_others (Writer          *writer,
              const GPtrArray *all,
              guint32          row)
{
  g_autoptr(GArray) others = th_journey_list_others (writer->recording, all, writer->results, row);

  if (others->len > 0)
    g_string_append_c (writer->text, '\n');
  for (guint i = 0; i < others->len; i++)
    {
      const ThOtherFlow *other = &g_array_index (others, ThOtherFlow, i);
      const ThFlow *flow = th_flows_get (th_results_get_flows (other->results), other->row);
      g_autofree char *what = th_journey_dup_other (writer->recording, all, other->results);
      g_autofree char *id = th_journey_dup_id (flow);
      g_autofree char *first = writer->format->time (writer->format->data, flow->first);

      g_string_append_printf (writer->text, "%s %s · %s\n", what, id, first);
    }
}

static void
write_remarks (Writer *writer)
{
  g_auto(GStrv) remarks = th_results_list_remarks (writer->results);

  if (remarks[0] != NULL)
    g_string_append_c (writer->text, '\n');
  for (guint i = 0; remarks[i] != NULL; i++)
    g_string_append_printf (writer->text, "%s\n", remarks[i]);
}

char *
th_journey_dup_text (ThRecording           *recording,
                     const GPtrArray       *all,
                     ThResults             *results,
                     guint32                row,
                     const ThJourneyFormat *format)
{
  ThFlows *flows = th_results_get_flows (results);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  Writer writer = { recording, results, flows, th_flows_get (flows, row), format,
                    th_results_find_links (all), reader, g_string_new (NULL) };

  write_head (&writer, row);
  write_steps (&writer);
  write_legs (&writer);
  write_kin (&writer, row);
  write_others (&writer, all, row);
  write_remarks (&writer);

  return g_string_free (writer.text, FALSE);
}
