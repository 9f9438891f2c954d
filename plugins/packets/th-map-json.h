/* th-map-json.h - reads JSON for a stage map, and names the line of a mistake
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * json-glib does not keep lines, so the parser's signals note them: an object's where it
 * begins, a member's where its value ends.  The functions that return a gboolean set
 * @error on FALSE: a sentence for the user that begins with the file and the line.  For
 * one thread.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "th-stage-map.h"

G_BEGIN_DECLS

/**
 * MapJson:
 * @name: of the file, for messages
 * @strings: keeps the text that is read
 * @arrays: keeps the lists that are read, to be freed with g_free()
 * @data: the caller's
 * @open: guint: the lines where the open objects begin
 * @lines: JsonObject → line
 * @members: "pointer name" → line
 * @twice: the first member that appears twice in its object, or %NULL
 */
typedef struct
{
  const char   *name;
  GStringChunk *strings;
  GPtrArray    *arrays;
  gpointer      data;
  GArray       *open;
  GHashTable   *lines;
  GHashTable   *members;
  char         *twice;
  guint         twice_line;
  guint         error_line;
} MapJson;

/* Reads @object and appends what it describes to @list. */
typedef gboolean (*MapJsonObjectFunc) (MapJson     *self,
                                       JsonObject  *object,
                                       GArray      *list,
                                       GError     **error);

void        th_map_json_init          (MapJson             *self,
                                       const char          *name,
                                       GStringChunk        *strings,
                                       GPtrArray           *arrays,
                                       gpointer             data);
void        th_map_json_clear         (MapJson             *self);

/* Parses @text.  Returns the object that it consists of, which lives as long as @parser,
 * or NULL. */
JsonObject *th_map_json_parse         (MapJson             *self,
                                       JsonParser          *parser,
                                       const char          *text,
                                       gsize                length,
                                       GError             **error);

/* Sets @error and returns FALSE.  @line 0: the message names none. */
gboolean    th_map_json_refuse        (MapJson             *self,
                                       GError             **error,
                                       ThStageMapError      code,
                                       guint                line,
                                       const char          *format,
                                       ...) G_GNUC_PRINTF (5, 6);
/* The line of @member of @object; of the object itself if @member is NULL. */
guint       th_map_json_get_line      (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member);

/* Whether all members of @object are among @known, names with a blank around each. */
gboolean    th_map_json_check_members (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *known,
                                       GError             **error);
/* *@text is NULL if an optional member is missing. */
gboolean    th_map_json_read_text     (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       gboolean             optional,
                                       const char         **text,
                                       GError             **error);
/* Reads the member "id". */
gboolean    th_map_json_read_id       (MapJson             *self,
                                       JsonObject          *object,
                                       const char         **id,
                                       GError             **error);
/* *@value is FALSE if the member is missing. */
gboolean    th_map_json_read_bool     (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       gboolean            *value,
                                       GError             **error);
/* Sets *@value to the index of the text in @strings (NULL-terminated), and leaves it as
 * it is if the member is missing. */
gboolean    th_map_json_read_choice   (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       const char *const   *strings,
                                       guint               *value,
                                       GError             **error);
/* Reads one text or a list of texts.  @good says whether a text may stand there, and
 * @what is the message if not.  *@names is NULL-terminated. */
gboolean    th_map_json_read_names    (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       gboolean           (*good) (const char *),
                                       const char          *what,
                                       const char *const  **names,
                                       GError             **error);
/* Reads a list of at most @max objects into *@elements, an array of @n structs of @size
 * bytes; leaves both as they are if the list is missing. */
gboolean    th_map_json_read_objects  (MapJson             *self,
                                       JsonObject          *root,
                                       const char          *member,
                                       guint                max,
                                       MapJsonObjectFunc    read_object,
                                       gsize                size,
                                       gpointer             elements,
                                       guint               *n,
                                       GError             **error);

G_END_DECLS
