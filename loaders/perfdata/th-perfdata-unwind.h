/* th-perfdata-unwind.h - the user stack of a sample, from its registers and its copy of the stack
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perf record --call-graph dwarf records no user call chain, but the registers and the top of the
 * stack (PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER).  A reader unwinds them when the
 * stack is read, never during the load and never for th_reader_get_recorded_stack(), which is for
 * the main thread.
 *
 * All readers of a file share what is kept: for each address of a binary its row (th-cfi.h), which
 * is the same in all processes; equal rows are stored once.
 * Binaries are opened when the first stack goes through them, and found as their symbols are
 * (th-elf-file.h).  Frames are those of perf script --no-inline.
 *
 * Only 64-bit processes of x86-64 and aarch64 are unwound.  Return addresses of aarch64 may be
 * signed.  libdw may take DW_CFA_AARCH64_negate_ra_state for DW_CFA_GNU_window_save of SPARC, which
 * has the same number: then rules of registers that a function has not saved yet are wrong.
 *
 * Sources: linux/perf_event.h, PERF_RECORD_SAMPLE; asm/perf_regs.h of x86 and arm64 for the numbers
 * of registers, th-unwind.h for those of DWARF; tools/perf/util/unwind-libunwind-local.c.
 *
 * Any thread; a lock is held while one stack is unwound, also while a binary is opened for it.
 */
#pragma once

#include "th-perfdata-maps.h"
#include "th-perfdata-sample.h"
#include "th-perfdata-stack-end.h"

G_BEGIN_DECLS

/* @maps must outlive it. */
ThPfUnwind *th_pf_unwind_new         (ThPfMaps         *maps);
void        th_pf_unwind_free        (ThPfUnwind       *self);
/* Appends the frames of @user, innermost first, and sets *@end.  @machine: the processor as in
 * uname(1), or NULL if it is unknown. */
void        th_pf_unwind_run         (ThPfUnwind       *self,
                                      const ThPfSample *sample,
                                      const ThPfUser   *user,
                                      const char       *machine,
                                      gint32            pid,
                                      gint64            time,
                                      GArray           *frames,
                                      ThPfStackEnd     *end);
/* Says to the user which binaries were needed so far and are not on this machine, and whether
 * copies of stacks were too short; NULL if there is nothing to say. */
char       *th_pf_unwind_dup_remark  (ThPfUnwind       *self);

G_END_DECLS
