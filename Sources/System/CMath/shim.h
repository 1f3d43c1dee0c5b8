// SPDX-License-Identifier: Apache-2.0
// The functions of the C library's mathematics that the pure targets need: the standard library of Swift has none of them. Each is a builtin of
// the compiler, so that no header of the C library is read, whose module has another name on each system.
#ifndef BATON_CMATH_H
#define BATON_CMATH_H

static inline double cmath_sin(double angle) { return __builtin_sin(angle); }

static inline double cmath_cos(double angle) { return __builtin_cos(angle); }

static inline double cmath_tan(double angle) { return __builtin_tan(angle); }

static inline double cmath_asin(double sine) { return __builtin_asin(sine); }

static inline double cmath_atan2(double y, double x) { return __builtin_atan2(y, x); }

static inline double cmath_exp(double exponent) { return __builtin_exp(exponent); }

static inline double cmath_log(double number) { return __builtin_log(number); }

#endif
