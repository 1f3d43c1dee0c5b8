// SPDX-License-Identifier: Apache-2.0
@main
enum Batonctl {
    static func main() {}
}
