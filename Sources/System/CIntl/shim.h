// SPDX-License-Identifier: Apache-2.0
// gettext, which is a part of the C library.
#pragma once
#include <libintl.h>
#include <locale.h>
