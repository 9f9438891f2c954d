/* th-report-sides.c - the comparisons of a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-report-sides.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compare-arguments.h"
#include "th-printable.h"
#include "th-report.h"

static void
sides_clear (gpointer data)
{
  ThReportSides *self = data;

  g_clear_pointer (&self->comparison, th_comparison_unref);
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->runs[i], g_ptr_array_unref);
      g_clear_pointer (&self->files[i], g_strfreev);
      g_clear_pointer (&self->names[i], g_free);
    }
  g_clear_pointer (&self->title, g_free);
}

GArray *
th_report_sides_new (void)
{
  GArray *sides = g_array_new (FALSE, FALSE, sizeof (ThReportSides));

  g_array_set_clear_func (sides, sides_clear);
  return sides;
}

ThReportSides *
th_report_sides_add (GArray *sides)
{
  ThReportSides self = { NULL };

  for (guint i = 0; i < 2; i++)
    self.runs[i] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_array_append_val (sides, self);
  return &g_array_index (sides, ThReportSides, sides->len - 1);
}

GArray *
th_report_sides_list_comparisons (GArray *sides)
{
  GArray *comparisons = g_array_new (FALSE, FALSE, sizeof (ThReportComparison));

  for (guint i = 0; i < sides->len; i++)
    {
      ThReportSides *one = &g_array_index (sides, ThReportSides, i);

      if (one->comparison == NULL)
        continue;
      for (guint side = 0; side < 2 && one->names[side] == NULL; side++)
        one->names[side] = th_compare_arguments_name_files (one->files[side]);
      g_array_append_val (comparisons, ((ThReportComparison) {
        one->title, one->comparison, { one->names[0], one->names[1] }
      }));
    }
  return comparisons;
}

/* --- sessions of a review --------------------------------------------------- */

static gboolean
has_content (const char *path,
             const char *key)
{
  g_autofree char *found = path != NULL ? th_review_make_key (path, NULL) : NULL;

  return g_strcmp0 (found, key) == 0;
}

/* The file with the content of @recording, or NULL: a session may name any file. */
static char *
find_file (const ThReview          *review,
           const ThSharedRecording *recording)
{
  g_autofree char *named = g_filename_from_uri (recording->uri, NULL, NULL);

  for (guint i = 0; recording->key != NULL && i < review->recordings->len; i++)
    {
      const ThReviewRecording *own = g_ptr_array_index (review->recordings, i);
      g_autofree char *path = th_review_dup_path (review, own);

      if ((g_str_equal (own->key, recording->key) ||
           g_str_equal (th_review_get_original (own), recording->key)) &&
          has_content (path, own->key))
        return g_steal_pointer (&path);
    }

  return recording->key != NULL && has_content (named, recording->key) ? g_steal_pointer (&named)
                                                                        : NULL;
}

/* Lists the files of one side.  Returns FALSE if one is missing, which is added to @problems. */
static gboolean
list_files (const ThReview        *review,
            const ThSharedSession *session,
            guint                  side,
            ThReportSides         *sides,
            GPtrArray             *problems)
{
  const GArray *runs = session->comparison->runs[side];
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < runs->len; i++)
    {
      const ThSharedRun *run = &g_array_index (runs, ThSharedRun, i);
      const ThSharedRecording *recording = th_shared_session_get_recording (session,
                                                                            run->recording);
      g_autofree char *path = find_file (review, recording), *argument = NULL;

      if (path == NULL)
        {
          g_autofree char *shown = th_printable_line (recording->uri);

          g_ptr_array_add (problems,
                           g_strdup_printf (_("the comparison “%s” is left out: “%s” is missing "
                                              "or has changed."), sides->title, shown));
          return FALSE;
        }
      argument = run->range != NULL ? g_strconcat (path, "@", run->range, NULL) : NULL;
      g_strv_builder_add (builder, argument != NULL ? argument : path);
    }

  sides->files[side] = g_strv_builder_end (builder);
  return TRUE;
}

/* The name of the session without its suffix, printable. */
static char *
make_title (const char *name)
{
  g_autofree char *stem = g_filename_display_name (name);

  if (g_str_has_suffix (stem, TH_SHARED_SESSION_SUFFIX))
    stem[strlen (stem) - strlen (TH_SHARED_SESSION_SUFFIX)] = '\0';
  return th_printable_line (stem);
}

static void
add_session (GArray         *sides,
             const ThReview *review,
             const char     *name,
             GPtrArray      *problems)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThSharedSession) session = th_review_load_session (review, name, &error);
  g_autofree char *title = make_title (name);
  ThReportSides *added;

  if (session == NULL)
    g_ptr_array_add (problems, g_strdup_printf (_("the session “%s” cannot be read: %s"), title,
                                                error->message));
  if (session == NULL || session->comparison == NULL)
    return;

  added = th_report_sides_add (sides);
  added->title = g_steal_pointer (&title);
  if (!list_files (review, session, 0, added, problems) ||
      !list_files (review, session, 1, added, problems))
    g_array_set_size (sides, sides->len - 1);
}

void
th_report_sides_add_sessions (GArray         *sides,
                              const ThReview *review,
                              GPtrArray      *problems)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) names = th_review_list_sessions (review, &error);

  if (names == NULL)
    g_ptr_array_add (problems, g_strdup (error->message));
  for (guint i = 0; names != NULL && i < names->len; i++)
    add_session (sides, review, g_ptr_array_index (names, i), problems);
}
