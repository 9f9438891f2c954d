/* th-cut-selection.c - which events of a recording a cut keeps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cut-selection.h"

#include <string.h>

static gboolean
has_cpu (const ThCutSelection *self,
         const ThCpu          *cpu)
{
  for (guint i = 0; self->cpus != NULL && i < self->cpus->len; i++)
    if (g_array_index (self->cpus, guint, i) == th_cpu_get_number (cpu))
      return TRUE;
  return self->cpus == NULL;
}

static gboolean
is_kept (const ThCutCursor *self)
{
  const ThCutSelection *selection = self->selection;
  gint64 time = th_cpu_get_time (self->cpu, self->ref.row);

  return time >= selection->begin && time < selection->end &&
         (selection->rows == NULL || th_rows_contains (selection->rows, self->ref));
}

static void
go_on (ThCutCursor *self)
{
  guint32 n_rows = th_cpu_get_n_rows (self->cpu);

  while (self->ref.row < n_rows && !is_kept (self))
    self->ref.row++;
  self->place = G_MAXUINT64;
  if (self->ref.row < n_rows)
    self->place = th_cpu_get_place (self->cpu, self->ref.row++);
}

void
th_cut_cursor_init (ThCutCursor          *self,
                    const ThCutSelection *selection,
                    guint                 stream,
                    guint                 cpu)
{
  guint index = th_recording_get_first_stream (selection->recording) + stream;
  ThStream *events = th_recording_get_stream (selection->recording, index);

  *self = (ThCutCursor) { selection, th_stream_get_cpu (events, cpu), { index, cpu, 0 },
                          G_MAXUINT64 };
  if (has_cpu (selection, self->cpu))
    go_on (self);
}

gboolean
th_cut_cursor_seek (ThCutCursor *self,
                    guint64      place)
{
  while (self->place < place)
    go_on (self);
  return self->place == place;
}

/* trace-cmd keeps the first name of a task that it sees. */
char *
th_cut_selection_dup_names (const ThCutSelection *self)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  GString *names = g_string_new (NULL);

  for (guint32 task = 1; task < th_tasks_get_n (tasks); task++)
    {
      const char *name = th_tasks_get_name (tasks, task, G_MININT64);

      if (g_str_equal (th_tasks_get_saved (tasks, task), "<...>") && !g_str_equal (name, "<...>") &&
          strchr (name, '\n') == NULL)
        g_string_append_printf (names, "%d %s\n", th_tasks_get_pid (tasks, task), name);
    }
  return g_string_free (names, FALSE);
}
