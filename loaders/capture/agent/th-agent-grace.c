/* th-agent-grace.c - waits until every event before a moment has been committed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <linux/membarrier.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "th-agent-grace.h"

struct _ThAgentGrace
{
  gboolean  pending;   /* used by the caller's thread alone */
  int       fd;        /* an eventfd, written to at the end of a grace period */
  GThread  *thread;
  GMutex    lock;
  GCond     changed;
  pid_t     thread_id; /* this and what follows are protected by the lock */
  gboolean  is_asked;
  gboolean  quits;
};

static long
membarrier (int command)
{
  return syscall (SYS_membarrier, command, 0, 0);
}

gboolean
th_agent_grace_is_available (void)
{
  long commands = membarrier (MEMBARRIER_CMD_QUERY);

  return commands > 0 && (commands & MEMBARRIER_CMD_GLOBAL) != 0;
}

/* The grace period stays pending if membarrier(2) fails after all; then nothing is promised. */
static void
wait_for_grace (ThAgentGrace *self)
{
  if (membarrier (MEMBARRIER_CMD_GLOBAL) == 0)
    eventfd_write (self->fd, 1);
}

static gpointer
run (gpointer data)
{
  ThAgentGrace *self = data;

  g_mutex_lock (&self->lock);
  self->thread_id = syscall (SYS_gettid);
  g_cond_signal (&self->changed);
  while (!self->quits)
    {
      if (!self->is_asked)
        {
          g_cond_wait (&self->changed, &self->lock);
          continue;
        }
      self->is_asked = FALSE;
      g_mutex_unlock (&self->lock);
      wait_for_grace (self);
      g_mutex_lock (&self->lock);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* Signals are for the thread that runs the connection. */
static GThread *
start_thread (ThAgentGrace *self)
{
  sigset_t all, before;
  GThread *thread;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  thread = g_thread_try_new ("thresher-grace", run, self, NULL);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return thread;
}

ThAgentGrace *
th_agent_grace_new (void)
{
  g_autoptr(ThAgentGrace) self = NULL;

  if (!th_agent_grace_is_available ())
    return NULL;
  self = g_new0 (ThAgentGrace, 1);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (self->fd < 0 || (self->thread = start_thread (self)) == NULL)
    return NULL;

  g_mutex_lock (&self->lock);
  while (self->thread_id == 0)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
  return g_steal_pointer (&self);
}

/* @flag: of those that the lock protects. */
static void
tell_thread (ThAgentGrace *self,
             gboolean     *flag)
{
  g_mutex_lock (&self->lock);
  *flag = TRUE;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
}

void
th_agent_grace_free (ThAgentGrace *self)
{
  if (self->thread != NULL)
    {
      tell_thread (self, &self->quits);
      g_thread_join (self->thread);
    }
  if (self->fd >= 0)
    close (self->fd);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_free (self);
}

int
th_agent_grace_get_thread (ThAgentGrace *self)
{
  return self->thread_id;
}

int
th_agent_grace_get_fd (ThAgentGrace *self)
{
  return self->fd;
}

void
th_agent_grace_begin (ThAgentGrace *self)
{
  self->pending = TRUE;
  tell_thread (self, &self->is_asked);
}

gboolean
th_agent_grace_is_pending (ThAgentGrace *self)
{
  return self->pending;
}

gboolean
th_agent_grace_finish (ThAgentGrace *self)
{
  eventfd_t count;

  if (!self->pending || eventfd_read (self->fd, &count) != 0)
    return FALSE;
  self->pending = FALSE;
  return TRUE;
}
