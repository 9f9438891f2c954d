/* th-capture-error.c - why a capture failed, in sentences that say what to do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-error.h"

#include <string.h>
#include <sys/wait.h>

#include <glib/gi18n-lib.h>

#include "th-message.h"
#include "th-printable.h"

G_DEFINE_QUARK (th-capture-error-quark, th_capture_error)

/* @words: those of another program; "": none. */
static GError *
new_with_words (ThCaptureError  code,
                const char     *sentence,
                const char     *words)
{
  return *words != '\0'
         ? g_error_new (TH_CAPTURE_ERROR, (int) code, "%s (%s)", sentence, words)
         : g_error_new_literal (TH_CAPTURE_ERROR, (int) code, sentence);
}

/* --- the agent ------------------------------------------------------------- */

GError *
th_capture_error_new_version (guint64 min,
                              guint64 max)
{
  if (min <= TH_PROTOCOL_MAX && max >= TH_PROTOCOL_MIN && min <= max)
    return NULL;
  return g_error_new_literal (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_VERSION,
                              max < TH_PROTOCOL_MIN
                              ? _("The agent on the target is too old for this program. Install "
                                  "the one of this program (thresh record --install-agent).")
                              : _("The agent on the target is newer than this program. Update "
                                  "Thresher on this computer."));
}

static const struct
{
  const char *code;
  const char *sentence;
} limits[] = {
  { "no-tracefs", N_("The target has no tracefs. Mount it as root with “mount -t tracefs "
                     "tracefs /sys/kernel/tracing”, or use a kernel with CONFIG_FTRACE.") },
  { "no-permission", N_("The agent on the target may not use tracefs. Record as root, use sudo "
                        "there (ssh+sudo://…), or have an administrator prepare an instance for "
                        "you.") },
  { "lockdown", N_("The kernel of the target is locked down and forbids tracing. Boot it "
                   "without lockdown=confidentiality.") },
};

static GError *
new_limit (guint       index,
           const char *detail)
{
  g_autofree char *line = th_printable_line (detail);

  return new_with_words (TH_CAPTURE_ERROR_PERMISSION, _(limits[index].sentence), line);
}

GError *
th_capture_error_new_limits (GVariant *hello)
{
  g_autoptr(GVariant) list = g_variant_lookup_value (hello, "limits", G_VARIANT_TYPE ("a(ss)"));
  const char *code, *detail;
  GVariantIter iter;

  if (list == NULL)
    return NULL;
  g_variant_iter_init (&iter, list);
  while (g_variant_iter_next (&iter, "(&s&s)", &code, &detail))
    for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
      if (strcmp (code, limits[i].code) == 0)
        return new_limit (i, detail);
  return NULL;
}

GError *
th_capture_error_new_protocol (GError *error)
{
  g_autofree char *line = th_printable_line (error->message);

  g_error_free (error);
  return g_error_new (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_PROTOCOL,
                      _("The program that answered is not a Thresher agent, or it is damaged: %s"),
                      line);
}

GError *
th_capture_error_new_end (GVariant *end)
{
  const char *reason = th_message_get_string (end, "reason", "");
  const char *message = th_message_get_string (end, "message", "");
  g_autofree char *line = th_printable_line (*message != '\0' ? message : reason);

  return g_error_new (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_CONNECTION,
                      _("The agent ended the recording: %s. What was recorded until then is kept."),
                      line);
}

GError *
th_capture_error_new_silence (guint seconds)
{
  return g_error_new (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_CONNECTION,
                      _("the agent sent nothing for %u seconds"), seconds);
}

char *
th_capture_error_describe_refusal (GVariant *refusal)
{
  const char *message = th_message_get_string (refusal, "message", "");
  const char *detail = th_message_get_string (refusal, "detail", "");
  g_autofree char *sentence = th_printable_line (*message != '\0' ? message
                                                 : _("The agent refused the request."));
  g_autofree char *words = th_printable_dup (detail);

  return *words != '\0' ? g_strdup_printf ("%s\n%s", sentence, g_strchomp (words))
         : g_steal_pointer (&sentence);
}

