// SPDX-License-Identifier: Apache-2.0

internal import BatonSensorLink

@main
enum Main {
    static func main() {}
}
