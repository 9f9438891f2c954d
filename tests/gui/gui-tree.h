/* gui-tree.h - the program as a screen reader has it: through the accessibility bus alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It runs as a process of its own with GTK's AT-SPI backend; all that is known of
 * it came over the bus of at-spi2-core.  Interfaces, roles and states by the XML and
 * headers of that package.  What is awaited has a minute; then the tree is shown and
 * the test ends.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bits of TreeNode.states: AtspiStateType. */
#define TREE_EXPANDED  10
#define TREE_FOCUSABLE 11
#define TREE_SELECTED  23
/* GTK 4.8 sets SHOWING for windows alone. */
#define TREE_VISIBLE   30

typedef struct
{
  char       *bus;
  char       *path;
  char       *name;
  char       *role;
  char       *description;
  guint64     states;
  guint       depth;
} TreeNode;

/* Of the session that the test runs in. */
void       tree_connect        (const char     *program);
/* As for somebody who never ran it.  @arguments: with NULL at the end; may be NULL. */
void       tree_start          (const char     *const *arguments);
/* It has to end by the signal, not before. */
void       tree_stop           (void);

void       tree_node_free      (gpointer        node);
gboolean   tree_has_state      (const TreeNode *node,
                                guint           state);
/* (element-type TreeNode): what can be seen of @root and below; NULL: of all. */
GPtrArray *tree_read           (const TreeNode *root);
/* The object of @role (NULL: any) with @name as its name, else in it; in its description
 * @description, if that is not NULL.  Free with tree_node_free(). */
TreeNode  *tree_await          (const char     *role,
                                const char     *name);
TreeNode  *tree_await_told     (const char     *role,
                                const char     *name,
                                const char     *description);
/* As above, where there may be none. */
TreeNode  *tree_find           (const char     *role,
                                const char     *name,
                                const char     *description);
/* The window number @index of the program: 0 is the first; awaited. */
TreeNode  *tree_await_window   (guint           index);
/* Awaits that it has @n windows. */
void       tree_await_windows  (guint           n);

/* Does the first action of @node, or that of @name; without one the test fails. */
void       tree_do             (const TreeNode *node);
void       tree_do_action      (const TreeNode *node,
                                const char     *name);
/* Of the first window: "win.fold". */
void       tree_activate       (const char     *name);
/* The first action of what is found so. */
void       tree_press          (const char     *role,
                                const char     *name);
/* Replaces the text of what takes one. */
void       tree_write          (const char     *role,
                                const char     *name,
                                const char     *text);

G_END_DECLS
