// SPDX-License-Identifier: Apache-2.0
@main
enum Bench {
    static func main() {}
}
