/* th-json-glib.c - json-glib, loaded when the first stage map of the user is read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <dlfcn.h>

#include "th-json-glib.h"

#define LIBRARY "libjson-glib-1.0.so.0"

typedef struct
{
  ThJsonGlib functions;
  char      *reason; /* NULL: the functions are loaded */
} Library;

#define LOAD(of, name) \
  && (*(gpointer *) &self->functions.name = dlsym (handle, #of "_" #name)) != NULL

/* Never unloaded, as the types that it registers cannot be removed. */
static Library *
load (void)
{
  Library *self = g_new0 (Library, 1);
  gpointer handle = dlopen (LIBRARY, RTLD_NOW | RTLD_LOCAL);
  gboolean is_loaded = handle != NULL TH_JSON_GLIB_FUNCTIONS (LOAD);
  const char *error = dlerror ();

  if (!is_loaded)
    self->reason = g_strdup (error != NULL ? error : LIBRARY);
  return self;
}

const ThJsonGlib *
th_json_glib_load (const char **reason)
{
  static Library *library;

  if (g_once_init_enter (&library))
    g_once_init_leave (&library, load ());

  *reason = library->reason;
  return library->reason == NULL ? &library->functions : NULL;
}
