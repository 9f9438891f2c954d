/* th-txt-names.c - the tasks that sched_switch and sched_wakeup name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-txt-names.h"
#include "th-txt-token.h"

/* memmem() prepares a table for each call, which is not worth it for one line. */
static const char *
find_word (ThTxtPart   text,
           const char *word)
{
  gsize size = strlen (word);
  const char *at = text.text, *last = at + text.size - size;

  if (text.size < size)
    return NULL;
  while (at <= last && (at = memchr (at, *word, (gsize) (last - at) + 1)) != NULL)
    {
      if (memcmp (at, word, size) == 0)
        return at;
      at++;
    }
  return NULL;
}

static gboolean
number_behind (ThTxtPart    info,
               const char  *word,
               gint32      *pid,
               const char **where)
{
  const char *end = info.text + info.size;
  const char *at = find_word (info, word);
  guint64 value;

  if (at == NULL)
    return FALSE;
  *where = at;
  at += strlen (word);
  if (!th_txt_number (&at, end, &value) || value > G_MAXINT32)
    return FALSE;
  *pid = value;
  return TRUE;
}

/* Parses "prev_comm=sh prev_pid=1139", whose words are @comm_word and @pid_word. */
static gboolean
named_task (ThTxtPart   info,
            const char *comm_word,
            const char *pid_word,
            ThTxtTask  *task)
{
  const char *pid_at;
  const char *comm = find_word (info, comm_word);

  if (comm == NULL || !number_behind (info, pid_word, &task->pid, &pid_at))
    return FALSE;
  comm += strlen (comm_word);
  if (pid_at < comm)
    return FALSE;
  task->comm = (ThTxtPart) { comm, (gsize) (pid_at - comm) };
  return TRUE;
}

/* Parses "rcu_preempt:15 [120] …", the format of trace-cmd's plugin. */
static gboolean
short_task (const char *at,
            const char *end,
            ThTxtTask  *task)
{
  const char *bracket = find_word ((ThTxtPart) { at, (gsize) MIN (end - at, 64) }, " [");
  const char *colon;
  guint64 pid;

  colon = bracket != NULL ? memrchr (at, ':', (gsize) (bracket - at)) : NULL;
  if (colon == NULL)
    return FALSE;
  task->comm = (ThTxtPart) { at, (gsize) (colon - at) };
  colon++;
  if (!th_txt_number (&colon, bracket, &pid) || pid > G_MAXINT32 || colon != bracket)
    return FALSE;
  task->pid = pid;
  return TRUE;
}

gboolean
th_txt_switch_tasks (ThTxtPart  info,
                     ThTxtTask *prev,
                     ThTxtTask *next)
{
  const char *end = info.text + info.size;
  const char *arrow;

  info.size = MIN (info.size, 512);
  if (named_task (info, "prev_comm=", " prev_pid=", prev))
    return named_task (info, "next_comm=", " next_pid=", next);

  arrow = find_word (info, " ==> ");
  return arrow != NULL && short_task (info.text, arrow, prev) && short_task (arrow + 5, end, next);
}

gboolean
th_txt_woken_task (ThTxtPart  info,
                   ThTxtTask *task)
{
  info.size = MIN (info.size, 256);
  return named_task (info, "comm=", " pid=", task) ||
         short_task (info.text, info.text + info.size, task);
}
