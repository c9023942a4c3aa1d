import Basics
import PushServer
import SecureTransport
import ShoulderTap

/// Operations for the server itself: health, metrics and API description.
extension ControlAPI {
    var serverOperations: [Operation] {
        [
            Operation("GET", "/healthz", "Say whether the server is up.", (200, "it is up"), .health) { request in
                request.answer { $0.member("status", "ok") }
            },
            Operation(
                "GET", "/metrics", "Show the metrics of the server for Prometheus.", (200, "the metrics"), nil
            ) { [unowned self] request in
                let headers: HeaderList = ["content-type": "text/plain; version=0.0.4; charset=utf-8"]
                request.exchange.respond(Response(200, headers, body: Array(self.metrics.utf8)))
            },
            Operation("GET", "/lab", "Show a summary of the server.", (200, "a summary"), .summary) {
                [unowned self] request in
                _ = self.worlds.usual
                request.answer { writer in
                    writer.member("version", self.version)
                    writer.member("worlds", texts: self.worlds.worlds.map(\.name))
                    writer.member("pushes", number: self.receiver.counts.values.reduce(0, +))
                }
            },
            Operation(
                "GET", "/lab/openapi.json", "Describe this API as OpenAPI 3.0.", (200, "the document"), .document
            ) { [unowned self] request in
                request.exchange.respond(.json(200, OpenAPI.document(self.operations, version: self.version)))
            },
            Operation(
                "POST", "/lab/certificates", "Create a certificate for a sender of pushes, with the topics of an app.",
                body: [.bundle("the bundle id", isRequired: true)], (201, "the certificate and its key"),
                .certificate
            ) { [unowned self] request throws(ControlFailure) in try self.makeCertificate(request) },
        ]
    }

    private func makeCertificate(_ request: ControlRequest) throws(ControlFailure) {
        let now = self.worlds.loop.now
        do {
            let validity = try Validity(from: now - .days(1), to: now + .days(365))
            let topics = ProviderTopics.universal(for: request.body.text("bundle") ?? "")
            let identity = try self.authority.providerIdentity(topics, validity)
            request.answer { writer in
                writer.member("certificate", identity.chain.pem)
                writer.member("key", identity.keyPEM)
                writer.member("ca", self.authority.certificate.pem)
            }
        } catch {
            throw ControlFailure(400, error.reason, "send a bundle id such as com.example.app")
        }
    }

    private var metrics: String {
        var text = Self.head("shouldertap_pushes_total", "counter", "Pushes by the status of their answer; 0 for none.")
        for (status, count) in self.receiver.counts.sorted(by: { $0.key < $1.key }) {
            text += "shouldertap_pushes_total{status=\"\(status)\"} \(count)\n"
        }
        let worlds = self.worlds.worlds
        let devices = worlds.reduce(0) { $0 + $1.devices.count }
        let totals = worlds.flatMap(\.devices).map(\.counters)
        let gauges: [(String, String, String, Int)] = [
            ("shouldertap_connections", "gauge", "Open connections.", self.connectionCount()),
            ("shouldertap_worlds", "gauge", "Worlds.", worlds.count),
            ("shouldertap_devices", "gauge", "Simulated devices.", devices),
            ("shouldertap_events", "gauge", "Events of all worlds.", worlds.reduce(0) { $0 + $1.events.last }),
            ("shouldertap_taps", "gauge", "Taps that reached apps.", totals.reduce(0) { $0 + $1.taps }),
            ("shouldertap_fetches", "gauge", "Pages that apps fetched.", totals.reduce(0) { $0 + $1.fetches }),
            ("shouldertap_callbacks", "gauge", "Callbacks of apps.", totals.reduce(0) { $0 + $1.callbacks }),
        ]
        for (name, type, help, value) in gauges { text += Self.head(name, type, help) + "\(name) \(value)\n" }
        return text
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
