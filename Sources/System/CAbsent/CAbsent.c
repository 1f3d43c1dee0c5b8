// SPDX-License-Identifier: Apache-2.0
// What the release of batonctl is linked with in the place of Foundation and of the concurrency runtime (`make build`, docs/release.md).
//
// swift-argument-parser can do two things that batonctl does not: print the commands as JSON, for which it takes Foundation's encoder, and run commands as
// tasks, for which it takes the concurrency runtime and with it Dispatch. Together they are a third of the program, and a third of the pages that the
// loader has to write at each start. These are all the names that it takes of them, and each ends the program. None is reached: batonctl refuses the
// option that asks for the JSON (ArgumentOrder.absent), and no command of it is asynchronous. If the parser takes more one day, the linker brings the
// real ones, and `.ci/built` says so.
#include <stdio.h>
#include <stdlib.h>

#define ABSENT(name, symbol)          \
    _Noreturn void name(void) __asm__(symbol); \
    _Noreturn void name(void) {                \
        fputs("batonctl: '" symbol "' is not in the release build (docs/release.md)\n", stderr); \
        abort();                               \
    }

ABSENT(absent_encoder_type, "$s20FoundationEssentials11JSONEncoderCMa")
ABSENT(absent_encoder, "$s20FoundationEssentials11JSONEncoderCACycfc")
ABSENT(absent_sorted_keys, "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV10sortedKeysAEvau")
ABSENT(absent_pretty_printed, "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV13prettyPrintedAEvau")
ABSENT(absent_text, "$sSS20FoundationEssentialsE4data8encodingSSSgAA4DataVh_SSAAE8EncodingVtcfC")
ABSENT(absent_utf8, "$sSS20FoundationEssentialsE8EncodingV4utf8ACvau")
ABSENT(absent_task_alloc, "swift_task_alloc")
ABSENT(absent_task_dealloc, "swift_task_dealloc")
ABSENT(absent_task_switch, "swift_task_switch")

// The descriptor of the protocol LocalizedError, as Swift's ABI has it: kind and flags, parent, name, and no requirements. The parser asks each error
// whether it conforms, to print the error's own description. No error of batonctl does, so nothing but the address is used.
__asm__(".pushsection .rodata.absent,\"a\"\n"
        ".globl \"$s20FoundationEssentials14LocalizedErrorMp\"\n"
        ".p2align 2\n"
        "\"$s20FoundationEssentials14LocalizedErrorMp\":\n"
        ".long 0x00010043, 0\n"
        ".long absent_name - .\n"
        ".long 0, 0, 0\n"
        "absent_name: .asciz \"LocalizedError\"\n"
        ".popsection\n");
