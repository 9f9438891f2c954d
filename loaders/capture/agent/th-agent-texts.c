/* th-agent-texts.c - the texts of tracefs that go with a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "th-agent-texts.h"
#include "th-wire-file.h"

#define SLICE (256 << 10)
/* Bound of what is sent of one text. */
#define MAX_TEXT (64 << 20)

struct _ThAgentTexts
{
  const ThAgentPlaces *places;
  ThAgentOutput       *output;
  int                  level;
  guint                next;  /* of the texts that go in slices */
  int                  file;  /* the one that is being sent */
  gsize                size;  /* of what was sent of it */
  guint8              *slice;
};

ThAgentTexts *
th_agent_texts_new (const ThAgentPlaces *places,
                    ThAgentOutput       *output,
                    int                  level)
{
  ThAgentTexts *self = g_new0 (ThAgentTexts, 1);

  self->places = places;
  self->output = output;
  self->level = level;
  self->file = -1;
  self->slice = g_malloc (SLICE);
  return self;
}

void
th_agent_texts_free (ThAgentTexts *self)
{
  if (self->file >= 0)
    close (self->file);
  g_free (self->slice);
  g_free (self);
}

static void
send (ThAgentTexts   *self,
      ThWireFileKind  kind,
      const char     *name,
      const void     *text,
      gsize           size,
      gboolean        more)
{
  th_wire_file_append (th_agent_output_get_bytes (self->output), kind, name, text, size, more,
                       self->level);
}

/* --- formats ----------------------------------------------------------------------------- */

/* What cannot be read is not sent: a format may vanish with its module. */
static void
send_file (ThAgentTexts   *self,
           ThWireFileKind  kind,
           const char     *name,
           const char     *folder,
           const char     *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  gsize size;

  text = th_agent_file_read (path, TH_AGENT_MAX_TEXT, &size);
  if (text != NULL)
    send (self, kind, name, text, size, FALSE);
}

void
th_agent_texts_send_formats (ThAgentTexts *self,
                             const char   *folder,
                             GPtrArray    *events)
{
  g_autofree char *ftrace = g_build_filename (self->places->tracefs, "events", "ftrace", NULL);
  g_auto(GStrv) names = th_agent_file_list (ftrace);

  send_file (self, TH_WIRE_FILE_HEADER_PAGE, "", folder, "events/header_page");
  send_file (self, TH_WIRE_FILE_HEADER_EVENT, "", folder, "events/header_event");
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *file = g_build_filename (names[i], "format", NULL);

      send_file (self, TH_WIRE_FILE_FTRACE_FORMAT, names[i], ftrace, file);
    }
  for (guint i = 0; i < events->len; i++)
    {
      g_autofree char *file = g_build_filename ("events", events->pdata[i], "format", NULL);

      send_file (self, TH_WIRE_FILE_FORMAT, events->pdata[i], folder, file);
    }
}

/* --- in slices --------------------------------------------------------------------------- */

static int
open_text (ThAgentTexts *self)
{
  g_autofree char *path = NULL;

  path = self->next == 0 ? g_build_filename (self->places->proc, "kallsyms", NULL)
                         : g_build_filename (self->places->tracefs, "printk_formats", NULL);
  return open (path, O_RDONLY | O_CLOEXEC);
}

/* These files give a page at a time. */
static gsize
read_slice (ThAgentTexts *self,
            gboolean     *more)
{
  gsize size = 0;

  *more = TRUE;
  while (*more && size < SLICE)
    {
      gssize got = read (self->file, self->slice + size, SLICE - size);

      if (got == 0 || (got < 0 && errno != EINTR))
        *more = FALSE;
      size += MAX (got, 0);
    }
  self->size += size;
  *more &= self->size < MAX_TEXT;
  return size;
}

gboolean
th_agent_texts_step (ThAgentTexts *self)
{
  static const ThWireFileKind kinds[] = { TH_WIRE_FILE_KALLSYMS, TH_WIRE_FILE_PRINTK };
  gboolean more;

  if (self->next == G_N_ELEMENTS (kinds))
    return FALSE;
  if (self->file < 0)
    self->file = open_text (self);
  if (self->file >= 0)
    {
      gsize size = read_slice (self, &more);

      send (self, kinds[self->next], "", self->slice, size, more);
      if (more)
        return TRUE;
      close (self->file);
      self->file = -1;
    }
  self->size = 0;
  self->next++;
  return self->next < G_N_ELEMENTS (kinds);
}

/* --- names and probes -------------------------------------------------------------------- */

void
th_agent_texts_send_names (ThAgentTexts *self,
                           const char   *text)
{
  send (self, TH_WIRE_FILE_CMDLINES, "", text, strlen (text), FALSE);
}

static gboolean
is_among (GPtrArray  *probes,
          const char *line)
{
  g_auto(GStrv) words = g_strsplit_set (line, " \t", 2);

  return words[0] != NULL &&
         g_ptr_array_find_with_equal_func (probes, words[0], g_str_equal, NULL);
}

guint64
th_agent_texts_send_profile (ThAgentTexts *self,
                             GPtrArray    *probes)
{
  g_autofree char *text = th_agent_file_read_in (self->places->tracefs, "kprobe_profile");
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autoptr(GString) own = g_string_new (NULL);
  guint64 missed = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *last = strrchr (g_strstrip (lines[i]), ' ');

      if (last == NULL || !is_among (probes, lines[i]))
        continue;
      missed += g_ascii_strtoull (last + 1, NULL, 10);
      g_string_append_printf (own, "%s\n", lines[i]);
    }
  if (probes->len > 0 && text != NULL)
    send (self, TH_WIRE_FILE_KPROBE_PROFILE, "", own->str, own->len, FALSE);
  return missed;
}
