// SPDX-License-Identifier: Apache-2.0
// What plays, as a line for each change: from the face, which Baton and playerctld have under the same name.
// cc -o bar bar.c $(pkg-config --cflags --libs libsystemd)
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define FACE "org.mpris.MediaPlayer2.playerctld"
#define OBJECT "/org/mpris/MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"
#define BUS "org.freedesktop.DBus"

// Calls a getter of the face. The name may belong to nobody: then nothing is started for it.
static sd_bus_message *get(sd_bus *bus, const char *property)
{
    sd_bus_message *call = NULL, *answer = NULL;
    if (sd_bus_message_new_method_call(bus, &call, FACE, OBJECT, BUS ".Properties", "Get") >= 0 &&
        sd_bus_message_set_auto_start(call, 0) >= 0 && sd_bus_message_append(call, "ss", PLAYER, property) >= 0)
        sd_bus_call(bus, call, 1000000, NULL, &answer);
    sd_bus_message_unref(call);
    return answer;
}

static int show(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)signal, (void)error;
    const char *status = "Nothing plays", *title = "", *key;
    sd_bus_message *first = get(data, "PlaybackStatus"), *second = get(data, "Metadata");
    if (first)
        sd_bus_message_read(first, "v", "s", &status);
    if (second && sd_bus_message_enter_container(second, 'v', "a{sv}") > 0 &&
        sd_bus_message_enter_container(second, 'a', "{sv}") > 0)
        while (sd_bus_message_enter_container(second, 'e', "sv") > 0 && sd_bus_message_read(second, "s", &key) > 0) {
            if (strcmp(key, "xesam:title") != 0 || sd_bus_message_read(second, "v", "s", &title) < 0)
                sd_bus_message_skip(second, "v");
            sd_bus_message_exit_container(second);
        }
    printf("%s: %s\n", status, title);
    fflush(stdout);
    sd_bus_message_unref(first);
    sd_bus_message_unref(second);
    return 0;
}

int main(void)
{
    sd_bus *bus = NULL;
    if (sd_bus_open_user(&bus) < 0 ||
        sd_bus_match_signal(bus, NULL, FACE, OBJECT, BUS ".Properties", "PropertiesChanged", show, bus) < 0 ||
        sd_bus_add_match(bus, NULL, "type='signal',sender='" BUS "',member='NameOwnerChanged',arg0='" FACE "'", show, bus) < 0)
        return 1;
    show(NULL, bus, NULL);
    while (sd_bus_process(bus, NULL) > 0 || sd_bus_wait(bus, UINT64_MAX) >= 0)
        ;
    return 1;
}
