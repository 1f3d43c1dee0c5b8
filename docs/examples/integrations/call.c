// SPDX-License-Identifier: Apache-2.0
// A call that lasts until Enter: call NAME. What plays is paused meanwhile, also by a Baton that comes later or again.
// cc -o call call.c $(pkg-config --cflags --libs libsystemd)
#include <fcntl.h>
#include <poll.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

struct call {
    sd_bus *bus;
    const char *name;
    int lease;
};

// Begins with the Baton that is there (no signal), or with one that has come.
static int begin(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)error;
    struct call *call = data;
    const char *name, *before, *owner = "";
    if (call->lease >= 0)
        close(call->lease);
    call->lease = -1;
    if (signal && (sd_bus_message_read(signal, "sss", &name, &before, &owner) < 0 || !*owner))
        return 0;
    sd_bus_message *answer = NULL;
    unsigned id;
    if (sd_bus_call_method(call->bus, "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions",
                           "Begin", NULL, &answer, "ssa{sv}", "call", call->name, 0) >= 0 &&
        sd_bus_message_read(answer, "uh", &id, &call->lease) > 0)
        call->lease = fcntl(call->lease, F_DUPFD_CLOEXEC, 0); // the other one goes with the answer
    sd_bus_message_unref(answer);
    return 0;
}

int main(int count, char **words)
{
    struct call call = {.name = count > 1 ? words[1] : "", .lease = -1};
    if (sd_bus_open_user(&call.bus) < 0 ||
        sd_bus_add_match(call.bus, NULL, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.baton.Baton1'", begin, &call) < 0)
        return 1;
    begin(NULL, &call, NULL);
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = sd_bus_get_fd(call.bus)}};
    while (!watched[0].revents) {
        if (sd_bus_process(call.bus, NULL) > 0)
            continue;
        watched[1].events = (short)sd_bus_get_events(call.bus);
        poll(watched, 2, -1);
    }
    sd_bus_flush_close_unref(call.bus); // and the interruption ends
    return 0;
}
