// SPDX-License-Identifier: Apache-2.0
@main
enum Batond {
    static func main() {}
}
