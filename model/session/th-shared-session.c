/* th-shared-session.c - a session as a file that people pass on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shared-session.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-session-json.h"
#include "th-session-private.h"

#define FORMAT "thresher-shared-session"
#define MAX_RUNS 1000u
#define MAX_ALIGN 16

static const char *const sides[2] = { "a", "b" };
static const char *const shown[2] = { "run-a", "run-b" };

/* --- data --------------------------------------------------------------- */

static void
recording_free (gpointer data)
{
  ThSharedRecording *recording = data;

  g_free (recording->uri);
  g_free (recording->key);
  g_clear_pointer (&recording->session, th_session_free);
  g_free (recording);
}

static void
run_clear (gpointer data)
{
  ThSharedRun *run = data;

  g_free (run->range);
  g_clear_pointer (&run->session, th_session_free);
}

static void
comparison_free (ThSharedComparison *self)
{
  for (guint side = 0; side < 2; side++)
    g_array_unref (self->runs[side]);
  g_free (self->filter);
  g_free (self->row);
  g_free (self);
}

ThSharedSession *
th_shared_session_new (void)
{
  ThSharedSession *self = g_new0 (ThSharedSession, 1);

  self->recordings = g_ptr_array_new_with_free_func (recording_free);
  return self;
}

void
th_shared_session_free (ThSharedSession *self)
{
  g_ptr_array_unref (self->recordings);
  g_clear_pointer (&self->comparison, comparison_free);
  g_free (self);
}

ThSharedRecording *
th_shared_session_get_recording (const ThSharedSession *self,
                                 guint                  index)
{
  g_return_val_if_fail (index < self->recordings->len, NULL);

  return self->recordings->pdata[index];
}

guint
th_shared_session_add_recording (ThSharedSession *self,
                                 const char      *uri)
{
  ThSharedRecording *recording;

  for (guint i = 0; i < self->recordings->len; i++)
    if (g_str_equal (th_shared_session_get_recording (self, i)->uri, uri))
      return i;

  recording = g_new0 (ThSharedRecording, 1);
  recording->uri = g_strdup (uri);
  g_ptr_array_add (self->recordings, recording);
  return self->recordings->len - 1;
}

ThSharedComparison *
th_shared_session_need_comparison (ThSharedSession *self)
{
  if (self->comparison != NULL)
    return self->comparison;

  self->comparison = g_new0 (ThSharedComparison, 1);
  for (guint side = 0; side < 2; side++)
    {
      self->comparison->runs[side] = g_array_new (FALSE, FALSE, sizeof (ThSharedRun));
      g_array_set_clear_func (self->comparison->runs[side], run_clear);
    }
  return self->comparison;
}

ThSharedRun *
th_shared_session_add_run (ThSharedSession *self,
                           guint            side,
                           guint            recording,
                           const char      *range)
{
  ThSharedRun run = { recording, g_strdup (range), NULL };
  GArray *runs = th_shared_session_need_comparison (self)->runs[side];

  g_array_append_val (runs, run);
  return &g_array_index (runs, ThSharedRun, runs->len - 1);
}

void
th_shared_session_foreach (ThSharedSession *self,
                           ThSessionFunc    func,
                           gpointer         data)
{
  for (guint i = 0; i < self->recordings->len; i++)
    if (th_shared_session_get_recording (self, i)->session != NULL)
      func (th_shared_session_get_recording (self, i)->session, data);
  for (guint side = 0; self->comparison != NULL && side < 2; side++)
    for (guint i = 0; i < self->comparison->runs[side]->len; i++)
      {
        ThSharedRun *run = &g_array_index (self->comparison->runs[side], ThSharedRun, i);

        if (run->session != NULL)
          func (run->session, data);
      }
}

typedef struct
{
  ThPlaceFunc func;
  gpointer    data;
} Visit;

