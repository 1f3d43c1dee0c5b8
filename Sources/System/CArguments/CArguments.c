// SPDX-License-Identifier: Apache-2.0
#include "CArguments.h"
#include <stddef.h>

static int argument_count;
static char **arguments;

// glibc calls constructors with the arguments of `main`.
__attribute__((constructor)) static void take_arguments(int count, char **values, char **environment) {
    (void)environment;
    argument_count = count;
    arguments = values;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = argument_count;
    return arguments;
}

// Each program with the Swift runtime in it names these three, and with them comes what prints the calls of a crash: before `main` it looks in eight places
// for a program `swift-backtrace`, which no package of Baton has. Zeros in the settings mean that it is off.
// A debug build keeps it.
#ifndef DEBUG
long _swift_backtraceSettings[64];

_Bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return 0;
}

char *_swift_backtrace_demangle(const char *name, size_t length, char *buffer, size_t *size) {
    (void)name, (void)length, (void)buffer, (void)size;
    return NULL;
}
#endif
