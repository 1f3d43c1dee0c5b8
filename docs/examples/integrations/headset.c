// SPDX-License-Identifier: Apache-2.0
// For a headset's tool: a line "out" on standard input when a bud is out of the ear, and "in" when it is back.
// cc -o headset headset.c $(pkg-config --cflags --libs libsystemd)
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

int main(void)
{
    sd_bus *bus = NULL;
    sd_bus_message *held = NULL; // has the lease
    char line[16];
    if (sd_bus_open_user(&bus) < 0 || sd_bus_set_method_call_timeout(bus, 2000000) < 0)
        return 1;
    while (fgets(line, sizeof line, stdin))
        if (strcmp(line, "out\n") == 0 && !held)
            sd_bus_call_method(bus, "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin",
                               NULL, &held, "ssa{sv}", "wear", "My headset", 0);
        else if (strcmp(line, "in\n") == 0)
            held = sd_bus_message_unref(held);
    sd_bus_message_unref(held);
    sd_bus_flush_close_unref(bus);
    return 0;
}
