/* th-unwind.c - the callers of a function, from its registers and a copy of its stack
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <dwarf.h>
#include <elf.h>
#include <string.h>

#include "th-byte-cursor.h"
#include "th-unwind.h"

/* A frame that is larger than this does not keep its frame pointer. */
#define MAX_FRAME_SIZE (1u << 20)
#define MAX_DEPTH 16 /* of the stack of an expression */
#define WORD 8

const ThUnwindMachine th_unwind_x86_64 = { EM_X86_64, 17, 6, 7, G_MAXUINT64 };
const ThUnwindMachine th_unwind_aarch64 = { EM_AARCH64, 32, 29, 31,
                                              (G_GUINT64_CONSTANT (1) << 48) - 1 };

/* --- registers and memory ---------------------------------------------- */

static gboolean
get_register (const ThUnwind *self,
              guint           number,
              guint64        *value)
{
  if (number >= TH_CFI_MAX_REGISTERS || (self->known >> number & 1) == 0)
    return FALSE;

  *value = self->registers[number];
  return TRUE;
}

static gboolean
read_word (ThUnwind *self,
           guint64   address,
           guint64  *value)
{
  guint64 at = address - self->stack;

  if (address < self->stack || self->size < WORD || at > self->size - WORD)
    {
      self->is_beyond |= address >= self->stack;
      return FALSE;
    }

  *value = th_bytes_u64 (self->bytes + at, self->big_endian);
  return TRUE;
}

/* --- expressions ------------------------------------------------------- */

typedef struct
{
  guint64        values[MAX_DEPTH];
  guint          n;
  const guint64 *cfa; /* NULL: not known */
} Stack;

static gboolean
push (Stack   *stack,
      guint64  value)
{
  if (stack->n == MAX_DEPTH)
    return FALSE;

  stack->values[stack->n++] = value;
  return TRUE;
}

static gboolean
push_register (const ThUnwind *self,
               Stack          *stack,
               guint64         number,
               guint64         offset)
{
  guint64 value = self->pc;

  /* On x86-64 the number after the registers is the return address: in an expression, the
   * program counter. */
  return ((self->machine->machine == EM_X86_64 && number == self->machine->n_registers - 1u) ||
          get_register (self, MIN (number, TH_CFI_MAX_REGISTERS), &value)) &&
         push (stack, value + offset);
}

/* @a: the second value of the stack; @b: the top. */
static gboolean
run_binary (guint64  atom,
            guint64  a,
            guint64  b,
            guint64 *result)
{
  gint64 x = (gint64) a, y = (gint64) b;

  switch (atom)
    {
    case DW_OP_and: *result = a & b; return TRUE;
    case DW_OP_or: *result = a | b; return TRUE;
    case DW_OP_xor: *result = a ^ b; return TRUE;
    case DW_OP_plus: *result = a + b; return TRUE;
    case DW_OP_minus: *result = a - b; return TRUE;
    case DW_OP_mul: *result = a * b; return TRUE;
    case DW_OP_shl: *result = b < 64 ? a << b : 0; return TRUE;
    case DW_OP_shr: *result = b < 64 ? a >> b : 0; return TRUE;
    case DW_OP_shra: *result = x >> MIN (b, 63); return TRUE;
    case DW_OP_eq: *result = x == y; return TRUE;
    case DW_OP_ne: *result = x != y; return TRUE;
    case DW_OP_ge: *result = x >= y; return TRUE;
    case DW_OP_gt: *result = x > y; return TRUE;
    case DW_OP_le: *result = x <= y; return TRUE;
    case DW_OP_lt: *result = x < y; return TRUE;
    default: return FALSE;
    }
}

static gboolean
run_unary (ThUnwind      *self,
           const ThCfiOp *op,
           guint64       *value)
{
  switch (op->atom)
    {
    case DW_OP_deref: return read_word (self, *value, value);
    case DW_OP_plus_uconst: *value += op->operand; return TRUE;
    case DW_OP_neg: *value = -*value; return TRUE;
    case DW_OP_not: *value = ~*value; return TRUE;
    default: return FALSE;
    }
}

