// SPDX-License-Identifier: Apache-2.0
// SDL 2.26, for the examples of touches in docs/examples. No logic.
#ifndef BATON_CSDL_H
#define BATON_CSDL_H
// The example has a main function of its own.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#endif
