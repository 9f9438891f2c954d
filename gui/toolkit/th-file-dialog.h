/* th-file-dialog.h - asks which file to open or to save
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A kind of files that the dialog can be limited to: its translated name, and %NULL-terminated
 * patterns of names.  Both are static.  Where files are saved, the first pattern is "*" and the
 * suffix of the kind, in lower case. */
typedef struct
{
  const char        *name;
  const char *const *patterns;
} ThFileKind;

/* ".csv" for "*.csv" */
const char *th_file_kind_get_suffix (const ThFileKind *self);
/* Returns the index of the kind whose suffix @name has, whatever its case; -1 if there is none. */
int         th_file_kinds_find      (const ThFileKind *kinds,
                                     guint             n_kinds,
                                     const char       *name);

/**
 * ThFileDialog:
 * @action: to open or to save
 * @title, @accept: texts of the dialog and of its button; translated
 * @name: the name that is suggested; or %NULL
 * @beside: a file whose folder is shown first; or %NULL
 * @kinds, @n_kinds: the kinds of files to choose from.  If a file is saved, choosing another kind
 *   changes the suffix of its name, and a name without a known suffix gets that of the chosen kind
 * @multiple: whether several files can be chosen
 */
typedef struct
{
  GtkWindow            *parent;
  GtkFileChooserAction  action;
  const char           *title;
  const char           *accept;
  const char           *name;
  GFile                *beside;
  const ThFileKind     *kinds;
  guint                 n_kinds;
  gboolean              multiple;
} ThFileDialog;

typedef void (* ThFileChosenFunc) (gpointer  data,
                                   GFile    *file);

/* Shows a modal dialog, unless *@open, a field of the caller, has one already.  Calls @chosen for
 * each file that is chosen; a caller that is disposed of clears *@open, so that it is not called
 * any more. */
void th_file_dialog_open (GtkFileChooserNative **open,
                          const ThFileDialog    *self,
                          ThFileChosenFunc       chosen,
                          gpointer               data);

/* The name of @file with @suffix in place of its own: "web.review" for "web.dat".  Free with
 * g_free(). */
char *th_file_dialog_suggest_name (GFile      *file,
                                   const char *suffix);

G_END_DECLS
