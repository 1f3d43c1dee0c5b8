// SPDX-License-Identifier: Apache-2.0
// A meeting that lasts until Enter. Meanwhile the button of a headset mutes the microphone, and starts no music.
// cc -o meeting meeting.c $(pkg-config --cflags --libs libsystemd)
#include <poll.h>
#include <stdio.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

// Play, pause and the toggle are ours. What is not handled goes on to the players.
static int received(sd_bus_message *call, void *data, sd_bus_error *error)
{
    (void)error;
    unsigned subtype = 0;
    int *muted = data;
    sd_bus_message_read(call, "u", &subtype);
    int is_ours = subtype == 100 || subtype == 101 || subtype == 103;
    if (is_ours) {
        *muted = !*muted;
        puts(*muted ? "muted" : "heard");
        fflush(stdout);
    }
    return sd_bus_reply_method_return(call, "b", is_ours);
}

static const sd_bus_vtable responder[] = {
    SD_BUS_VTABLE_START(0), SD_BUS_METHOD("RemoteControlReceived", "ut", "b", received, SD_BUS_VTABLE_UNPRIVILEGED), SD_BUS_VTABLE_END};

// Registers with the Baton that is there (no signal), or with one that has come. Without one it has no effect.
static int register_here(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)error;
    const char *name, *before, *owner = "";
    if (signal && (sd_bus_message_read(signal, "sss", &name, &before, &owner) < 0 || !*owner))
        return 0;
    return sd_bus_call_method_async(
        data, NULL, "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Application", "Register", NULL, NULL,
        "oa{sv}", "/org/example/Meeting", 2, "playing", "b", 1, "identity", "s", "My meeting");
}

int main(void)
{
    sd_bus *bus = NULL;
    int muted = 0;
    if (sd_bus_open_user(&bus) < 0 ||
        sd_bus_add_object_vtable(bus, NULL, "/org/example/Meeting", "org.baton.Baton1.Responder", responder, &muted) < 0 ||
        sd_bus_add_match(bus, NULL, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.baton.Baton1'", register_here, bus) < 0)
        return 1;
    register_here(NULL, bus, NULL);
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = sd_bus_get_fd(bus)}};
    while (!watched[0].revents) {
        if (sd_bus_process(bus, NULL) > 0)
            continue;
        watched[1].events = (short)sd_bus_get_events(bus);
        poll(watched, 2, -1);
    }
    sd_bus_flush_close_unref(bus);
    return 0;
}
