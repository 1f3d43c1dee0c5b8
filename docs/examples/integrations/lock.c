// SPDX-License-Identifier: Apache-2.0
// Locks, and what plays is paused and stays so: lock COMMAND [ARGUMENT...]. Without Baton it only locks.
// cc -o lock lock.c $(pkg-config --cflags --libs libsystemd)
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

int main(int count, char **words)
{
    sd_bus *bus = NULL;
    sd_bus_message *answer = NULL; // has the lease, and is kept as long as that
    int status = 0;
    if (count > 1 && sd_bus_open_user(&bus) >= 0 && sd_bus_set_method_call_timeout(bus, 500000) >= 0)
        sd_bus_call_method(bus, "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Interruptions", "Begin",
                           NULL, &answer, "ssa{sv}", "lock", "Locked", 1, "resume", "b", 0);
    pid_t child = fork();
    if (child == 0) {
        execvp(words[1], words + 1);
        _exit(127);
    }
    waitpid(child, &status, 0);
    sd_bus_message_unref(answer);
    sd_bus_flush_close_unref(bus);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
