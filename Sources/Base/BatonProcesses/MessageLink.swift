// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
public import SystemPackage

/// One end of a link between batond and a child process. It carries messages both ways, each with at most one
/// descriptor.
///
/// Nothing blocks. Not thread-safe: use it on the thread that runs the reactor.
///
/// For example, with a ``LinkMessage`` that both ends send:
/// ```swift
/// let (ours, theirs) = try MessageSocket.pair()
/// let child = try Subprocess(["helper"], environment: [:], channel: theirs, reactor: reactor) { print($0) }
/// try theirs.close()
/// let link = try MessageLink<Level, Level>(
///     ours, reactor: reactor, received: { level, _ in print(level.percent) }, ended: { print($0) })
/// try link.send(Level(percent: 80))
/// ```
public final class MessageLink<Outgoing: LinkMessage, Incoming: LinkMessage> {
    private let socket: MessageSocket

    /// Takes over one end of ``MessageSocket/pair()``.
    ///
    /// - Parameters:
    ///   - received: called in a turn for each message. The receiver has to close the descriptor.
    ///   - ended: called once, after the link was closed: the other process has closed its end (``LinkError/closed``),
    ///     or is of another version (``LinkError/malformed``).
    ///   - file: a socket of records; the link closes it.
    ///   - reactor: the reactor in whose turns it is read.
    /// - Throws: when the descriptor is not a socket.
    public init(
        _ file: FileDescriptor, reactor: Reactor,
        received: @escaping (Incoming, FileDescriptor?) -> Void, ended: @escaping (LinkError) -> Void
    ) throws(LinkError) {
        // The socket holds the handlers, and closes itself before it calls the last one.
        var fail: ((LinkError) -> Void)? = ended
        weak var opened: MessageSocket?
        do {
            socket = try MessageSocket(file, reactor: reactor) { bytes, descriptor in
                do throws(LinkError) {
                    received(try Self.decode(bytes), descriptor)
                } catch {
                    try? descriptor?.close()
                    opened?.close()
                    fail?(error)
                    fail = nil
                }
            } closed: {
                fail?(.closed)
                fail = nil
            }
        } catch {
            throw .system(error)
        }
        opened = socket
    }

    /// Sends one message, with a copy of a descriptor.
    ///
    /// - Throws: ``LinkError/full`` or ``LinkError/closed``: the other process hangs or has ended.
    public func send(_ message: Outgoing, descriptor: FileDescriptor? = nil) throws(LinkError) {
        var writer = LinkWriter()
        writer.write(Outgoing.version)
        message.encode(into: &writer)
        do {
            try socket.send(writer.bytes, descriptor: descriptor)
        } catch {
            switch error {
            case .wouldBlock: throw .full
            case .brokenPipe, .connectionReset, .badFileDescriptor: throw .closed
            default: throw .system(error)
            }
        }
    }

    /// Closes this end. No handler is called any more.
    public func close() {
        socket.close()
    }

    /// Decodes the bytes of one message.
    ///
    /// - Throws: ``LinkError/malformed`` when they are not a message of this version.
    public static func decode(_ bytes: ArraySlice<UInt8>) throws(LinkError) -> Incoming {
        var reader = LinkReader(bytes)
        guard try reader.read(UInt8.self) == Incoming.version else { throw .malformed }
        let message = try Incoming(decoding: &reader)
        guard reader.isAtEnd else { throw .malformed }
        return message
    }
}
