/* th-agent-instance.c - the instance of tracefs in which the agent records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "th-agent-cleanup.h"
#include "th-agent-instance.h"
#include "th-agent-top.h"

#define MAX_TRIES 8
#define MARKS_KB "16"

struct _ThAgentInstance
{
  const ThAgentPlaces     *places;
  struct tracefs_instance *instance;
  ThAgentGuardian         *guardian;
  char                    *name;
  char                    *folder;
  GPtrArray               *restore; /* a file at the top and its text, in turns */
  struct tracefs_instance *marks;   /* another instance, for the restoring texts; or NULL */
  gboolean                 at_top;
  int                      lock;
  int                      marks_lock;
  int                      free_buffer;
};

/* The folder may be swept by another agent between its creation and its locking.  Returns the
 * descriptor that holds the lock, or -1. */
static int
lock (const char *folder)
{
  struct stat opened, named;
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0 && fstat (fd, &opened) == 0 &&
      stat (folder, &named) == 0 && opened.st_ino == named.st_ino)
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

static void
forget_name (ThAgentInstance *self)
{
  g_clear_pointer (&self->instance, tracefs_instance_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->folder, g_free);
}

/* FALSE, with errno, if the kernel refuses; a name that is taken is EEXIST. */
static gboolean
create (ThAgentInstance *self,
        guint            nth)
{
  self->name = nth == 0 ? g_strdup_printf (TH_AGENT_PREFIX "%d", getpid ())
                        : g_strdup_printf (TH_AGENT_PREFIX "%d_%u", getpid (), nth);
  self->folder = g_build_filename (self->places->tracefs, "instances", self->name, NULL);
  th_agent_guardian_watch (self->guardian, self->name);
  self->instance = tracefs_instance_create (self->name);
  if (self->instance == NULL)
    return FALSE;
  self->lock = tracefs_instance_is_new (self->instance) ? lock (self->folder) : -1;
  if (self->lock < 0)
    errno = EEXIST;
  return self->lock >= 0;
}

/* A guardian that watches a name which is another agent's would remove that: each try has a
 * guardian of its own. */
static gboolean
create_guarded (ThAgentInstance *self,
                guint            nth)
{
  int reason;

  self->guardian = th_agent_guardian_new (self->places);
  if (self->guardian == NULL)
    return FALSE;
  if (create (self, nth))
    return TRUE;
  reason = errno;
  g_clear_pointer (&self->guardian, th_agent_guardian_dismiss);
  forget_name (self);
  errno = reason;
  return FALSE;
}

ThAgentInstance *
th_agent_instance_new (const ThAgentPlaces *places,
                       GError             **error)
{
  ThAgentInstance *self = g_new0 (ThAgentInstance, 1);
  gboolean created = FALSE;

  self->places = places;
  self->restore = g_ptr_array_new_with_free_func (g_free);
  self->lock = self->marks_lock = self->free_buffer = -1;
  for (guint i = 0; !created && i < MAX_TRIES; i++)
    {
      created = create_guarded (self, i);
      if (!created && errno != EEXIST)
        break;
    }
  if (!created)
    {
      g_set_error (error, TH_AGENT_ERROR,
                   errno == ENOMEM ? TH_AGENT_ERROR_MEMORY : TH_AGENT_ERROR_TRACEFS,
                   "An instance of tracefs could not be made: %s", g_strerror (errno));
      g_ptr_array_unref (self->restore);
      g_free (self);
      return NULL;
    }

  th_agent_instance_write (self, "tracing_on", "0");
  if (th_agent_instance_write (self, "options/disable_on_free", "1"))
    self->free_buffer = tracefs_instance_file_open (self->instance, "free_buffer", O_WRONLY);
  return self;
}

/* TRUE if it is gone, or was never needed. */
static gboolean
remove_marks (ThAgentInstance *self)
{
  g_autofree char *name = g_strconcat (self->name, TH_AGENT_MARKS, NULL);

  if (self->marks == NULL)
    return TRUE;
  g_clear_pointer (&self->marks, tracefs_instance_free);
  if (self->marks_lock >= 0)
    close (self->marks_lock);
  return th_agent_remove_instance (self->places, name);
}

/* The recording's own ring buffers are read, and freed when the agent dies; so restoring texts are
 * in an instance of their own.  At the top, the agent's instance is not recorded into. */
static struct tracefs_instance *
get_marks (ThAgentInstance *self)
{
  g_autofree char *name = g_strconcat (self->name, TH_AGENT_MARKS, NULL);
  g_autofree char *folder = g_build_filename (self->places->tracefs, "instances", name, NULL);

  if (self->at_top)
    return self->instance;
  if (self->marks != NULL)
    return self->marks;

  th_agent_guardian_watch (self->guardian, name);
  self->marks = tracefs_instance_create (name);
  self->marks_lock = self->marks != NULL ? lock (folder) : -1;
  if (self->marks_lock < 0)
    remove_marks (self);
  else
    tracefs_instance_file_write (self->marks, "buffer_size_kb", MARKS_KB);
  return self->marks;
}

