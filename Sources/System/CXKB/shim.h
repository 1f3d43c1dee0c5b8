// SPDX-License-Identifier: Apache-2.0
// libxkbcommon. No logic.
#ifndef BATON_CXKB_H
#define BATON_CXKB_H
#include <xkbcommon/xkbcommon.h>
#include <xkbcommon/xkbcommon-keysyms.h>
#endif
