/* th-target.c - the machine to record on, and how to reach its agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-target.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-refuse.h"

#define MAX_TEXT 4096

struct _ThTarget
{
  ThTargetKind kind;
  char        *text;
  char        *name;
  char        *user;  /* NULL: as ssh's configuration says */
  char        *host;
  guint        port;  /* 0: likewise */
  char       **words; /* of TH_TARGET_EXEC */
};

/* --- parsing --------------------------------------------------------------- */

/* Users and hosts are words of ssh's command line: no blanks, no controls, no option. */
static gboolean
is_word (const char *text)
{
  if (*text == '\0' || *text == '-' || strlen (text) > 255)
    return FALSE;
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("._-+:%", *c) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
parse_port (ThTarget    *self,
            const char  *text,
            GError     **error)
{
  guint64 port;

  if (!g_ascii_string_to_unsigned (text, 10, 1, 65535, &port, NULL))
    return th_refuse (error, _("“%s” is not a port: it must be a number from 1 to 65535"), text);
  self->port = (guint) port;
  return TRUE;
}

/* Takes "HOST", "HOST:PORT", "[ADDRESS]" or "[ADDRESS]:PORT". */
static gboolean
parse_host (ThTarget    *self,
            const char  *text,
            GError     **error)
{
  const char *end = *text == '[' ? strchr (text, ']') : strchr (text, ':');
  const char *port = end;

  if (*text == '[' && end != NULL)
    {
      self->host = g_strndup (text + 1, end - text - 1);
      port = end + 1;
    }
  else
    self->host = end != NULL ? g_strndup (text, end - text) : g_strdup (text);

  if (port != NULL && *port != '\0' && *port != ':')
    return th_refuse (error, _("“%s” is not a host"), text);
  if (!is_word (self->host) || (*text != '[' && strchr (self->host, ':') != NULL))
    return th_refuse (error, _("“%s” is not the name of a host"), self->host);
  return port == NULL || *port == '\0' || parse_port (self, port + 1, error);
}

static gboolean
parse_ssh (ThTarget    *self,
           const char  *rest,
           GError     **error)
{
  const char *at = strrchr (rest, '@');

  if (at != NULL)
    {
      self->user = g_strndup (rest, at - rest);
      if (strchr (self->user, ':') != NULL)
        return th_refuse (error, "%s", _("leave the password out of the target: ssh asks for it"));
      if (!is_word (self->user))
        return th_refuse (error, _("“%s” is not the name of a user"), self->user);
      rest = at + 1;
    }
  return parse_host (self, rest, error);
}

static gboolean
parse_exec (ThTarget    *self,
            const char  *rest,
            GError     **error)
{
  g_autoptr(GError) syntax = NULL;

  if (!g_shell_parse_argv (rest, NULL, &self->words, &syntax))
    return th_refuse (error, _("the command after exec: cannot be read: %s"), syntax->message);
  return TRUE;
}

static char *
make_name (const ThTarget *self)
{
  g_autofree char *user = self->user != NULL ? g_strconcat (self->user, "@", NULL) : g_strdup ("");
  g_autofree char *port = self->port > 0 ? g_strdup_printf (":%u", self->port) : g_strdup ("");

  switch (self->kind)
    {
    case TH_TARGET_LOCAL:
      return g_strdup (_("This Computer"));
    case TH_TARGET_SSH:
      return g_strdup_printf ("ssh %s%s%s", user, self->host, port);
    case TH_TARGET_SSH_SUDO:
      return g_strdup_printf ("ssh %s%s%s (sudo)", user, self->host, port);
    case TH_TARGET_EXEC:
    default:
      return g_strstrip (g_strdup (self->text + strlen ("exec:")));
    }
}

static const struct
{
  const char  *prefix;
  ThTargetKind kind;
  gboolean   (*parse) (ThTarget    *self,
                       const char  *rest,
                       GError     **error);
} schemes[] = {
  { "ssh://", TH_TARGET_SSH, parse_ssh },
  { "ssh+sudo://", TH_TARGET_SSH_SUDO, parse_ssh },
  { "exec:", TH_TARGET_EXEC, parse_exec },
};

static gboolean
parse (ThTarget    *self,
       const char  *text,
       GError     **error)
{
  if (strlen (text) > MAX_TEXT || !g_utf8_validate (text, -1, NULL))
    return th_refuse (error, "%s", _("the target is too long, or is not text"));
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return th_refuse (error, "%s", _("the target contains a control character"));
  if (strcmp (text, "local:") == 0)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_has_prefix (text, schemes[i].prefix))
      {
        self->kind = schemes[i].kind;
        return schemes[i].parse (self, text + strlen (schemes[i].prefix), error);
      }
  return th_refuse (error, _("“%s” is not a target: use local:, ssh://[USER@]HOST[:PORT], "
                             "ssh+sudo://[USER@]HOST[:PORT] or exec:COMMAND"), text);
}

