/* th-report.c - a report about recordings, for people without this program
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-report-targets.h"

/* How many recordings are named below the title. */
#define MAX_NAMES 4

static const ThReportFormat *
find_format (const char *path)
{
  static const ThReportFormat *const formats[] = { &th_report_html, &th_report_markdown };
  g_autofree char *lower = path != NULL ? g_ascii_strdown (path, -1) : NULL;

  for (guint i = 0; lower != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i]->suffix))
      return formats[i];

  return NULL;
}

gboolean
th_report_has_format (const char *path)
{
  return find_format (path) != NULL;
}

static void
report_clear (ThReport *self)
{
  g_string_free (self->text, TRUE);
  th_report_files_free (self->files);
  g_clear_pointer (&self->targets, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->themes); i++)
    th_theme_unref (self->themes[i]);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThReport, report_clear)

/* Whether it is about a comparison, and not about a review. */
static gboolean
is_comparison (const ThReport *self)
{
  return self->about->review == NULL && self->about->comparisons != NULL;
}

/* --- its head ------------------------------------------------------------- */

static char *
make_title (const ThReport *self)
{
  guint n = self->about->recordings->len;
  g_autofree char *name = NULL;

  if (is_comparison (self))
    {
      const ThReportComparison *comparison = &g_array_index (self->about->comparisons,
                                                             ThReportComparison, 0);

      return g_strdup_printf ("%s → %s", comparison->names[0], comparison->names[1]);
    }
  if (self->about->review == NULL && n > 1)
    return g_strdup_printf (ngettext ("%u recording", "%u recordings", n), n);

  name = g_filename_display_basename (self->about->review != NULL
                                      ? self->about->review->folder
                                      : g_array_index (self->about->recordings, ThNotesRecording,
                                                       0).path);
  if (self->about->review != NULL && g_str_has_suffix (name, TH_REVIEW_SUFFIX))
    name[strlen (name) - strlen (TH_REVIEW_SUFFIX)] = '\0';
  return g_steal_pointer (&name);
}

/* "7 notes, 2 open" */
static void
append_counts (const ThReport *self,
               GString        *text)
{
  GPtrArray *all = th_notes_get_all (self->about->notes);
  guint n_open = 0;

  for (guint i = 0; i < all->len; i++)
    n_open += ((const ThNote *) g_ptr_array_index (all, i))->resolved == NULL;
  g_string_append (text, " · ");
  g_string_append_printf (text, ngettext ("%u note", "%u notes", all->len), all->len);
  if (all->len > 0)
    g_string_append_printf (text, _(", %u open"), n_open);
}

/* "5 : 5 runs" */
static void
append_runs (const ThReport *self,
             GString        *text)
{
  const ThComparison *comparison = g_array_index (self->about->comparisons, ThReportComparison,
                                                  0).comparison;

  g_string_append_printf (text, _("%u : %u runs"), th_comparison_get_n_runs (comparison, 0),
                          th_comparison_get_n_runs (comparison, 1));
}

/* The names of the recordings, which the title of a comparison has already. */
static void
append_names (const ThReport *self,
              GString        *text)
{
  guint n = self->about->recordings->len;

  for (guint i = 0; i < MIN (n, MAX_NAMES); i++)
    {
      g_autofree char *name =
        g_filename_display_basename (th_report_get_recording (self, i)->path);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  if (n > MAX_NAMES)
    g_string_append (text, ", …");
}

static char *
make_subtitle (const ThReport *self)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  GString *text = g_string_new (NULL);
  g_autofree char *date = g_date_time_format (now, "%F");

  if (is_comparison (self))
    append_runs (self, text);
  else
    append_names (self, text);
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", date);
  if (self->about->notes != NULL)
    append_counts (self, text);
  return g_string_free (text, FALSE);
}

/* --- all of it ------------------------------------------------------------ */

/* A comparison comes first: what follows is about single runs of it. */
static void
make (ThReport *self)
{
  gboolean compares = is_comparison (self);
  void (*const sections[]) (ThReport *) = {
    compares ? th_report_add_comparisons : th_report_add_summary,
    compares ? th_report_add_summary : th_report_add_comparisons,
    th_report_add_recorded, th_report_add_notes, th_report_add_slowest, th_report_add_drops,
    th_report_add_measures
  };
  g_autofree char *title = make_title (self), *subtitle = make_subtitle (self);
  double begin = self->about->progress_begin;

  self->format->begin (self->text, title, subtitle);
  for (guint i = 0; i < G_N_ELEMENTS (sections) && !th_report_is_over (self); i++)
    {
      th_progress_set (self->about->progress,
                       begin + (1 - begin) * i / G_N_ELEMENTS (sections));
      sections[i] (self);
    }
  self->format->end (self->text);
}

gboolean
th_report_write (const ThReportAbout  *about,
                 GError              **error)
{
  g_auto(ThReport) self = { .format = find_format (about->path), .about = about };

  self.text = g_string_new (NULL);
  self.files = th_report_files_new ();
  self.themes[0] = th_theme_new (0, NULL, 1);
  self.themes[1] = th_theme_new (TH_THEME_DARK, NULL, 1);
  self.targets = th_report_list_targets (&self);
  make (&self);
  if (self.error != NULL)
    g_propagate_error (error, g_steal_pointer (&self.error));
  else if (!th_report_is_over (&self))
    return th_report_files_add (self.files, about->path, self.text->str, self.text->len, error) &&
           th_report_files_finish (self.files, error);

  return FALSE;
}
