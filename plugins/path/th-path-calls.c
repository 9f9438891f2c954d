/* th-path-calls.c - the system calls of a task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-calls.h"

#include <string.h>

static ThSlices *
find_slices (ThResults *syscalls,
             guint32    task)
{
  for (guint i = 0; i < th_results_get_n_tracks (syscalls); i++)
    {
      ThTrack *track = th_results_get_track (syscalls, i);
      const ThTrackInfo *info = th_track_get_info (track);

      if (info->attach == TH_ATTACH_TASK && info->key == task && strcmp (info->id, "syscalls") == 0)
        return th_track_get_slices (track);
    }

  return NULL;
}

/* A call that failed is called "read = -11". */
static gboolean
is_named (ThResults     *syscalls,
          const ThSlice *slice,
          const char    *name)
{
  const char *text = th_results_get_word (syscalls, slice->name);
  gsize length = strlen (name);

  return length == 0 ||
         (strncmp (text, name, length) == 0 && (text[length] == '\0' || text[length] == ' '));
}

GArray *
th_path_calls_list (ThResults  *syscalls,
                    guint32     task,
                    const char *name,
                    guint32     number)
{
  GArray *calls = g_array_new (FALSE, FALSE, sizeof (ThPathCall));
  ThSlices *slices = find_slices (syscalls, task);
  guint32 n = slices != NULL ? th_slices_get_n (slices, 0) : 0, count = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const ThSlice *slice = th_slices_get (slices, 0, i);
      ThPathCall call = { slice->begin, slice->end, slice->anchor, slice->name, 0 };

      if ((slice->flags & (TH_SLICE_NO_BEGIN | TH_SLICE_NO_END)) != 0 ||
          !is_named (syscalls, slice, name))
        continue;
      call.number = ++count;
      if (number == 0 || number == count)
        g_array_append_val (calls, call);
    }

  return calls;
}
