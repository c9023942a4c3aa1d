import BenchReport

/// The pushes per second that `shouldertap serve` accepts, compared with `nghttpd`, which answers from empty files.
enum ServeSection {
    /// The number of connections and of simultaneous requests on each.
    private struct Load {
        let connections: Int
        let streams: Int
        /// The number of requests, which is chosen so that the load takes about half a second.
        let requests: Int

        var name: String { "serve, c=\(self.connections) m=\(self.streams)" }

        static let all = [(1, 5_000), (4, 20_000), (8, 20_000)].flatMap { connections, requests in
            [
                Load(connections: connections, streams: 1, requests: requests),
                Load(connections: connections, streams: 100, requests: 60_000),
            ]
        }
    }

    /// The figures of one run of a load against one server.
    private struct Sample {
        let perSecond: Double
        let microsecondsOfServer: Double
    }

    static func run(_ options: BenchOptions) -> Findings {
        let rounds = options.rounds ?? (options.isQuick ? 1 : 9)
        let arena: ServeArena
        do throws(ServeArena.Failure) { arena = try ServeArena() } catch {
            return Findings(complaints: [error.words], status: error.status)
        }
        defer { arena.close() }
        var samples = Load.all.map { _ in arena.servers.map { _ in [Sample]() } }
        // The first round opens the files and caches of both servers.
        for round in 0...rounds {
            Platform.progress("serve: round \(round) of \(rounds)")
            for (place, load) in Load.all.enumerated() {
                for step in arena.servers.indices {
                    let server = (round + step) % arena.servers.count
                    guard let sample = Self.measure(load, arena, arena.servers[server]) else {
                        let name = arena.servers[server].name
                        return Findings(complaints: ["\(name) did not answer every push of '\(load.name)' with 200"])
                    }
                    if round > 0 { samples[place][server].append(sample) }
                }
            }
        }
        let reason = options.reasonNotToJudge(rounds: rounds, atLeast: 5)
        return Findings(
            rows: zip(Load.all, samples).flatMap { load, samples in
                Self.rows(load, arena.servers.map(\.name), samples, reason)
            })
    }

    private static func measure(_ load: Load, _ arena: ServeArena, _ server: ServeArena.Server) -> Sample? {
        let before = Platform.processorSeconds(of: server.process)
        let words = ["-n", "\(load.requests)", "-c", "\(load.connections)", "-m", "\(load.streams)"]
        guard let output = arena.drive(server, words), output.succeeded == load.requests else { return nil }
        let used = Platform.processorSeconds(of: server.process) - before
        return Sample(
            perSecond: output.perSecond, microsecondsOfServer: used * 1_000_000 / Double(load.requests))
    }

    /// Returns the rows of a load. The last server is the reference.
    private static func rows(
        _ load: Load, _ names: [String], _ samples: [[Sample]], _ reason: String?
    ) -> [Row] {
        let speeds = samples.map { Figure.median($0.map(\.perSecond)) }
        let costs = samples.map { Figure.median($0.map(\.microsecondsOfServer)) }
        let reference = names.count - 1
        return names.indices.dropLast().flatMap { server in
            // Adjacent runs meet the same disturbances.
            let ratios = zip(samples[server], samples[reference]).map { $0.perSecond / $1.perSecond }
            return [
                Row(
                    load.name, speeds[server], "pushes/s", reference: names[reference], ratio: Figure.median(ratios),
                    target: Target(.atLeast, 0.9, "x").notJudged(because: reason)),
                Row(
                    "\(load.name), processor", costs[server], "us/push", reference: names[reference],
                    ratio: costs[reference] > 0 ? costs[server] / costs[reference] : nil),
            ]
        } + [Row("\(load.name), \(names[reference])", speeds[reference], "requests/s")]
    }
}
