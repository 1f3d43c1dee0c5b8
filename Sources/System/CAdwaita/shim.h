// SPDX-License-Identifier: Apache-2.0
// GTK 4.8 and libadwaita 1.2, and the few of their functions that take any number of arguments. No logic.
#ifndef BATON_CADWAITA_H
#define BATON_CADWAITA_H
#include <adwaita.h>
#include <glib-unix.h>

static inline void cadwaita_set_label(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static inline void cadwaita_set_description(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

// g_object_get is variadic.
static inline gboolean cadwaita_animates(GtkWidget *widget)
{
    gboolean animates = FALSE;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &animates, NULL);
    return animates;
}

// What a slider says instead of its number.
static inline void cadwaita_set_value_text(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

// GTK 4.8 has it as a property only.
static inline void cadwaita_set_placeholder(GtkWidget *entry, const char *text)
{
    g_object_set(entry, "placeholder-text", text, NULL);
}

// What is drawn is a picture to a screen reader; the role can be given at the beginning only.
static inline GtkWidget *cadwaita_picture_new(void)
{
    return GTK_WIDGET(g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL));
}

static inline gboolean cadwaita_is(gpointer instance, GType type)
{
    return g_type_check_instance_is_a((GTypeInstance *)instance, type);
}
#endif
