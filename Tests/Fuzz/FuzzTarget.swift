/// One function to fuzz. A target is chosen by the name by which the executable is called.
struct FuzzTarget: Sendable {
    let name: String
    let run: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt

    static let all = [
        FuzzTarget(name: "apns", run: fuzzAPNs), FuzzTarget(name: "basics", run: fuzzBasics),
        FuzzTarget(name: "canary", run: fuzzCanary), FuzzTarget(name: "capture", run: fuzzCapture),
        FuzzTarget(name: "connection", run: fuzzConnection), FuzzTarget(name: "control", run: fuzzControl),
        FuzzTarget(name: "cursor", run: fuzzCursor), FuzzTarget(name: "http", run: fuzzHTTP),
        FuzzTarget(name: "import", run: fuzzImport),
        FuzzTarget(name: "inspect", run: fuzzInspect), FuzzTarget(name: "pem", run: fuzzPEM),
        FuzzTarget(name: "provider-token", run: fuzzProviderToken), FuzzTarget(name: "publish", run: fuzzPublish),
        FuzzTarget(name: "redaction", run: fuzzRedaction), FuzzTarget(name: "scanner", run: fuzzScanner),
        FuzzTarget(name: "scenario", run: fuzzScenario), FuzzTarget(name: "tls-client", run: fuzzTLSClient),
        FuzzTarget(name: "tls-server", run: fuzzTLSServer), FuzzTarget(name: "tryparse", run: fuzzTryParse),
        FuzzTarget(name: "words", run: fuzzWords),
    ]

    static let chosen: FuzzTarget = {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        guard let target = Self.all.first(where: { $0.name == name }) else {
            fatalError("call the executable by the name of a target: \(Self.all.map(\.name))")
        }
        return target
    }()
}

/// Hands an input to the target that was chosen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { FuzzTarget.chosen.run(start, count) }
