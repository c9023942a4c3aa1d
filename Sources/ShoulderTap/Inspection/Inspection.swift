/// The result of inspecting one payload.
public struct Inspection: Sendable {
    /// The kind of the payload, judged with the requested strictness.
    public let kind: PayloadKind
    /// The tap that `Tap.tryParse` finds in the same bytes; nil if there is none. This property is always strict.
    public let tap: Tap?
    /// The findings, in the order of the bytes.
    public let diagnostics: [PayloadDiagnostic]

    let map: PayloadMap
    private let isWhole: Bool

    /// Inspects `bytes`. A payload over `limit` is never our tap.
    init(_ bytes: [UInt8], _ strictness: Strictness, limit: Int) {
        guard bytes.count <= Verdict.sizeLimit else {
            self.kind = .malformed
            self.tap = nil
            self.map = PayloadMap(bytes: bytes)
            self.isWhole = false
            self.diagnostics = [PayloadDiagnostic(.tooLarge, at: Verdict.sizeLimit)]
            return
        }
        let reading =
            switch strictness {
            case .strict: Reading(bytes, StrictScanner(), StrictScanner(), limit: limit) { _ in [] }
            case .lenient: Reading(bytes, ForgivingScanner(), LenientScanner(), limit: limit, \.tolerated)
            }
        self.kind = reading.kind
        self.tap = strictness == .strict ? reading.tap : Tap.tryParse(bytes, limit: limit)
        self.map = reading.drawing.map
        self.isWhole = reading.drawing.fault == nil
        var findings = Findings(map: self.map, kind: self.kind)
        findings.add(reading.drawing, tolerated: reading.tolerated)
        if self.isWhole { findings.inspectAll(limit: limit, firstSuspect: reading.drawing.firstSuspect) }
        self.diagnostics = findings.inOrder
    }

    /// The verdict and the map of one reading.
    private struct Reading {
        let kind: PayloadKind
        let tap: Tap?
        let drawing: PayloadMap.Drawing
        let tolerated: [JSONFault]

        init<Rules>(
            _ bytes: [UInt8], _ judge: JSONScanner<some ReadingRules>, _ drawer: JSONScanner<Rules>, limit: Int,
            _ tolerated: (Rules) -> [JSONFault]
        ) {
            var (judge, drawer) = (judge, drawer)
            var envelope = Envelope()
            let (kind, drawing) = bytes.span.withStops { stops, isUTF8 in
                let kind = try? Verdict.of(bytes.span, stops, isUTF8: isUTF8, with: &judge, limit: limit, &envelope)
                return (kind, PayloadMap.draw(bytes, stops, isUTF8: isUTF8, with: &drawer))
            }
            self.kind = kind ?? .malformed
            self.tap = kind == .shoulderTap ? Tap(envelope, in: bytes) : nil
            self.drawing = drawing
            self.tolerated = tolerated(drawer.rules)
        }
    }

    /// The payload as given.
    public var bytes: [UInt8] { self.map.bytes }

    /// Whether the device's `tryParse` recognises the payload.
    public var isTap: Bool { self.tap != nil }

    /// The outermost value; nil when the bytes are not JSON.
    public var root: PayloadElement? {
        self.isWhole ? PayloadElement(map: self.map, index: 0) : nil
    }

    /// The typed fields of `aps`, if it is an object.
    public var aps: ApsDictionary? {
        self.root?["aps"].flatMap(ApsDictionary.init)
    }

    /// The app that an `.apns` file names for the simulator.
    public var simulatorTargetBundle: String? { self.root?["Simulator Target Bundle"]?.string }

    /// The value at these keys and array positions: `inspection["ck", "qry", "zid"]`.
    public subscript(steps: PayloadPath.Step...) -> PayloadElement? {
        self.root?[PayloadPath(steps)]
    }
}
