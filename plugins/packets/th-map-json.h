/* th-map-json.h - reads the JSON of a stage map, with line numbers for errors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * json-glib does not store line numbers, so they are recorded from the parser's signals:
 * of an object where it begins, of a member where its value ends.  The functions that
 * return a gboolean set @error on FALSE: a sentence for the user that begins with the
 * file and the line.  For one thread.
 */
#pragma once

#include "th-json-glib.h"
#include "th-stage-map.h"

G_BEGIN_DECLS

/**
 * MapJson:
 * @name: the name of the file, for messages
 * @strings: owns the strings that are read
 * @arrays: owns the lists that are read, to be freed with g_free()
 * @data: data of the caller
 * @json: the library, once it is loaded
 * @parser: owns the objects
 * @open: (element-type guint): the lines where the open objects begin
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
  const ThJsonGlib *json;
  JsonParser   *parser;
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

/* Parses @text, once.  Returns the object that it consists of, which lives until @self is cleared,
 * or NULL. */
JsonObject *th_map_json_parse         (MapJson             *self,
                                       const char          *text,
                                       gsize                length,
                                       GError             **error);

/* Sets @error and returns FALSE.  If @line is 0, the message has no line number. */
gboolean    th_map_json_refuse        (MapJson             *self,
                                       GError             **error,
                                       ThStageMapError      code,
                                       guint                line,
                                       const char          *format,
                                       ...) G_GNUC_PRINTF (5, 6);
/* Returns the line of @member of @object, or of the object itself if @member is NULL. */
guint       th_map_json_get_line      (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member);

gboolean    th_map_json_has_member    (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member);
/* Returns whether all members of @object are in @known, a list of names that each have a
 * blank on both sides. */
gboolean    th_map_json_check_members (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *known,
                                       GError             **error);
/* Sets *@text to NULL if an optional member is missing. */
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
/* Sets *@value to FALSE if the member is missing. */
gboolean    th_map_json_read_bool     (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       gboolean            *value,
                                       GError             **error);
/* Sets *@value to the index of the text in @strings (NULL-terminated); does not change
 * it if the member is missing. */
gboolean    th_map_json_read_choice   (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       const char *const   *strings,
                                       guint               *value,
                                       GError             **error);
/* Reads one text or a list of texts.  @good checks whether a text is valid, and @what
 * is the message if it is not.  *@names is NULL-terminated. */
gboolean    th_map_json_read_names    (MapJson             *self,
                                       JsonObject          *object,
                                       const char          *member,
                                       gboolean           (*good) (const char *),
                                       const char          *what,
                                       const char *const  **names,
                                       GError             **error);
/* Reads a list of at most @max objects into *@elements, an array of *@n structs of @size
 * bytes; does not change them if the list is missing. */
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
