// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What keeps the screen on.
extension ApplicationInterface {
    package static var keepsAwake: PropertyDeclaration<[String]> {
        property(
            "KeepsAwake",
            """
            The bus names of the players that keep the screen on now, because [awake] players says so; empty when none \
            does.
            """,
            page: "<!-- AWAKE7 -->")
    }
}
