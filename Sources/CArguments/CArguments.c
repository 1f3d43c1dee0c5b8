// SPDX-License-Identifier: Apache-2.0
#include "CArguments.h"

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
