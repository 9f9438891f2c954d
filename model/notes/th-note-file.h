/* th-note-file.h - the files of notes in a folder: appending and reading
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each author has one file for each installation of the program, so that nobody writes into the
 * file of another, and folders merge by copying files.  An entry is appended by one write
 * of a whole line under a lock (flock(2)) and is on the disk when the function returns.  A process
 * that is killed leaves at most a torn last line, which readers skip, and after which the next
 * entry begins a line of its own; windows of one author may write at once.
 *
 * Files and their names are untrusted: symbolic links and everything but regular files are
 * refused, sizes and numbers are bounded.  Functions block on the disk: call them on a worker.
 * Errors are of G_FILE_ERROR; their messages are translated and name the file.
 */
#pragma once

#include "th-notes.h"

G_BEGIN_DECLS

#define TH_NOTE_FILE_SUFFIX ".jsonl"
#define TH_NOTE_MAX_FILE (64u << 20)
#define TH_NOTE_MAX_FILES 1000u

/* "kernel-team-1f03b8c2.jsonl".  Free with g_free(). */
char    *th_note_file_make_name (const char        *author,
                                 const char        *installation);
/* The id of this installation for this user, created when first asked for.  NULL with @error. */
char    *th_note_installation   (GError           **error);
/* The name under which this user writes: $THRESHER_AUTHOR, or else his real or login name. */
char    *th_note_author         (void);

/* Creates the file and its folder if necessary: git does not keep empty folders, so that of the
 * notes may be missing. */
gboolean th_note_file_append    (const char        *path,
                                 const ThNoteEntry *entry,
                                 GError           **error);

typedef enum
{
  TH_NOTE_EXTENDED,
  TH_NOTE_CONTRADICTS, /* or may not be written */
  TH_NOTE_EXTEND_FAILED
} ThNoteExtend;

/* Makes the file @path as long as a copy of it, @text, that begins with the same bytes; *@grown is
 * whether it was shorter.  TH_NOTE_CONTRADICTS if neither begins with the other.  @error is set for
 * TH_NOTE_EXTEND_FAILED alone. */
ThNoteExtend th_note_file_extend (const char      *path,
                                  const char      *text,
                                  gsize            length,
                                  gboolean        *grown,
                                  GError         **error);

/* Adds what @path has from *@offset on, and advances that past the last complete line; so a
 * watcher reads only what is new.  A file that became smaller is read from the beginning. */
gboolean th_note_file_read      (const char        *path,
                                 guint64           *offset,
                                 ThNotes           *notes,
                                 GError           **error);
/* The names of the files of notes in @folder (element-type filename), sorted; none if it does not
 * exist.  NULL with @error if it cannot be read, or has more than TH_NOTE_MAX_FILES. */
GPtrArray *th_note_folder_list  (const char        *folder,
                                 GError           **error);
/* Adds all files of notes in @folder, which may not exist; the first error of a file does not
 * keep the others from being read. */
gboolean th_note_folder_read    (const char        *folder,
                                 ThNotes           *notes,
                                 GError           **error);

G_END_DECLS
