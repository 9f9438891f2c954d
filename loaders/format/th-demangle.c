/* th-demangle.c - names of C++ and Rust functions as in their source
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <setjmp.h>
#include <string.h>

#include <libiberty/demangle.h>

#include "th-demangle.h"

typedef int (*Demangler) (const char           *mangled,
                          int                   options,
                          demangle_callbackref  callback,
                          void                 *opaque);

typedef struct
{
  GString *text;
  jmp_buf  too_long;
} Output;

static gboolean
is_ascii (const char *text,
          gsize       size)
{
  for (gsize i = 0; i < size; i++)
    if ((guint8) text[i] > 0x7f)
      return FALSE;
  return TRUE;
}

/* A result that is too long must end the demangler, as it might run for ever.  The only way out is
 * a jump.  It loses no memory: the only text that lies in memory of the demangler is an identifier
 * in Punycode, which is never all ASCII. */
static void
append_cb (const char *text,
           size_t      size,
           void       *opaque)
{
  Output *output = opaque;

  if (size <= TH_DEMANGLE_MAX - output->text->len)
    g_string_append_len (output->text, text, (gssize) size);
  else if (is_ascii (text, size))
    longjmp (output->too_long, 1);
  else
    g_string_set_size (output->text, TH_DEMANGLE_MAX);
}

static char *
run (Demangler   demangler,
     const char *mangled)
{
  Output output = { .text = g_string_new (NULL) };
  char *name = NULL;

  /* A jump back finds no name. */
  if (setjmp (output.too_long) == 0 &&
      demangler (mangled, DMGL_NO_OPTS, append_cb, &output) != 0 &&
      output.text->len > 0 && output.text->len < TH_DEMANGLE_MAX)
    name = g_utf8_make_valid (output.text->str, (gssize) output.text->len);

  g_string_free (output.text, TRUE);
  return name;
}

/* Whether a Rust name may have a type with very many lifetimes.  libiberty counts them even where
 * it prints nothing, so 2⁶⁰ of them would keep it busy for ever.  The number has digits of base 62
 * and follows the letter of a function or of a trait object. */
static gboolean
has_many_lifetimes (const char *mangled)
{
  for (const char *at = strchr (mangled, 'G'); at != NULL; at = strchr (at + 1, 'G'))
    if ((at[-1] == 'F' || at[-1] == 'D') && g_ascii_isalnum (at[1]) && g_ascii_isalnum (at[2]) &&
        g_ascii_isalnum (at[3]))
      return TRUE;
  return FALSE;
}

static char *
demangle (const char *mangled)
{
  char *name;

  if (mangled[0] != '_' || (mangled[1] != 'Z' && mangled[1] != 'R'))
    return NULL;
  if (mangled[1] == 'R')
    return has_many_lifetimes (mangled) ? NULL : run (rust_demangle_callback, mangled);

  /* An older Rust name is also a valid one of C++, so it is tried first. */
  name = run (rust_demangle_callback, mangled);
  return name != NULL ? name : run (cplus_demangle_v3_callback, mangled);
}

char *
th_demangle (const char *mangled)
{
  g_autofree char *function = NULL;
  g_autofree char *name = NULL;

  /* The demangler of C++ ignores what follows the name of a function. */
  if (!g_str_has_suffix (mangled, "@plt"))
    return demangle (mangled);

  function = g_strndup (mangled, strlen (mangled) - strlen ("@plt"));
  name = demangle (function);
  return name != NULL ? g_strconcat (name, "@plt", NULL) : NULL;
}
