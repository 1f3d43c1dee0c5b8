// SPDX-License-Identifier: Apache-2.0
// libmosquitto 2.0, and of the OpenSSL that it brings what checks the broker's name and makes keyed digests. No logic: macros of
// OpenSSL as functions, and the kernel's time stamp of what has not been read.
#ifndef BATON_CMOSQUITTO_H
#define BATON_CMOSQUITTO_H
#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

static inline int cmosquitto_set_server_name(SSL *tls, const char *name) { return (int)SSL_set_tlsext_host_name(tls, name); }

static inline void cmosquitto_require_tls_1_2(SSL_CTX *context) { SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION); }

static inline int cmosquitto_stamp_what_arrives(int socket) {
    int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

// When the kernel received the first byte that nobody has read, on CLOCK_REALTIME. 1: there is one; 0: none; -1: errno.
static inline int cmosquitto_first_unread(int socket, struct timespec *arrived) {
    char byte;
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(struct timespec))]; } control;
    struct iovec place = {&byte, 1};
    struct msghdr message = {0};
    message.msg_iov = &place;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    ssize_t count = recvmsg(socket, &message, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (count == 0) return 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS) continue;
        memcpy(arrived, CMSG_DATA(part), sizeof *arrived);
        return 1;
    }
    return 0;
}
#endif
