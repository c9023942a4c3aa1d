import PushLab

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waits for somebody to say something, or nothing more, before it takes its first push.
struct WaitingApp: LabApp {
    private var app: TinyApp
    private var waits = true

    init(_ launch: AppLaunch) { self.app = TinyApp(launch) }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        if case .push = event, self.waits {
            self.waits = false
            Self.wait()
        }
        self.app.handle(event, &system)
    }

    /// Ends the process as if all were done.
    static func leave() { exit(3) }

    /// Removes a file; returns false if there is none.
    static func takeAway(_ file: String) -> Bool { unlink(file) == 0 }

    /// `readLine` would turn in circles: after a signal it takes the end of the input for another one.
    private static func wait() {
        var byte: UInt8 = 0
        while read(0, &byte, 1) < 0, errno == EINTR {}
    }
}