static void
visit_appended (ThSession *session,
                gpointer   data)
{
  const Visit *visit = data;

  for (guint i = 0; i < session->appended->len; i++)
    {
      ThSessionAppended *appended = &g_array_index (session->appended, ThSessionAppended, i);

      visit->func (&appended->uri, &appended->key, visit->data);
    }
}

void
th_shared_session_foreach_place (ThSharedSession *self,
                                 ThPlaceFunc      func,
                                 gpointer         data)
{
  Visit visit = { func, data };

  for (guint i = 0; i < self->recordings->len; i++)
    {
      ThSharedRecording *recording = th_shared_session_get_recording (self, i);

      func (&recording->uri, &recording->key, data);
    }
  th_shared_session_foreach (self, visit_appended, &visit);
}

/* --- locations ------------------------------------------------------------ */

/* Returns the length of what precedes the path: "file://", "sftp://host". */
static gsize
get_root_length (const char *uri)
{
  const char *authority = strstr (uri, "://");
  const char *path = authority != NULL ? strchr (authority + 3, '/') : NULL;

  return path != NULL ? (gsize) (path - uri) : 0;
}

/* Returns @uri relative to the folder @folder, or @uri itself if they have nothing in common. */
static char *
make_relative (const char *uri,
               const char *folder)
{
  gsize root = get_root_length (folder), common = root;
  g_autofree char *base = g_str_has_suffix (folder, "/") ? g_strdup (folder)
                                                         : g_strconcat (folder, "/", NULL);
  GString *relative;

  if (root == 0 || strncmp (uri, base, root + 1) != 0)
    return g_strdup (uri);

  for (gsize i = root; uri[i] != '\0' && uri[i] == base[i]; i++)
    if (uri[i] == '/')
      common = i;
  relative = g_string_new (NULL);
  for (const char *c = base + common + 1; *c != '\0'; c++)
    if (*c == '/')
      g_string_append (relative, "../");
  g_string_append (relative, uri + common + 1);
  /* "" would be no reference, and "/a" one from the root on. */
  if (relative->len == 0 || relative->str[0] == '/')
    g_string_assign (relative, uri);
  /* A colon in the first segment would end a scheme. */
  else if (strcspn (relative->str, ":") < strcspn (relative->str, "/"))
    g_string_prepend (relative, "./");
  return g_string_free (relative, FALSE);
}

/* Returns an absolute URI, or NULL if @text is no URI reference. */
static char *
resolve (const char *text,
         const char *folder)
{
  g_autofree char *base = g_strconcat (folder, "/", NULL);

  return text != NULL ? g_uri_resolve_relative (base, text, G_URI_FLAGS_ENCODED, NULL) : NULL;
}

/* --- writing ------------------------------------------------------------ */

static void
add_session (JsonBuilder     *builder,
             const ThSession *session)
{
  if (session == NULL)
    return;

  json_builder_set_member_name (builder, "session");
  th_session_build (session, builder);
}

static void
add_recording (JsonBuilder             *builder,
               const ThSharedRecording *recording,
               const char              *folder)
{
  g_autofree char *uri = make_relative (recording->uri, folder);

  json_builder_begin_object (builder);
  th_json_add_string (builder, "uri", uri);
  th_json_add_string (builder, "key", recording->key);
  add_session (builder, recording->session);
  json_builder_end_object (builder);
}

