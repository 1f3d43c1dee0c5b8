// SPDX-License-Identifier: Apache-2.0
// libudev. No logic.
#ifndef BATON_CUDEV_H
#define BATON_CUDEV_H
#include <libudev.h>
#endif
