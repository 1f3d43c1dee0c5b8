// SPDX-License-Identifier: Apache-2.0
// libiio 0.24. No logic.
#ifndef BATON_CIIO_H
#define BATON_CIIO_H
#include <iio.h>
#endif