ThTarget *
th_target_parse (const char  *text,
                 GError     **error)
{
  g_autoptr(ThTarget) self = g_atomic_rc_box_new0 (ThTarget);

  g_return_val_if_fail (text != NULL, NULL);

  self->text = g_strdup (text);
  if (!parse (self, text, error))
    return NULL;

  self->name = make_name (self);
  return g_steal_pointer (&self);
}

/* --- life ------------------------------------------------------------------ */

static void
clear (gpointer data)
{
  ThTarget *self = data;

  g_free (self->text);
  g_free (self->name);
  g_free (self->user);
  g_free (self->host);
  g_strfreev (self->words);
}

ThTarget *
th_target_ref (ThTarget *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
th_target_unref (ThTarget *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

ThTargetKind
th_target_get_kind (ThTarget *self)
{
  return self->kind;
}

const char *
th_target_get_text (ThTarget *self)
{
  return self->text;
}

const char *
th_target_get_name (ThTarget *self)
{
  return self->name;
}

const char *
th_target_get_host (ThTarget *self)
{
  return self->host;
}

gboolean
th_target_is_remote (ThTarget *self)
{
  return self->kind != TH_TARGET_LOCAL;
}

/* --- command lines --------------------------------------------------------- */

static void
add (GPtrArray  *argv,
     const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static char **
finish (GPtrArray *argv)
{
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

/* ssh hands one text to the login shell of the user there. */
static char *
quote_words (const char *const *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *quoted = g_shell_quote (words[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", quoted);
    }
  return g_string_free (text, FALSE);
}

static char **
ssh_argv (ThTarget          *self,
          const char *const *words)
{
  /* Neither the display nor the keys of the user are needed there. */
  static const char *const options[] = { "ssh", "-T", "-x", "-a", "-o", "BatchMode=no",
                                         "-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=5",
                                         "-o", "ServerAliveCountMax=3" };
  GPtrArray *argv = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    add (argv, options[i]);
  if (self->port > 0)
    {
      add (argv, "-p");
      g_ptr_array_add (argv, g_strdup_printf ("%u", self->port));
    }
  if (self->user != NULL)
    {
      add (argv, "-l");
      add (argv, self->user);
    }
  add (argv, "--");
  add (argv, self->host);
  g_ptr_array_add (argv, quote_words (words));
  return finish (argv);
}

/* Runs the agent of the path, else the one in the user's folder; 127 says that there is none. */
#define FIND_AGENT(sudo) \
  "a=$(command -v thresher-agent) || a=$HOME/.local/bin/thresher-agent; " \
  "if [ -x \"$a\" ]; then exec " sudo "\"$a\"; fi; " \
  "echo 'thresher-agent: not found' >&2; exit 127"

static char **
far_agent_argv (ThTarget   *self,
                const char *agent)
{
  gboolean sudo = self->kind == TH_TARGET_SSH_SUDO;
  const char *const script[] = { "sh", "-c", sudo ? FIND_AGENT ("sudo -n -- ") : FIND_AGENT (""),
                                 NULL };
  const char *const direct[] = { sudo ? "sudo" : agent, "-n", "--", agent, NULL };
  const char *const alone[] = { agent, NULL };

  if (agent == NULL)
    return ssh_argv (self, script);
  return ssh_argv (self, sudo ? direct : alone);
}

gboolean
th_target_needs_root (ThTarget *self)
{
  return self->kind == TH_TARGET_LOCAL && geteuid () != 0;
}

/* Where the agent of this machine is installed.  pkexec wants the path of its policy. */
static char *
find_local_agent (void)
{
  if (g_file_test (AGENT_PATH, G_FILE_TEST_IS_EXECUTABLE))
    return g_strdup (AGENT_PATH);
  return g_find_program_in_path ("thresher-agent");
}

static char **
local_agent_argv (ThTarget   *self,
                  const char *agent)
{
  g_autofree char *found = agent == NULL ? find_local_agent () : g_strdup (agent);
  GPtrArray *argv = g_ptr_array_new ();

  if (th_target_needs_root (self))
    add (argv, "pkexec");
  add (argv, found != NULL ? found : AGENT_PATH);
  return finish (argv);
}

char **
th_target_dup_agent_argv (ThTarget   *self,
                          const char *agent)
{
  switch (self->kind)
    {
    case TH_TARGET_LOCAL:
      return local_agent_argv (self, agent);
    case TH_TARGET_EXEC:
      return g_strdupv (self->words);
    case TH_TARGET_SSH:
    case TH_TARGET_SSH_SUDO:
    default:
      return far_agent_argv (self, agent);
    }
}

char **
th_target_dup_command_argv (ThTarget          *self,
                            const char *const *command)
{
  g_return_val_if_fail (command != NULL && command[0] != NULL, NULL);

  switch (self->kind)
    {
    case TH_TARGET_LOCAL:
      return g_strdupv ((char **) command);
    case TH_TARGET_EXEC:
      return NULL;
    case TH_TARGET_SSH:
    case TH_TARGET_SSH_SUDO:
    default:
      return ssh_argv (self, command);
    }
}
