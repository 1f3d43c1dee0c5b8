// SPDX-License-Identifier: Apache-2.0

import BatonFiles

/// What the URL of a player's picture names (RFC 3986, RFC 8089).
enum ArtURL: Equatable {
    /// A picture of a server, which is asked over an encrypted connection.
    case https
    /// A picture of a server.
    case http
    /// A picture in the URL itself.
    case data
    /// A file of this machine, by its absolute path.
    case file(String)
    /// Something else, which programs may open in ways of their own.
    case other

    init(_ url: String) {
        if FileURL.begins(url, "https://") {
            self = .https
        } else if FileURL.begins(url, "data:") {
            self = .data
        } else if FileURL.begins(url, "http://") {
            self = .http
        } else if let path = FileURL.path(url) {
            self = .file(path)
        } else {
            self = .other
        }
    }
}
