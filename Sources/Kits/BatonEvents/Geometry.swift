// SPDX-License-Identifier: Apache-2.0

// Points and rectangles are a room of their own; who imports BatonEvents has them, as who imports UIKit has Core
// Graphics' (docs/decisions.md, "Geometry is a room below BatonEvents").
@_exported public import BatonGeometry
