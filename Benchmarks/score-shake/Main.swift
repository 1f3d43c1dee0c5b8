// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion

@main
enum Main {
    static func main() {}
}