void
th_agent_instance_restore_later (ThAgentInstance *self,
                                 const char      *file,
                                 const char      *text)
{
  g_autofree char *mark = g_strdup_printf (TH_AGENT_RESTORE_MARK "%s\t%s", file, text);
  struct tracefs_instance *marks = get_marks (self);

  if (marks != NULL)
    tracefs_instance_file_write (marks, "trace_marker", mark);
  th_agent_guardian_restore (self->guardian, file, text);
  g_ptr_array_add (self->restore, g_strdup (file));
  g_ptr_array_add (self->restore, g_strdup (text));
}

static gboolean
is_to_be_restored (ThAgentInstance *self,
                   const char      *file)
{
  for (guint i = 0; i < self->restore->len; i += 2)
    if (g_str_equal (self->restore->pdata[i], file))
      return TRUE;
  return FALSE;
}

/* FALSE if a file cannot be read, and so could not be restored. */
static gboolean
prepare_change (ThAgentInstance *self,
                const char      *file)
{
  g_autofree char *text = NULL;

  if (!self->at_top || is_to_be_restored (self, file))
    return TRUE;
  text = th_agent_top_dup_text (self->places, file);
  if (text != NULL)
    th_agent_instance_restore_later (self, file, text);
  return text != NULL;
}

gboolean
th_agent_instance_move_to_top (ThAgentInstance *self,
                               GError         **error)
{
  if (!th_agent_top_is_unused (self->places, error))
    return FALSE;

  if (self->free_buffer >= 0)
    close (self->free_buffer);
  self->free_buffer = -1;
  tracefs_instance_file_write (self->instance, "buffer_size_kb", TH_AGENT_RESTORE_KB);
  tracefs_instance_file_write (self->instance, "tracing_on", "1");
  self->at_top = TRUE;
  th_agent_instance_write (self, "tracing_on", "0");
  return TRUE;
}

/* What was changed last is restored first. */
static gboolean
restore_top (ThAgentInstance *self,
             GPtrArray       *left)
{
  gboolean restored = TRUE;

  for (guint i = self->restore->len; i > 0; i -= 2)
    {
      const char *file = self->restore->pdata[i - 2], *text = self->restore->pdata[i - 1];
      g_autofree char *path = g_build_filename (self->places->tracefs, file, NULL);

      if (th_agent_file_write (path, text, O_TRUNC))
        continue;
      restored = FALSE;
      if (left != NULL)
        g_ptr_array_add (left, g_strdup (file));
    }
  return restored;
}

void
th_agent_instance_destroy (ThAgentInstance *self,
                           GPtrArray       *left)
{
  gboolean gone;

  if (self->free_buffer >= 0)
    close (self->free_buffer);
  gone = restore_top (self, left) && remove_marks (self);
  if (!th_agent_remove_instance (self->places, self->name) ||
      !th_agent_remove_probes (self->places, self->name))
    {
      gone = FALSE;
      if (left != NULL)
        g_ptr_array_add (left, g_strdup (self->name));
    }
  if (self->lock >= 0)
    close (self->lock);
  if (gone)
    th_agent_guardian_dismiss (self->guardian);
  else
    th_agent_guardian_leave (self->guardian);
  forget_name (self);
  g_ptr_array_unref (self->restore);
  g_free (self);
}

const char *
th_agent_instance_get_name (ThAgentInstance *self)
{
  return self->name;
}

const char *
th_agent_instance_get_folder (ThAgentInstance *self)
{
  return self->at_top ? self->places->tracefs : self->folder;
}

static struct tracefs_instance *
get_target (ThAgentInstance *self)
{
  return self->at_top ? NULL : self->instance;
}

ThAgentGuardian *
th_agent_instance_get_guardian (ThAgentInstance *self)
{
  return self->guardian;
}

gboolean
th_agent_instance_write (ThAgentInstance *self,
                         const char      *file,
                         const char      *text)
{
  return prepare_change (self, file) &&
         tracefs_instance_file_write (get_target (self), file, text) >= 0;
}

gboolean
th_agent_instance_append_pid (ThAgentInstance *self,
                              const char      *file,
                              int              pid)
{
  g_autofree char *text = g_strdup_printf ("%d", pid);

  return prepare_change (self, file) &&
         tracefs_instance_file_append (get_target (self), file, text) >= 0;
}

gboolean
th_agent_instance_has (ThAgentInstance *self,
                       const char      *file)
{
  return tracefs_file_exists (get_target (self), file);
}

char *
th_agent_instance_read (ThAgentInstance *self,
                        const char      *file)
{
  return th_agent_file_read_in (th_agent_instance_get_folder (self), file);
}

char *
th_agent_instance_dup_complaint (ThAgentInstance *self,
                                 gboolean         at_top)
{
  char *last = tracefs_error_last (at_top ? NULL : get_target (self));
  char *complaint = g_strdup (last != NULL ? g_strstrip (last) : "");

  free (last);
  return complaint;
}
