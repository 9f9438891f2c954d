/* th-unwind.h - the callers of a function, from its registers and a copy of its stack
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recorder that cannot rely on frame pointers copies the registers and the top of the user stack.
 * This walks from frame to frame with the rows of th-cfi.h.  Registers and stack come from
 * strangers: only memory within the copy is read, there are at most TH_UNWIND_MAX_FRAMES frames,
 * and an expression takes no more steps than it has operations.
 *
 * The walk ends at a frame that has no caller, where the copy of the stack ends, and at code whose
 * file is not on this machine.  Code that has no rows although its file is known, and code that is
 * in no file, such as that of a just-in-time compiler, is taken to keep frame pointers, as long as
 * they lead to code.
 *
 * Sources: System V ABI, AMD64 Supplement, figure 3.36 "DWARF Register Number Mapping", and 3.2.2;
 * DWARF for the Arm 64-bit Architecture, 4.1 "DWARF register names"; Procedure Call Standard for
 * the Arm 64-bit Architecture, 6.4.6 "The Frame Pointer".
 */
#pragma once

#include "th-cfi.h"

G_BEGIN_DECLS

/* As many as perf shows: PERF_MAX_STACK_DEPTH of the kernel. */
#define TH_UNWIND_MAX_FRAMES 127

/* The registers with a role, by their DWARF numbers. */
typedef struct
{
  guint   machine;      /* EM_… */
  guint8  n_registers;
  guint8  frame_pointer;
  guint8  stack_pointer;
  guint64 address_mask; /* the bits of a return address that are not its signature */
} ThUnwindMachine;

extern const ThUnwindMachine th_unwind_x86_64;
extern const ThUnwindMachine th_unwind_aarch64;

/* Why a walk ended. */
typedef enum
{
  TH_UNWIND_OUTERMOST, /* the last frame has no caller */
  TH_UNWIND_COPY_ENDS, /* its caller is beyond the copy of the stack */
  TH_UNWIND_LIMIT,     /* there are more than TH_UNWIND_MAX_FRAMES frames */
  TH_UNWIND_FILE_MISSING, /* the file of its code is not on this machine */
  TH_UNWIND_RULE_MISSING, /* there is no row for its code, and no frame pointer */
  TH_UNWIND_RULE_FAILS /* its row needs a value that is lost */
} ThUnwindEnd;

typedef struct
{
  const ThUnwindMachine *machine;
  guint64       pc;
  guint64       registers[TH_CFI_MAX_REGISTERS];
  guint64       known;  /* bit i: registers[i] has a value */
  gboolean      big_endian;
  guint64       stack;  /* the address of the copy */
  const guint8 *bytes;
  gsize         size;
  gboolean      is_beyond; /* for th_unwind_walk(): memory above the copy was needed */
} ThUnwind;

typedef enum
{
  TH_UNWIND_ROW,      /* the row was found */
  TH_UNWIND_NO_ROW,   /* there is none for this code */
  TH_UNWIND_NO_CODE,  /* no code is known to be there */
  TH_UNWIND_NO_FILE   /* there may be one, but the file is not on this machine */
} ThUnwindFound;

/* Finds the row for the code at @address; it must stay valid while the walk goes on. */
typedef ThUnwindFound (*ThUnwindFind) (gpointer         data,
                                       guint64          address,
                                       const ThCfiRow **row);

/* Fills @addresses, which has room for TH_UNWIND_MAX_FRAMES, innermost first, and returns their
 * number.  The address of a calling frame is one less than the return address, so that it is within
 * the call instruction even if that is the last of its function.  Sets *@end to why there are no
 * more.  Changes the registers of @self. */
guint th_unwind_walk (ThUnwind     *self,
                      ThUnwindFind  find,
                      gpointer      data,
                      guint64      *addresses,
                      ThUnwindEnd  *end);

G_END_DECLS
