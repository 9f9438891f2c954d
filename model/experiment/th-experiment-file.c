/* th-experiment-file.c - reads and writes the file that holds the manifest of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-experiment-manifest.h"

#define MAX_BYTES (1 << 20)

static void
set_errno (GError    **error,
           int         code,
           const char *path)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", name,
               g_strerror (code));
}

static gboolean
read_all (int         fd,
          const char *path,
          GString    *text,
          GError    **error)
{
  char buffer[4096];
  gssize n;

  do
    {
      n = read (fd, buffer, sizeof buffer);
      if (n < 0 && errno != EINTR)
        {
          set_errno (error, errno, path);
          return FALSE;
        }
      if (n > 0)
        g_string_append_len (text, buffer, n);
    }
  while (n != 0 && text->len <= MAX_BYTES);
  return TRUE;
}

static ThExperimentPlan *
load (const char *directory,
      gboolean    own,
      GError    **error)
{
  g_autofree char *path = g_build_filename (directory, TH_EXPERIMENT_MANIFEST, NULL);
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr(GString) text = g_string_new (NULL);
  ThExperimentPlan *self;
  struct stat about;
  /* O_NONBLOCK and O_NOFOLLOW: opening a pipe would block, and symbolic links are not trusted. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  gboolean is_read;

  if (fd < 0 || fstat (fd, &about) < 0)
    {
      set_errno (error, errno, path);
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  if (own && (about.st_uid != geteuid () || (about.st_mode & (S_IWGRP | S_IWOTH)) != 0))
    {
      close (fd);
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_PERM,
                   _("%s: its commands are not run, because another user may have written them"),
                   name);
      return NULL;
    }
  is_read = !S_ISREG (about.st_mode) || read_all (fd, path, text, error);
  close (fd);
  if (!is_read)
    return NULL;

  self = S_ISREG (about.st_mode) && text->len <= MAX_BYTES
         ? th_experiment_manifest_parse (text->str, text->len) : NULL;
  if (self == NULL)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                 _("%s: this is not a valid manifest of an experiment"), name);
  return self;
}

ThExperimentPlan *
th_experiment_plan_load (const char *directory,
                         GError    **error)
{
  return load (directory, FALSE, error);
}

ThExperimentPlan *
th_experiment_plan_load_own (const char *directory,
                             GError    **error)
{
  return load (directory, TRUE, error);
}

gboolean
th_experiment_plan_save (const ThExperimentPlan *self,
                         const char             *directory,
                         GError                **error)
{
  g_autofree char *path = g_build_filename (directory, TH_EXPERIMENT_MANIFEST, NULL);
  g_autofree char *text = th_experiment_manifest_dup_text (self);

  return g_file_set_contents_full (path, text, -1,
                                   G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                   0644, error);
}

