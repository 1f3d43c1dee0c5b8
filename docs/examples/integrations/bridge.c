// SPDX-License-Identifier: Apache-2.0
// A bridge's end on the desktop: each change of the status is a line, each line of standard input a method, such as Next.
// cc -o bridge bridge.c $(pkg-config --cflags --libs libsystemd)
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#define FACE "org.mpris.MediaPlayer2.playerctld"
#define OBJECT "/org/mpris/MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"

static int publish(sd_bus_message *signal, void *bus, sd_bus_error *error)
{
    (void)signal, (void)error;
    const char *status = "";
    sd_bus_message *call = NULL, *answer = NULL;
    if (sd_bus_message_new_method_call(bus, &call, FACE, OBJECT, "org.freedesktop.DBus.Properties", "Get") >= 0 &&
        sd_bus_message_set_auto_start(call, 0) >= 0 && sd_bus_message_append(call, "ss", PLAYER, "PlaybackStatus") >= 0 &&
        sd_bus_call(bus, call, 1000000, NULL, &answer) >= 0)
        sd_bus_message_read(answer, "v", "s", &status);
    puts(status);
    fflush(stdout);
    sd_bus_message_unref(call);
    sd_bus_message_unref(answer);
    return 0;
}

// Only these can be asked for from outside. Nothing is started for the call.
static void obey(sd_bus *bus, const char *line)
{
    static const char *const methods[] = {"Play", "Pause", "PlayPause", "Stop", "Next", "Previous"};
    sd_bus_message *call = NULL;
    const char *method = NULL;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strncmp(line, methods[i], strcspn(line, "\n")) == 0 && strlen(methods[i]) == strcspn(line, "\n"))
            method = methods[i];
    if (method && sd_bus_message_new_method_call(bus, &call, FACE, OBJECT, PLAYER, method) >= 0 &&
        sd_bus_message_set_auto_start(call, 0) >= 0)
        sd_bus_call_async(bus, NULL, call, NULL, NULL, 0);
    sd_bus_message_unref(call);
}

int main(void)
{
    sd_bus *bus = NULL;
    char line[32];
    if (sd_bus_open_user(&bus) < 0 ||
        sd_bus_match_signal(bus, NULL, FACE, OBJECT, "org.freedesktop.DBus.Properties", "PropertiesChanged", publish, bus) < 0)
        return 1;
    setbuf(stdin, NULL); // poll sees what was not read
    publish(NULL, bus, NULL);
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = sd_bus_get_fd(bus)}};
    for (;;) {
        if (sd_bus_process(bus, NULL) > 0)
            continue;
        watched[1].events = (short)sd_bus_get_events(bus);
        if (poll(watched, 2, -1) < 0 || !watched[0].revents)
            continue;
        if (!fgets(line, sizeof line, stdin))
            break;
        obey(bus, line);
    }
    sd_bus_flush_close_unref(bus);
    return 0;
}
