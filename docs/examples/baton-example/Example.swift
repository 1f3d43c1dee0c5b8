// SPDX-License-Identifier: Apache-2.0
@main
enum Example {
    static func main() {}
}
