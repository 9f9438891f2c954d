/* th-json-glib.h - json-glib, loaded when the first stage map of the user is read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Few users have stage maps of their own, and with json-glib, GObject, GIO and the libraries that
 * these need, the start of `thresh` takes half as long again.  So `thresh` is not linked with them.
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* x (OF, NAME): the function OF_NAME. */
#define TH_JSON_GLIB_FUNCTIONS(x) \
  x (g, object_unref) \
  x (g, signal_connect_data) \
  x (json, array_get_element) \
  x (json, array_get_length) \
  x (json, node_get_array) \
  x (json, node_get_boolean) \
  x (json, node_get_node_type) \
  x (json, node_get_object) \
  x (json, node_get_string) \
  x (json, node_get_value_type) \
  x (json, object_get_member) \
  x (json, object_get_members) \
  x (json, object_has_member) \
  x (json, parser_get_current_line) \
  x (json, parser_get_root) \
  x (json, parser_load_from_data) \
  x (json, parser_new)

#define TH_JSON_GLIB_DECLARE(of, name) typeof (of ## _ ## name) *name;

typedef struct
{
  TH_JSON_GLIB_FUNCTIONS (TH_JSON_GLIB_DECLARE)
} ThJsonGlib;

/* Loads the library, once.  NULL if it cannot be loaded; *@reason is why.  Any thread. */
const ThJsonGlib *th_json_glib_load (const char **reason);

G_END_DECLS
