// SPDX-License-Identifier: Apache-2.0
// libpulse 16: its asynchronous interface, and the description of a main loop. No logic.
#ifndef BATON_CPULSE_H
#define BATON_CPULSE_H
#include <pulse/context.h>
#include <pulse/def.h>
#include <pulse/error.h>
#include <pulse/introspect.h>
#include <pulse/mainloop-api.h>
#include <pulse/operation.h>
#include <pulse/proplist.h>
#include <pulse/subscribe.h>
#include <pulse/volume.h>
#endif
