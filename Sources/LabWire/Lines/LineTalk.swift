package import ShoulderTap

/// The protocol state of one child, without input and output. It creates the lines to write, and interprets the bytes
/// that arrive.
///
/// The lab writes one line for an event. Then it only reads, until the child reports that it is done with the event.
package struct LineTalk {
    /// A parsed line.
    package enum Heard {
        /// The child uses the same protocol and version.
        case greeting
        case action(WireAction)
        /// The child is done with the event.
        case done
    }

    /// Invalid protocol output of a child.
    package struct Babble: Error, Hashable {
        /// The number of the line in this world, counted from one.
        package var line: Int
        package var reason: String
        package var excerpt: String
        /// Whether the problem is an extra line that the child wrote after it was done with an event.
        package var isBehindDone = false
    }

    /// The limits for the output of a child. They detect a child that never stops writing.
    package struct Limits: Hashable, Sendable {
        /// The maximum length of a line in bytes.
        package var line = 1 << 20
        /// The maximum number of actions for one event.
        package var actions = 10_000
        /// The maximum number of bytes for one event.
        package var bytes = 64 << 20
        /// The maximum number of bytes in one world.
        ///
        /// It is limited because the lab keeps much of the output.
        package var worldBytes = 256 << 20

        package init() {}
    }

    package let language: WireLanguage
    private let limits: Limits
    /// The number of the current event, or zero before the first event.
    package private(set) var event = 0
    package private(set) var isGreeted = false
    private var isWaiting = false
    private var isReset = false
    private var lines = 0
    private var actions = 0
    private var bytes = 0
    /// The number of bytes of output since the last reset.
    private var worldBytes = 0
    private var buffer: [UInt8] = []
    /// `start` is the position of the next line in the buffer. `searched` is the position up to which the buffer was
    /// searched for the end of that line.
    private var (start, searched) = (0, 0)

    package init(_ language: WireLanguage, limits: Limits = Limits()) {
        self.language = language
        self.limits = limits
    }

    /// Returns the first line that the lab writes. It names the protocol.
    ///
    /// The child answers with the same line.
    package mutating func greet() -> [UInt8] {
        self.isWaiting = true
        return Self.line { $0.member(self.language.name, raw: String(WireLanguage.version)) }
    }

    /// Begins the next event. Returns the line to write for it.
    package mutating func ask(_ name: String, _ fill: (inout JSONWriter) -> Void = { _ in }) -> [UInt8] {
        precondition(self.isGreeted && !self.isWaiting, "one event at a time")
        self.event += 1
        (self.isWaiting, self.isReset, self.actions, self.bytes) = (true, name == "reset", 0, 0)
        if self.isReset { (self.worldBytes, self.lines) = (0, 0) }
        let number = self.event
        return Self.line { writer in
            writer.member("i", raw: String(number))
            writer.member("event", name)
            fill(&writer)
        }
    }

    private static func line(_ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(fill)
        return writer.bytes + [0x0A]
    }

    /// Adds output of the child.
    package mutating func hear(_ bytes: some Collection<UInt8>) {
        self.buffer.removeFirst(self.start)
        (self.start, self.searched) = (0, self.searched - self.start)
        self.buffer += bytes
    }

    /// Returns the meaning of the next complete line, or nil when it is not complete yet.
    package mutating func next() throws(Babble) -> Heard? {
        guard let line = try self.nextLine() else { return nil }
        self.lines += 1
        guard self.isWaiting else { throw self.babble(.behindDone, line) }
        let heard: Heard
        do throws(Nonsense) { heard = try self.meaning(of: line) } catch { throw self.babble(error, line) }
        guard case .action = heard else {
            // Any further output is read with the next event, even if it arrives in several pieces.
            self.isWaiting = false
            return heard
        }
        // The bytes are counted line by line, so the result does not depend on the pieces in which output arrives. The
        // final `done` line is not counted, because its number differs in a second run of the same world.
        self.bytes += line.count + 1
        self.worldBytes += line.count + 1
        guard self.bytes <= self.limits.bytes else {
            throw self.babble("the output for one event is longer than \(self.limits.bytes) bytes", line)
        }
        guard self.worldBytes <= self.limits.worldBytes else {
            throw self.babble("the output in one world is longer than \(self.limits.worldBytes) bytes", line)
        }
        return heard
    }

    /// The incomplete line at the end of the output, or nil if there is none.
    package var unfinished: String? {
        let rest = Array(self.buffer[self.start...])
        return rest.isEmpty || rest.contains(0x0A) ? nil : Excerpt.of(rest)
    }

    /// The line that the child has to write to end the current event.
    package var awaited: String {
        self.isGreeted ? "{\"done\":\(self.event)}" : "{\"\(self.language.name)\":\(WireLanguage.version)}"
    }

    private mutating func nextLine() throws(Babble) -> [UInt8]? {
        guard let end = self.buffer[self.searched...].firstIndex(of: 0x0A) else {
            self.searched = self.buffer.count
            let unread = self.buffer[self.start...]
            guard unread.count <= self.limits.line else {
                self.lines += 1
                throw self.babble("it is longer than the limit of \(self.limits.line) bytes", Array(unread))
            }
            return nil
        }
        let line = Array(self.buffer[self.start..<end])
        (self.start, self.searched) = (end + 1, end + 1)
        guard line.count <= self.limits.line else {
            self.lines += 1
            throw self.babble("it is longer than the limit of \(self.limits.line) bytes", line)
        }
        return line
    }

    private mutating func meaning(of line: [UInt8]) throws(Nonsense) -> Heard {
        let root: PayloadElement
        do throws(JSONDocument.Fault) {
            root = try JSONDocument(line, limit: self.limits.line).root
        } catch { throw Nonsense("it is not JSON. \(error.message) Send debug output to standard error") }
        guard root.kind == .object else { throw Nonsense("it is not a JSON object") }
        guard self.isGreeted else { return try self.greeting(root) }
        if let done = root["done"] {
            guard let number = done.int64, root.members?.count == 1 else {
                throw Nonsense("\"done\" must have the number of the event and no other member")
            }
            // A second `done` may be read before or after the next event begins.
            if number > 0, number == Int64(self.event) - 1, self.actions == 0 { throw Nonsense.behindDone }
            guard number == Int64(self.event) else {
                throw Nonsense("it reports event \(number) as done, but the current event is \(self.event)")
            }
            return .done
        }
        let action = try WireAction(root, self.language)
        guard !self.isReset else { throw Nonsense("it is an action, but a reset allows only \"done\"") }
        self.actions += 1
        guard self.actions <= self.limits.actions else {
            throw Nonsense("there are too many actions; the limit is \(self.limits.actions) for one event")
        }
        return .action(action)
    }

    private mutating func greeting(_ root: PayloadElement) throws(Nonsense) -> Heard {
        guard let version = root[self.language.name]?.int64 else {
            throw Nonsense("the first line must be {\"\(self.language.name)\":\(WireLanguage.version)}")
        }
        guard version == Int64(WireLanguage.version) else {
            throw Nonsense("it uses protocol version \(version), but the lab uses version \(WireLanguage.version)")
        }
        guard root.members?.count == 1 else { throw Nonsense("the greeting must have no member but its version") }
        self.isGreeted = true
        return .greeting
    }

    private func babble(_ reason: String, _ line: [UInt8]) -> Babble { self.babble(Nonsense(reason), line) }

    private func babble(_ nonsense: Nonsense, _ line: [UInt8]) -> Babble {
        Babble(
            line: self.lines, reason: nonsense.reason, excerpt: Excerpt.of(line), isBehindDone: nonsense.isBehindDone)
    }
}

extension LineTalk.Babble: CustomStringConvertible {
    /// The number of the line, the problem, and an excerpt.
    package var description: String {
        let excerpt = self.excerpt.isEmpty ? "" : ". The line is: \(self.excerpt)"
        return "line \(self.line) is invalid: \(self.reason)\(excerpt)"
    }
}
