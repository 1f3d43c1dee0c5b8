// SPDX-License-Identifier: Apache-2.0
#ifndef C_ARGUMENTS_H
#define C_ARGUMENTS_H

/// Gives the program's arguments to Swift's `CommandLine`. A program gets this by depending on the target; it imports nothing.
///
/// Swift's runtime has a function of this name that reads and parses /proc/self/maps before `main`, at each start of each program. The C
/// library passes the arguments to a program's constructors for nothing. A program that defines the function is linked without the
/// runtime's one (its object file has nothing else that is used), and docs/release.md says what that saves.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
