// SPDX-License-Identifier: Apache-2.0
// Usage: fake-input <COMMANDS      the user's hands on a KWin of $WAYLAND_DISPLAY, through the protocol org_kde_kwin_fake_input
// Commands, one a line:
//   press CODE...           keys (KEY_* of linux/input-event-codes.h) go down in this order, and up in the other
//   drag X Y X Y            a finger on the touchscreen goes from one point to another, in a quarter of a second
//   drag X Y X Y FINGERS    so many fingers, one below the other
// Each command is printed when KWin has had it. Ends with standard input, and with KWin.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-client.h>

#include "fake-input-client-protocol.h"

enum { STEPS = 25, STEP_MICROSECONDS = 10000, KEYS = 8, FINGER_DISTANCE = 60 };

static struct wl_display *display;
static struct org_kde_kwin_fake_input *input;

static void fail(const char *what)
{
    fprintf(stderr, "fake-input: %s\n", what);
    exit(1);
}

static void appear(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    (void)data;
    if (strcmp(interface, org_kde_kwin_fake_input_interface.name))
        return;
    if (version < 4)
        fail("this KWin's fake input has no keys");
    input = wl_registry_bind(registry, name, &org_kde_kwin_fake_input_interface, 4);
}

static void leave(void *data, struct wl_registry *registry, uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

static void await_kwin(void)
{
    if (wl_display_roundtrip(display) < 0)
        fail("KWin has hung up");
}

static void press(char *codes)
{
    uint32_t keys[KEYS];
    int count = 0;
    for (char *word = strtok(codes, " \n"); word && count < KEYS; word = strtok(NULL, " \n"))
        keys[count++] = strtoul(word, NULL, 10);
    for (int i = 0; i < count; i++)
        org_kde_kwin_fake_input_keyboard_key(input, keys[i], 1);
    for (int i = count; i > 0; i--)
        org_kde_kwin_fake_input_keyboard_key(input, keys[i - 1], 0);
    await_kwin();
}

// The points of all fingers; the first one is at X, Y.
static void move(int fingers, double x, double y)
{
    for (int i = 0; i < fingers; i++)
        org_kde_kwin_fake_input_touch_motion(input, i, wl_fixed_from_double(x), wl_fixed_from_double(y + i * FINGER_DISTANCE));
    org_kde_kwin_fake_input_touch_frame(input);
}

static void drag(int fingers, double x, double y, double to_x, double to_y)
{
    for (int i = 0; i < fingers; i++)
        org_kde_kwin_fake_input_touch_down(input, i, wl_fixed_from_double(x), wl_fixed_from_double(y + i * FINGER_DISTANCE));
    org_kde_kwin_fake_input_touch_frame(input);
    for (int i = 1; i <= STEPS; i++) {
        double part = (double)i / STEPS;
        await_kwin();
        usleep(STEP_MICROSECONDS);
        move(fingers, x + (to_x - x) * part, y + (to_y - y) * part);
    }
    for (int i = 0; i < fingers; i++)
        org_kde_kwin_fake_input_touch_up(input, i);
    org_kde_kwin_fake_input_touch_frame(input);
    await_kwin();
}

int main(void)
{
    static const struct wl_registry_listener listener = {.global = appear, .global_remove = leave};
    char line[128];
    double x, y, to_x, to_y;
    display = wl_display_connect(NULL);
    if (!display)
        fail("there is no Wayland display");
    struct wl_registry *registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &listener, NULL);
    await_kwin();
    if (!input)
        fail("this compositor takes no fake input");
    org_kde_kwin_fake_input_authenticate(input, "Baton's tests", "the user's hands");
    await_kwin();
    while (fgets(line, sizeof line, stdin)) {
        char told[sizeof line];
        int fingers = 1;
        strcpy(told, line);
        if (!strncmp(line, "press ", 6))
            press(line + 6);
        else if (sscanf(line, "drag %lf %lf %lf %lf %d", &x, &y, &to_x, &to_y, &fingers) >= 4)
            drag(fingers, x, y, to_x, to_y);
        else
            fail(line);
        fputs(told, stdout);
        fflush(stdout);
    }
    return 0;
}
