// SPDX-License-Identifier: Apache-2.0
@main
enum FakePlayer {
    static func main() {}
}
