/* th-cut-target.h - a trace.dat that is written from its beginning to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th_cut_target_new() writes the header and the sections of the source.  Then, for each buffer,
 * call th_cut_target_begin_buffer(), and for each of its CPUs th_cut_target_begin_cpu() and
 * th_cut_target_add_page().  th_cut_target_finish() writes the options and gives the file its name.
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

typedef struct _ThCutTarget ThCutTarget;

/**
 * ThCutEdit:
 * @section: changes the contents of a section, of which it may not change the size
 * @option: likewise of an option with that id
 * @keeps_statistics: whether the target has all events, so that the statistics of the CPUs hold
 *   for it, too
 *
 * Either function may be %NULL.
 */
typedef struct
{
  void (*section) (ThTdSectionKind  kind,
                   GByteArray      *contents,
                   gpointer         data);
  void (*option)  (guint            id,
                   GByteArray      *contents,
                   gpointer         data);
  gpointer data;
  gboolean keeps_statistics;
} ThCutEdit;

/* Begins a file that gets the name @path in th_cut_target_finish().
 * @names: lines "PID NAME\n" to add to the names of tasks; or NULL.  @edit: changes to make while
 * copying; or NULL. */
ThCutTarget *th_cut_target_new          (const char       *path,
                                         ThTdFile         *source,
                                         const char       *names,
                                         const ThCutEdit  *edit,
                                         GError          **error);
void         th_cut_target_free         (ThCutTarget  *self);

/* Add the counters of the recording, and how it was made (th-origin.h), which have no options.
 * Before the first buffer. */
gboolean     th_cut_target_add_counters (ThCutTarget  *self,
                                         const guint8 *bytes,
                                         gsize         size);
gboolean     th_cut_target_add_origin   (ThCutTarget  *self,
                                         const guint8 *bytes,
                                         gsize         size);
gboolean     th_cut_target_begin_buffer (ThCutTarget  *self,
                                         ThTdBuffer   *buffer);
gboolean     th_cut_target_begin_cpu    (ThCutTarget  *self,
                                         guint         number);
/* A page of the size of the pages of the buffer. */
gboolean     th_cut_target_add_page     (ThCutTarget  *self,
                                         const guint8 *page);
/* Reports the first error, if there was any; else replaces @path. */
gboolean     th_cut_target_finish       (ThCutTarget  *self,
                                         GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCutTarget, th_cut_target_free)

G_END_DECLS