char *
th_capture_error_describe_break (const char *reason,
                                 gboolean    retried,
                                 gboolean    has_file)
{
  const char *kept = has_file ? _(" Everything that had arrived is kept.") : "";
  const char *why = reason != NULL ? reason : _("it ended");

  if (retried)
    return g_strdup_printf (_("The connection to the agent broke and could not be taken up again: "
                              "%s.%s"), why, kept);
  return reason != NULL
         ? g_strdup_printf (_("The connection to the agent broke: %s.%s"), reason, kept)
         : g_strdup_printf (_("The connection to the agent broke.%s"), kept);
}

/* --- the way there --------------------------------------------------------- */

char *
th_capture_error_dup_last_line (const char *log)
{
  g_auto(GStrv) lines = g_strsplit (log, "\n", -1);

  for (guint i = g_strv_length (lines); i-- > 0; )
    if (*g_strstrip (lines[i]) != '\0')
      return th_printable_line (lines[i]);
  return g_strdup ("");
}

/* Messages of ssh and sudo, and what to do about them.  The first %s is the name of the target, the
 * second one its text. */
static const struct
{
  const char    *words;
  ThCaptureError code;
  const char    *sentence;
} remedies[] = {
  { "thresher-agent: not found", TH_CAPTURE_ERROR_NO_AGENT,
    N_("There is no thresher-agent on %s. Install it there with “thresh record --install-agent "
       "%s” or from the packages of the distribution, or record with --trace-cmd.") },
  { "Exec format error", TH_CAPTURE_ERROR_NO_AGENT,
    N_("The agent on %s was built for another kind of machine. Install the one for its "
       "architecture.") },
  { "Could not resolve hostname", TH_CAPTURE_ERROR_REACH,
    N_("The host of %s was not found. Check its name.") },
  { "Connection refused", TH_CAPTURE_ERROR_REACH,
    N_("The host of %s answers, but not to ssh. Check the port, and whether sshd runs there.") },
  { "timed out", TH_CAPTURE_ERROR_REACH,
    N_("The host of %s does not answer. Check the name, the network and the firewall.") },
  { "No route to host", TH_CAPTURE_ERROR_REACH,
    N_("The host of %s cannot be reached. Check the network.") },
  { "Host key verification failed", TH_CAPTURE_ERROR_REACH,
    N_("The host key of %s is unknown or has changed. Log in once with ssh in a terminal, and "
       "check the key.") },
  { "ssh_askpass: exec", TH_CAPTURE_ERROR_REACH,
    N_("ssh wants a password for %s, but has no program that asks for it in a window. Install "
       "ssh-askpass, or add your key to ssh-agent, or record from a terminal.") },
  { "Permission denied", TH_CAPTURE_ERROR_REACH,
    N_("The login to %s was refused. Check the user and the key: “ssh” in a terminal must work.") },
  { "a password is required", TH_CAPTURE_ERROR_SUDO,
    N_("sudo wants a password for %s, which Thresher never asks for. Record as root "
       "(ssh://root@…), or have an administrator allow an agent that only root can change.") },
  { "not in the sudoers", TH_CAPTURE_ERROR_SUDO,
    N_("The user may not use sudo for %s. Record as root (ssh://root@…), or ask an "
       "administrator.") },
  { "is not allowed to execute", TH_CAPTURE_ERROR_SUDO,
    N_("The user may not run the agent with sudo for %s. Record as root (ssh://root@…), or ask an "
       "administrator.") },
  { "no tty present", TH_CAPTURE_ERROR_SUDO,
    N_("sudo wants a terminal for %s. Record as root (ssh://root@…).") },
  { "sudo: not found", TH_CAPTURE_ERROR_SUDO,
    N_("There is no sudo on %s. Record as root (ssh://root@…).") },
};

/* Where nothing can be copied by ssh. */
#define NO_AGENT_BEHIND N_("There is no thresher-agent behind %s. Install it there.")

static const char *
get_sentence (ThTarget *target,
              guint     index)
{
  return index == 0 && th_target_get_host (target) == NULL ? _(NO_AGENT_BEHIND)
         : _(remedies[index].sentence);
}

