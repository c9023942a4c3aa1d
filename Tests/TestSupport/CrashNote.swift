internal import Foundation

/// What a test was at, for whoever finds that its process has trapped: nothing else is left to say it.
package enum CrashNote {
    private static let capacity = 512
    /// Read in a handler of signals, which must not allocate.
    nonisolated(unsafe) private static let text: UnsafeMutablePointer<CChar> = {
        for trap in [SIGILL, SIGTRAP] {
            signal(trap) { number in
                _ = write(2, CrashNote.text, strlen(CrashNote.text))
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: CrashNote.capacity)
        text.initialize(repeating: 0, count: CrashNote.capacity)
        return text
    }()

    /// Replaces the note that was left before. Whoever leaves notes runs alone: a handler of signals takes no lock.
    package static func leave(_ note: String) {
        for (place, byte) in note.utf8.prefix(self.capacity - 1).enumerated() {
            self.text[place] = CChar(bitPattern: byte)
        }
        self.text[min(note.utf8.count, self.capacity - 1)] = 0
    }
}
