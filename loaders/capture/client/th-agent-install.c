/* th-agent-install.c - copies an agent to a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-agent-install.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-printable.h"

#define MAX_AGENT (256 << 20)

/* Asks the machine, then takes the file from standard input.  It is renamed when it is complete,
 * so that an agent that runs, or a line that breaks, does no harm. */
static const char script[] =
  "m=$(uname -m); [ \"$m\" = \"$1\" ] || { echo \"machine: $m\" >&2; exit 3; }; "
  "d=$HOME/.local/bin; f=$d/.thresher-agent.$$; mkdir -p \"$d\" && cat >\"$f\" && "
  "[ \"$(wc -c <\"$f\")\" -eq \"$2\" ] && chmod 755 \"$f\" && "
  "mv -f \"$f\" \"$d/thresher-agent\" && echo \"$d/thresher-agent\" || "
  "{ rm -f \"$f\"; exit 4; }";

G_GNUC_PRINTF (2, 3) static void
refuse (GError    **error,
        const char *format,
        ...)
{
  g_autofree char *reason = NULL;
  g_autofree char *valid = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  valid = g_utf8_make_valid (reason, -1);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, valid);
}

static int
open_agent (const char *path,
            goffset    *size)
{
  struct stat about;
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return -1;
  if (fstat (fd, &about) == 0 && S_ISREG (about.st_mode) && about.st_size > 0 &&
      about.st_size <= MAX_AGENT)
    {
      *size = about.st_size;
      return fd;
    }
  close (fd);
  errno = EINVAL;
  return -1;
}

/* What `uname -m` says on machines that run the file; NULL if it is no program that is known. */
static const char *
read_machine (int fd)
{
  static const struct
  {
    guint       number; /* e_machine of ELF */
    const char *name;
  } machines[] = { { 62, "x86_64" }, { 183, "aarch64" }, { 243, "riscv64" }, { 21, "ppc64le" },
                   { 22, "s390x" }, { 40, "armv7l" } };
  guint8 head[20];

  if (pread (fd, head, sizeof head, 0) != sizeof head || memcmp (head, "\177ELF", 4) != 0)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      guint number = head[5] == 2 ? (guint) head[18] << 8 | head[19]
                     : (guint) head[19] << 8 | head[18];

      if (number == machines[i].number)
        return machines[i].name;
    }
  return NULL;
}

/* Called in the child, where only async-signal-safe functions may be called. */
static void
set_up_cb (gpointer data)
{
  dup2 (GPOINTER_TO_INT (data), STDIN_FILENO);
}

static char *
copy (ThTarget    *target,
      int          fd,
      goffset      size,
      const char  *machine,
      GError     **error)
{
  g_autofree char *length = g_strdup_printf ("%" G_GOFFSET_FORMAT, size);
  const char *const words[] = { "sh", "-c", script, "sh", machine, length, NULL };
  g_auto(GStrv) argv = th_target_dup_command_argv (target, words);
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  int status;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN,
                     set_up_cb, GINT_TO_POINTER (fd), &output, &errors, &status, error))
    return NULL;
  g_strchomp (errors);
  if (g_spawn_check_wait_status (status, NULL))
    return th_printable_line (g_strchomp (output));

  if (g_str_has_prefix (errors, "machine: "))
    refuse (error, _("the target is another kind of machine (%s): install the agent that was built "
                     "for it"), errors + strlen ("machine: "));
  else
    refuse (error, _("the agent could not be copied: %s"), errors);
  return NULL;
}

char *
th_agent_install (ThTarget    *target,
                  const char  *agent,
                  GError     **error)
{
  g_autofree char *path = agent != NULL ? g_strdup (agent)
                          : g_find_program_in_path ("thresher-agent");
  const char *machine;
  char *where = NULL;
  goffset size = 0;
  int fd;

  if (th_target_get_host (target) == NULL)
    {
      refuse (error, _("an agent can only be copied to a target that is reached by ssh"));
      return NULL;
    }
  if (path == NULL)
    {
      refuse (error, _("there is no thresher-agent on this computer: give its path"));
      return NULL;
    }
  if ((fd = open_agent (path, &size)) < 0)
    {
      refuse (error, _("the agent cannot be read: %s"), g_strerror (errno));
      return NULL;
    }

  if ((machine = read_machine (fd)) != NULL)
    where = copy (target, fd, size, machine, error);
  else
    refuse (error, _("%s is not an agent"), path);
  close (fd);
  return where;
}
