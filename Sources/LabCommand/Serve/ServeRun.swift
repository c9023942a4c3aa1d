import LabServer
import PushLab
import PushServer

/// The verb `serve`: starts the server, reports its addresses, and runs until a signal ends it.
final class ServeRun {
    private let options: ServeOptions
    private let inputs: ServeInputs
    private var console = Console(outlivesReader: true)
    private var sinks: [LineSink] = []
    private var signals: [SignalWatch] = []
    private var status = ExitStatus.passed

    init(_ options: ServeOptions, _ apps: Apps) {
        self.options = options
        self.inputs = ServeInputs(options, apps)
    }

    func run() -> ExitStatus {
        do throws(RunEnd) {
            do throws(ServeInputs.Refusal) {
                var setup = try self.inputs.setup()
                guard try self.readScenario(into: &setup) else { return self.status }
                return try self.serve(setup)
            } catch {
                try self.console.complain(error.words)
                return error.status
            }
        } catch { return error.status(behind: self.status) }
    }

    /// Reads the scenario.
    ///
    /// Returns false if the scenario cannot be read. The reason has been reported in that case.
    private func readScenario(into setup: inout ServerSetup) throws(ServeInputs.Refusal) -> Bool {
        guard let path = self.options.scenario else { return true }
        do throws(RunEnd) {
            setup.scenario = try ScenarioFile.read(path, &self.console, &self.status)
            return setup.scenario != nil
        } catch { throw ServeInputs.Refusal(words: "cannot read the scenario", status: error.status()) }
    }

    private func serve(_ setup: ServerSetup) throws(ServeInputs.Refusal) -> ExitStatus {
        var setup = setup
        _ = WireServer.raiseDescriptorLimit()
        let loop: EventLoop
        let server: LabServer
        setup.capture = try self.sink(self.options.capture)
        if let log = try self.sink(self.options.log) { setup.log = { _ = log($0) } }
        do throws(ServerError) {
            loop = try EventLoop()
            server = try LabServer(loop, setup)
            for listener in self.options.listeners { try server.listen(listener.kind, at: listener.address) }
        } catch {
            throw ServeInputs.Refusal(words: error.description, status: ExitStatus(error))
        }
        defer { server.stop() }
        // The first line of the capture has already been written.
        try self.checkSinks()
        for sink in self.sinks { sink.onFailure = { loop.stop() } }
        let authority = self.options.authorityFile ?? Platform.temporaryFile("shouldertap-\(Platform.processID)-ca.pem")
        defer { if self.options.authorityFile == nil { Platform.remove(authority) } }
        try self.write(Array(server.authorityPEM.utf8), to: authority)
        self.watch(loop, server)
        let banner = ServeBanner.text(server, ca: authority.text, controlToken: setup.controlToken, self.options)
        try self.tell(banner)
        if let path = self.options.readyFile {
            try self.write(server.readyNote(ca: authority.text, pid: Platform.processID), to: path)
        }
        loop.run()
        self.signals = []
        try self.checkSinks()
        return self.status
    }

    /// Throws when a line of the capture or of the log could not be written.
    private func checkSinks() throws(ServeInputs.Refusal) {
        for sink in self.sinks {
            if let failure = sink.failure { throw Self.refusal(sink.path, failure) }
        }
    }

    /// Waits for signals. The first signal ends the server as soon as pending requests have finished.
    ///
    /// The second signal ends the server at once.
    private func watch(_ loop: EventLoop, _ server: LabServer) {
        var isEnding = false
        func end(_ status: ExitStatus) {
            if isEnding {
                self.status = status
                return loop.stop()
            }
            isEnding = true
            server.drain { loop.stop() }
        }
        self.signals = [
            loop.watch(.terminate) { end(.terminated) }, loop.watch(.interrupt) { end(.interrupted) },
        ]
    }

    private func tell(_ text: String) throws(ServeInputs.Refusal) {
        do throws(RunEnd) {
            try self.console.write(text)
            try self.console.flush()
        } catch { throw ServeInputs.Refusal(words: "cannot write to standard output", status: error.status()) }
    }

    private func sink(_ path: RawText?) throws(ServeInputs.Refusal) -> (([UInt8]) -> Bool)? {
        guard let path else { return nil }
        do throws(SystemFailure) {
            let sink = try LineSink(path)
            self.sinks.append(sink)
            return { sink.write($0) }
        } catch { throw Self.refusal(path, error) }
    }

    private func write(_ bytes: [UInt8], to path: RawText) throws(ServeInputs.Refusal) {
        do throws(RunEnd) { try OutputFile.write(bytes, to: path) } catch {
            if case .fileFailed(_, let failure) = error { throw Self.refusal(path, failure) }
            throw ServeInputs.Refusal(words: "cannot write '\(TerminalText.escaped(path))'", status: .outputFailed)
        }
    }

    private static func refusal(_ path: RawText, _ failure: SystemFailure) -> ServeInputs.Refusal {
        ServeInputs.Refusal(
            words: "cannot write '\(TerminalText.escaped(path))': \(failure.message)", status: .outputFailed)
    }
}

extension ExitStatus {
    /// The exit status for a server that cannot start.
    init(_ error: ServerError) {
        switch error.exit {
        case .badData: self = .badData
        case .unavailable: self = .unavailable
        case .inputOutput: self = .outputFailed
        }
    }
}
