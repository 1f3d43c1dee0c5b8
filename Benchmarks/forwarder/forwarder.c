// SPDX-License-Identifier: Apache-2.0
// Usage: forwarder NAME PLAYER
// Owns NAME on the session bus and passes each call of the object /org/mpris/MediaPlayer2 on to PLAYER, and its answer back. It decides
// nothing and keeps nothing: what it costs is the least that a program between a caller and a player costs. `make bench` compares
// batond with it.
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char *const path = "/org/mpris/MediaPlayer2";
static const char *player;

static int answer(sd_bus_message *result, void *data, sd_bus_error *error) {
    (void)error;
    sd_bus_message *call = data, *reply = NULL;
    int status;
    if (sd_bus_message_is_method_error(result, NULL)) {
        status = sd_bus_reply_method_error(call, sd_bus_message_get_error(result));
    } else {
        status = sd_bus_message_new_method_return(call, &reply);
        if (status >= 0) status = sd_bus_message_copy(reply, result, 1);
        if (status >= 0) status = sd_bus_send(NULL, reply, NULL);
    }
    sd_bus_message_unref(reply);
    sd_bus_message_unref(call);
    return status;
}

static int forward(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    sd_bus *bus = sd_bus_message_get_bus(call);
    sd_bus_message *copy = NULL;
    int status = sd_bus_message_new_method_call(
        bus, &copy, player, path, sd_bus_message_get_interface(call), sd_bus_message_get_member(call));
    if (status >= 0) status = sd_bus_message_copy(copy, call, 1);
    if (status >= 0) status = sd_bus_call_async(bus, NULL, copy, answer, sd_bus_message_ref(call), 0);
    sd_bus_message_unref(copy);
    return status < 0 ? status : 1;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fputs("usage: forwarder NAME PLAYER\n", stderr);
        return 2;
    }
    player = arguments[2];
    sd_bus *bus = NULL;
    int status = sd_bus_open_user(&bus);
    if (status >= 0) status = sd_bus_add_object(bus, NULL, path, forward, NULL);
    if (status >= 0) status = sd_bus_request_name(bus, arguments[1], 0);
    while (status >= 0) {
        status = sd_bus_process(bus, NULL);
        if (status == 0) status = sd_bus_wait(bus, UINT64_MAX);
    }
    fprintf(stderr, "forwarder: %s\n", strerror(-status));
    return 1;
}
