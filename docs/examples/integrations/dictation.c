// SPDX-License-Identifier: Apache-2.0
// Records, and pauses what plays meanwhile: dictation COMMAND [ARGUMENT...]. Without Baton it only records.
// cc -o dictation dictation.c $(pkg-config --cflags --libs libsystemd)
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

// Pauses what plays, until the descriptor or the bus is closed. Returns -1 when nothing is paused.
static int begin(sd_bus *bus, const char *kind, const char *reason)
{
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *answer = NULL;
    unsigned id;
    int lease = -1;
    sd_bus_set_method_call_timeout(bus, 2000000);
    if (sd_bus_call_method(bus, "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin",
                           &error, &answer, "ssa{sv}", kind, reason, 1, "wait", "b", 1) >= 0 &&
        sd_bus_message_read(answer, "uh", &id, &lease) > 0)
        lease = fcntl(lease, F_DUPFD_CLOEXEC, 0); // the other one goes with the answer
    else
        fprintf(stderr, "nothing is paused: %s\n", error.message ? error.message : "no answer");
    sd_bus_error_free(&error);
    sd_bus_message_unref(answer);
    return lease;
}

int main(int count, char **words)
{
    sd_bus *bus = NULL;
    int status = 0, lease = count > 1 && sd_bus_open_user(&bus) >= 0 ? begin(bus, "dictation", "My dictation") : -1;
    pid_t child = fork();
    if (child == 0) {
        execvp(words[1], words + 1);
        _exit(127);
    }
    waitpid(child, &status, 0);
    if (lease >= 0)
        close(lease);
    sd_bus_flush_close_unref(bus);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