static void
add_runs (JsonBuilder *builder,
          const char  *name,
          GArray      *runs)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < runs->len; i++)
    {
      const ThSharedRun *run = &g_array_index (runs, ThSharedRun, i);

      json_builder_begin_object (builder);
      th_json_add_int (builder, "recording", run->recording);
      th_json_add_string (builder, "range", run->range);
      add_session (builder, run->session);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_comparison (JsonBuilder              *builder,
                const ThSharedComparison *comparison)
{
  json_builder_set_member_name (builder, "comparison");
  json_builder_begin_object (builder);
  for (guint side = 0; side < 2; side++)
    add_runs (builder, sides[side], comparison->runs[side]);
  th_json_add_int (builder, "align", comparison->align);
  th_json_add_string (builder, "filter", comparison->filter);
  th_json_add_int (builder, "offset", comparison->offset);
  th_json_add_true (builder, "linked", comparison->linked);
  th_json_add_true (builder, "side-by-side", comparison->side_by_side);
  for (guint side = 0; side < 2; side++)
    th_json_add_int (builder, shown[side], comparison->shown[side]);
  th_json_add_string (builder, "row", comparison->row);
  json_builder_end_object (builder);
}

/* Makes the URIs of the appended recordings of a session relative. */
static void
make_appended_relative (JsonObject *session,
                        const char *folder)
{
  guint n = 1;

  for (guint i = 0; i < n; i++)
    {
      JsonObject *appended = th_json_get_element (session, "appended", i, &n);
      g_autofree char *uri = th_json_dup_string (appended, "uri"), *relative = NULL;

      if (uri == NULL)
        continue;
      relative = make_relative (uri, folder);
      json_object_set_string_member (appended, "uri", relative);
    }
}

/* Does so in the elements of the array @name. */
static void
make_sessions_relative (JsonObject *object,
                        const char *name,
                        const char *folder)
{
  guint n = 1;

  for (guint i = 0; i < n; i++)
    {
      JsonObject *element = th_json_get_element (object, name, i, &n);
      JsonNode *session = element != NULL ? th_json_get_member (element, "session",
                                                                JSON_NODE_OBJECT) : NULL;

      if (session != NULL)
        make_appended_relative (json_node_get_object (session), folder);
    }
}

char *
th_shared_session_to_text (const ThSharedSession *self,
                           const char            *folder_uri)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;
  JsonObject *object;

  json_builder_begin_object (builder);
  th_json_add_string (builder, "format", FORMAT);
  th_json_add_int (builder, "version", TH_SHARED_SESSION_VERSION);
  json_builder_set_member_name (builder, "recordings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->recordings->len; i++)
    add_recording (builder, th_shared_session_get_recording (self, i), folder_uri);
  json_builder_end_array (builder);
  if (self->comparison != NULL)
    add_comparison (builder, self->comparison);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  object = json_node_get_object (root);
  make_sessions_relative (object, "recordings", folder_uri);
  for (guint side = 0; self->comparison != NULL && side < 2; side++)
    make_sessions_relative (json_object_get_object_member (object, "comparison"), sides[side],
                            folder_uri);
  return json_to_string (root, TRUE);
}

/* --- reading ------------------------------------------------------------ */

static void
resolve_appended (ThSession  *session,
                  const char *folder)
{
  for (guint i = 0; i < session->appended->len; i++)
    {
      ThSessionAppended *appended = &g_array_index (session->appended, ThSessionAppended, i);
      char *uri = resolve (appended->uri, folder);

      if (uri == NULL)
        {
          th_session_drop_appended (session, i--);
          session->n_unusable++;
          continue;
        }
      g_free (appended->uri);
      appended->uri = uri;
    }
}

/* Returns FALSE if there is a session that cannot be used. */
static gboolean
read_session (JsonObject  *object,
              const char  *folder,
              ThSession  **session,
              GError     **error)
{
  JsonNode *node = object != NULL ? th_json_get_member (object, "session", JSON_NODE_OBJECT) : NULL;

  if (node == NULL)
    return TRUE;

  *session = th_session_read (json_node_get_object (node), error);
  if (*session != NULL)
    resolve_appended (*session, folder);
  return *session != NULL;
}

static gboolean
read_recording (ThSharedSession *self,
                JsonObject      *object,
                const char      *folder,
                GError         **error)
{
  g_autofree char *text = th_json_dup_string (object, "uri"), *uri = resolve (text, folder);
  ThSharedRecording *recording = g_new0 (ThSharedRecording, 1);

  /* Invalid elements are kept, so that the indices of the runs are right. */
  g_ptr_array_add (self->recordings, recording);
  recording->uri = uri != NULL ? g_steal_pointer (&uri) : g_strdup ("");
  recording->key = th_json_dup_string (object, "key");
  return read_session (object, folder, &recording->session, error);
}

static gboolean
read_recordings (ThSharedSession *self,
                 JsonObject      *root,
                 const char      *folder,
                 GError         **error)
{
  guint n = 1;

  for (guint i = 0; i < MIN (n, TH_SHARED_SESSION_MAX_RECORDINGS); i++)
    {
      JsonObject *object = th_json_get_element (root, "recordings", i, &n);

      if (i < n && !read_recording (self, object, folder, error))
        return FALSE;
    }
  if (self->recordings->len > 0 && *th_shared_session_get_recording (self, 0)->uri != '\0')
    return TRUE;

  g_set_error (error, TH_SESSION_ERROR, TH_SESSION_ERROR_DAMAGED, "%s",
               _("it does not name a recording"));
  return FALSE;
}

static gboolean
read_runs (ThSharedSession *self,
           guint            side,
           JsonObject      *object,
           const char      *folder,
           GError         **error)
{
  guint n = 1;

  for (guint i = 0; i < MIN (n, MAX_RUNS); i++)
    {
      JsonObject *run = th_json_get_element (object, sides[side], i, &n);
      g_autofree char *range = th_json_dup_string (run, "range");
      gint64 recording;

      if (run != NULL &&
          th_json_get_int (run, "recording", 0, (gint64) self->recordings->len - 1, &recording) &&
          *th_shared_session_get_recording (self, (guint) recording)->uri != '\0' &&
          !read_session (run, folder,
                         &th_shared_session_add_run (self, side, (guint) recording, range)->session,
                         error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_comparison (ThSharedSession *self,
                 JsonObject      *root,
                 const char      *folder,
                 GError         **error)
{
  JsonNode *node = th_json_get_member (root, "comparison", JSON_NODE_OBJECT);
  JsonObject *object = node != NULL ? json_node_get_object (node) : NULL;
  ThSharedComparison *comparison;
  gint64 number;

  if (object == NULL)
    return TRUE;

  comparison = th_shared_session_need_comparison (self);
  for (guint side = 0; side < 2; side++)
    {
      GArray *runs = comparison->runs[side];

      if (!read_runs (self, side, object, folder, error))
        return FALSE;
      if (th_json_get_int (object, shown[side], 0, (gint64) runs->len - 1, &number))
        comparison->shown[side] = (guint) number;
    }
  if (comparison->runs[0]->len == 0 || comparison->runs[1]->len == 0)
    {
      g_set_error (error, TH_SESSION_ERROR, TH_SESSION_ERROR_DAMAGED, "%s",
                   _("one side of its comparison has no recording"));
      return FALSE;
    }

  comparison->align = th_json_get_int (object, "align", 0, MAX_ALIGN, &number) ? (guint) number : 0;
  comparison->filter = th_json_dup_string (object, "filter");
  if (!th_json_get_time (object, "offset", &comparison->offset))
    comparison->offset = 0;
  comparison->linked = th_json_is_true (object, "linked");
  comparison->side_by_side = th_json_is_true (object, "side-by-side");
  comparison->row = th_json_dup_string (object, "row");
  return TRUE;
}

ThSharedSession *
th_shared_session_from_text (const char *text,
                             gsize       length,
                             const char *folder_uri,
                             GError    **error)
{
  g_autoptr(JsonNode) node = th_session_parse (text, length, TH_SHARED_SESSION_MAX_BYTES, error);
  JsonObject *root = node != NULL ? json_node_get_object (node) : NULL;
  g_autoptr(ThSharedSession) self = th_shared_session_new ();

  if (root == NULL || !th_session_check (root, FORMAT, TH_SHARED_SESSION_VERSION, error) ||
      !read_recordings (self, root, folder_uri, error) ||
      !read_comparison (self, root, folder_uri, error))
    return NULL;

  return g_steal_pointer (&self);
}