static gboolean
is_constant (guint64 atom)
{
  switch (atom)
    {
    case DW_OP_const1u: case DW_OP_const1s: case DW_OP_const2u: case DW_OP_const2s:
    case DW_OP_const4u: case DW_OP_const4s: case DW_OP_const8u: case DW_OP_const8s:
    case DW_OP_constu: case DW_OP_consts:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
run_op (ThUnwind      *self,
        Stack         *stack,
        const ThCfiOp *op)
{
  guint64 *top = stack->n > 0 ? &stack->values[stack->n - 1] : NULL;

  if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
    return push (stack, op->atom - DW_OP_lit0);
  if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
    return push_register (self, stack, op->atom - DW_OP_breg0, op->operand);
  if (op->atom == DW_OP_bregx)
    return push_register (self, stack, op->operand, op->operand2);
  if (is_constant (op->atom))
    return push (stack, op->operand);
  if (op->atom == DW_OP_call_frame_cfa)
    return stack->cfa != NULL && push (stack, *stack->cfa);
  if (top == NULL)
    return FALSE;
  if (op->atom == DW_OP_dup)
    return push (stack, *top);
  if (run_unary (self, op, top))
    return TRUE;
  if (stack->n < 2 || !run_binary (op->atom, top[-1], *top, &top[-1]))
    return FALSE;
  stack->n--;
  return TRUE;
}

/* @cfa: NULL for the expression of the CFA itself. */
static gboolean
evaluate (ThUnwind        *self,
          const ThCfiRow  *row,
          const ThCfiRule *rule,
          const guint64   *cfa,
          guint64         *value)
{
  Stack stack = { .cfa = cfa };

  for (guint i = 0; i < rule->number; i++)
    if (!run_op (self, &stack, &row->ops[rule->first + i]))
      return FALSE;
  if (stack.n == 0)
    return FALSE;

  *value = stack.values[stack.n - 1];
  return TRUE;
}

/* --- one step ---------------------------------------------------------- */

/* Sets the value that a register had in the caller; FALSE if it is lost. */
static gboolean
apply (ThUnwind        *self,
       const ThCfiRow  *row,
       guint            number,
       guint64          cfa,
       guint64         *value)
{
  const ThCfiRule *rule = &row->registers[number];

  switch (rule->kind)
    {
    case TH_CFI_SAME:
      return get_register (self, number, value);
    case TH_CFI_AT:
      return read_word (self, cfa + rule->offset, value);
    case TH_CFI_IS:
      *value = cfa + rule->offset;
      return TRUE;
    case TH_CFI_REGISTER:
      return get_register (self, rule->number, value);
    case TH_CFI_AT_EXPRESSION:
      return evaluate (self, row, rule, &cfa, value) && read_word (self, *value, value);
    case TH_CFI_IS_EXPRESSION:
      return evaluate (self, row, rule, &cfa, value);
    default:
      return FALSE;
    }
}

static gboolean
get_cfa (ThUnwind       *self,
         const ThCfiRow *row,
         guint64        *cfa)
{
  if (row->cfa.kind == TH_CFI_IS_EXPRESSION)
    return evaluate (self, row, &row->cfa, NULL, cfa);
  if (row->cfa.kind != TH_CFI_REGISTER || !get_register (self, row->cfa.number, cfa))
    return FALSE;

  *cfa += row->cfa.offset;
  return TRUE;
}

/* Says why the row does not lead to a caller. */
static ThUnwindEnd
end_at (const ThUnwind *self,
        const ThCfiRow *row)
{
  return row->registers[row->return_address].kind == TH_CFI_UNDEFINED ? TH_UNWIND_OUTERMOST
         : self->is_beyond ? TH_UNWIND_COPY_ENDS : TH_UNWIND_RULE_FAILS;
}

/* Replaces the registers with those of the caller; FALSE if there is none, or it is unknown. */
static gboolean
step (ThUnwind       *self,
      const ThCfiRow *row,
      ThUnwindEnd    *end)
{
  guint64 cfa, before = self->registers[self->machine->stack_pointer], pc, known = 0;
  guint64 registers[TH_CFI_MAX_REGISTERS] = { 0 };

  self->is_beyond = FALSE;
  if (!get_cfa (self, row, &cfa) || !apply (self, row, row->return_address, cfa, &pc))
    {
      *end = end_at (self, row);
      return FALSE;
    }

  for (guint i = 0; i < self->machine->n_registers; i++)
    if (apply (self, row, i, cfa, &registers[i]))
      known |= G_GUINT64_CONSTANT (1) << i;
  /* The CFA is the caller's stack pointer, whatever the rules say. */
  registers[self->machine->stack_pointer] = cfa;
  known |= G_GUINT64_CONSTANT (1) << self->machine->stack_pointer;

  pc &= self->machine->address_mask;
  memcpy (self->registers, registers, self->machine->n_registers * sizeof *registers);
  self->known = known;
  /* A frame that is its own caller would repeat for ever. */
  if (pc == self->pc && self->registers[self->machine->stack_pointer] == before)
    {
      *end = TH_UNWIND_RULE_FAILS;
      return FALSE;
    }
  self->pc = pc;
  *end = TH_UNWIND_OUTERMOST;
  return pc != 0;
}

/* Both processors have the caller's frame pointer and the return address where it points. */
static gboolean
step_by_frame_pointer (ThUnwind    *self,
                       ThUnwindEnd *end)
{
  guint8 frame_pointer = self->machine->frame_pointer, stack_pointer = self->machine->stack_pointer;
  guint64 frame, stack, caller, pc;

  *end = get_register (self, frame_pointer, &frame) && frame == 0 ? TH_UNWIND_OUTERMOST
                                                                  : TH_UNWIND_RULE_MISSING;
  if (!get_register (self, frame_pointer, &frame) || !get_register (self, stack_pointer, &stack) ||
      frame < stack || frame - stack > MAX_FRAME_SIZE || frame % WORD != 0 ||
      !read_word (self, frame, &caller) || !read_word (self, frame + WORD, &pc))
    return FALSE;

  self->known = G_GUINT64_CONSTANT (1) << frame_pointer | G_GUINT64_CONSTANT (1) << stack_pointer;
  self->registers[frame_pointer] = caller;
  self->registers[stack_pointer] = frame + 2 * WORD;
  self->pc = pc & self->machine->address_mask;
  return self->pc != 0;
}

guint
th_unwind_walk (ThUnwind     *self,
                ThUnwindFind  find,
                gpointer      data,
                guint64      *addresses,
                ThUnwindEnd  *end)
{
  gboolean exact = TRUE, more = self->pc != 0, guessed = FALSE;
  guint n;

  *end = TH_UNWIND_OUTERMOST;
  for (n = 0; more && n < TH_UNWIND_MAX_FRAMES; n++)
    {
      const ThCfiRow *row = NULL;
      guint64 address = exact ? self->pc : self->pc - 1;
      ThUnwindFound found = find (data, address, &row);

      /* The callee keeps no frame pointer. */
      if (guessed && found == TH_UNWIND_NO_CODE)
        {
          *end = TH_UNWIND_RULE_MISSING;
          return n;
        }
      /* A signal handler returns to code that never called it, so that address is exact. */
      exact = found == TH_UNWIND_ROW && row->is_signal;
      addresses[n] = exact ? self->pc : address;
      guessed = found == TH_UNWIND_NO_ROW || found == TH_UNWIND_NO_CODE;
      if (found == TH_UNWIND_NO_FILE)
        *end = TH_UNWIND_FILE_MISSING;
      more = found == TH_UNWIND_ROW ? step (self, row, end)
                                    : guessed && step_by_frame_pointer (self, end);
    }
  if (more)
    *end = TH_UNWIND_LIMIT;
  return n;
}