static GError *
new_remedy (ThTarget   *target,
            guint       index,
            const char *words)
{
  g_autofree char *name = th_printable_line (th_target_get_name (target));
  g_autofree char *text = th_printable_line (th_target_get_text (target));
  g_auto(GStrv) parts = g_strsplit (get_sentence (target, index), "%s", 3);
  g_autofree char *sentence = g_strconcat (parts[0], name, parts[1], parts[2] != NULL ? text : "",
                                           parts[2], NULL);

  return new_with_words (remedies[index].code, sentence, words);
}

/* Without a polkit agent, pkexec asks for the password in the terminal; here it found none. */
#define NO_DIALOG \
  N_("Recording on this computer requires root privileges, but nothing can ask for a password: " \
     "this session has no polkit authentication agent. Start that of your desktop (such as " \
     "polkit-gnome or lxpolkit), or use “sudo thresh record” in a terminal.")

/* How pkexec ends, and what it says, if it did not start the agent; the first that fits counts. */
static const struct
{
  int            status;
  const char    *words;
  ThCaptureError code;
  const char    *sentence;
} refusals[] = {
  { 126, "", TH_CAPTURE_ERROR_REACH,
    N_("The request for a password was dismissed, so nothing is recorded. Record again and answer "
       "it.") },
  { 127, "Error accessing ", TH_CAPTURE_ERROR_NO_AGENT,
    N_("The agent is not installed on this computer. Install the package thresher-agent.") },
  /* The polkit of Debian 12 asks in a terminal, and then refuses even the right password. */
  { 127, "No session for cookie", TH_CAPTURE_ERROR_REACH,
    N_("polkit on this computer does not accept passwords from a terminal. Use “sudo thresh "
       "record”.") },
  { 127, "textual authentication agent", TH_CAPTURE_ERROR_REACH, NO_DIALOG },
  { 127, "No authentication agent", TH_CAPTURE_ERROR_REACH, NO_DIALOG },
  { 127, "", TH_CAPTURE_ERROR_REACH,
    N_("Recording on this computer requires root privileges, which were not granted. Record again "
       "with the password of an administrator, or use “sudo thresh record” in a terminal.") },
};

/* NULL if it is not pkexec that ended with @status. */
static GError *
new_refusal (int         status,
             const char *log)
{
  /* Only the line before this one says why. */
  const char *incident = strstr (log, "This incident has been reported.");
  g_autofree char *reason = incident != NULL ? g_strndup (log, (gsize) (incident - log))
                                             : g_strdup (log);
  g_autofree char *words = th_capture_error_dup_last_line (reason);

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    if (status == refusals[i].status && strstr (log, refusals[i].words) != NULL)
      return new_with_words (refusals[i].code, _(refusals[i].sentence), words);
  return NULL;
}

GError *
th_capture_error_new_reach (ThTarget   *target,
                            int         status,
                            const char *log,
                            const char *noise)
{
  g_autofree char *words = th_capture_error_dup_last_line (*log != '\0' ? log : noise);
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  g_autofree char *sentence = NULL;
  GError *error = NULL;

  if (th_target_get_kind (target) == TH_TARGET_LOCAL && (error = new_refusal (code, log)) != NULL)
    return error;
  for (guint i = 0; i < G_N_ELEMENTS (remedies); i++)
    if (strstr (log, remedies[i].words) != NULL)
      return new_remedy (target, i, words);
  if (code == 127)
    return new_remedy (target, 0, words);

  sentence = WIFSIGNALED (status)
             ? g_strdup_printf (_("%s was ended by signal %d before an agent answered."),
                                th_target_get_name (target), WTERMSIG (status))
             : g_strdup_printf (_("%s ended with status %d before an agent answered."),
                                th_target_get_name (target), code);
  return new_with_words (TH_CAPTURE_ERROR_REACH, sentence, words);
}

GError *
th_capture_error_new_spawn (ThTarget     *target,
                            const char   *program,
                            const GError *error)
{
  g_autofree char *name = g_filename_display_name (program);

  if (th_target_get_kind (target) == TH_TARGET_LOCAL && strcmp (program, "pkexec") != 0)
    return g_error_new (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_NO_AGENT,
                        _("The agent is not installed on this computer (%s). Install the package "
                          "thresher-agent."), name);
  return g_error_new (TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_NOT_STARTED,
                      _("“%s” could not be started: %s. Is it installed?"), name, error->message);
}
