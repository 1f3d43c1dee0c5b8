// SPDX-License-Identifier: Apache-2.0
// libwayland-client, and the tables of the protocol virtual-keyboard-unstable-v1, of which no library has a copy. No logic.
#ifndef BATON_CWAYLAND_H
#define BATON_CWAYLAND_H
#include <wayland-client.h>

struct cwayland_virtual_keyboard_manager;
struct cwayland_virtual_keyboard;

// Requests in the protocol's order; their numbers are their places.
enum { CWAYLAND_KEYMAP, CWAYLAND_KEY, CWAYLAND_MODIFIERS, CWAYLAND_DESTROY };

static const struct wl_interface *const cwayland_no_types[4] = {0};

static const struct wl_message cwayland_keyboard_requests[] = {
    {"keymap", "uhu", (const struct wl_interface **)cwayland_no_types},
    {"key", "uuu", (const struct wl_interface **)cwayland_no_types},
    {"modifiers", "uuuu", (const struct wl_interface **)cwayland_no_types},
    {"destroy", "", (const struct wl_interface **)cwayland_no_types},
};

static const struct wl_interface cwayland_keyboard_interface = {
    "zwp_virtual_keyboard_v1", 1, 4, cwayland_keyboard_requests, 0, 0};

static const struct wl_interface *const cwayland_create_types[2] = {&wl_seat_interface, &cwayland_keyboard_interface};

static const struct wl_message cwayland_manager_requests[] = {
    {"create_virtual_keyboard", "on", (const struct wl_interface **)cwayland_create_types},
};

static const struct wl_interface cwayland_manager_interface = {
    "zwp_virtual_keyboard_manager_v1", 1, 1, cwayland_manager_requests, 0, 0};

// Variadic functions, which Swift does not import.
static inline struct cwayland_virtual_keyboard_manager *cwayland_bind_manager(struct wl_registry *registry, uint32_t name) {
    return (struct cwayland_virtual_keyboard_manager *)wl_registry_bind(registry, name, &cwayland_manager_interface, 1);
}
static inline struct wl_seat *cwayland_bind_seat(struct wl_registry *registry, uint32_t name, uint32_t version) {
    return (struct wl_seat *)wl_registry_bind(registry, name, &wl_seat_interface, version);
}
static inline struct cwayland_virtual_keyboard *cwayland_create(
    struct cwayland_virtual_keyboard_manager *manager, struct wl_seat *seat) {
    return (struct cwayland_virtual_keyboard *)wl_proxy_marshal_constructor(
        (struct wl_proxy *)manager, 0, &cwayland_keyboard_interface, seat, NULL);
}
static inline void cwayland_keymap(struct cwayland_virtual_keyboard *keyboard, uint32_t format, int file, uint32_t size) {
    wl_proxy_marshal((struct wl_proxy *)keyboard, CWAYLAND_KEYMAP, format, file, size);
}
static inline void cwayland_key(struct cwayland_virtual_keyboard *keyboard, uint32_t time, uint32_t key, uint32_t state) {
    wl_proxy_marshal((struct wl_proxy *)keyboard, CWAYLAND_KEY, time, key, state);
}
static inline void cwayland_modifiers(
    struct cwayland_virtual_keyboard *keyboard, uint32_t depressed, uint32_t latched, uint32_t locked, uint32_t group) {
    wl_proxy_marshal((struct wl_proxy *)keyboard, CWAYLAND_MODIFIERS, depressed, latched, locked, group);
}
static inline void cwayland_destroy(struct cwayland_virtual_keyboard *keyboard) {
    wl_proxy_marshal((struct wl_proxy *)keyboard, CWAYLAND_DESTROY);
    wl_proxy_destroy((struct wl_proxy *)keyboard);
}

// Declared for _GNU_SOURCE only (glibc 2.27). The file is closed at exec.
extern int memfd_create(const char *name, unsigned int flags);
static inline int cwayland_memory_file(const char *name) { return memfd_create(name, 1U); }
#endif
