// SPDX-License-Identifier: Apache-2.0
// libX11, libXtst and libXRes. No logic.
#ifndef BATON_CX11_H
#define BATON_CX11_H
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/XRes.h>
#endif
