// SPDX-License-Identifier: Apache-2.0
// Linux headers that Swift's Glibc module does not carry. No logic.
#ifndef BATON_CLINUX_H
#define BATON_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#endif
