import Basics
import PushLab

/// Checks that the numbers in a share do not contradict each other.
///
/// If a share was edited by hand, the merged result would be meaningless.
extension Exploration {
    /// Returns a sentence about two figures that contradict each other, or nil if all figures are consistent.
    func contradiction(in share: Share) -> String? {
        let own = self.parts.prefix { !$0.isKnown }
        let seeds = own.reduce(0) { $0 + $1.seeds }
        guard seeds == self.seeds else {
            return "its scenarios ran \(seeds) seeds, but the total is \(self.seeds)"
        }
        guard self.failed <= seeds else { return "\(self.failed) of its \(seeds) seeds failed" }
        let (number, count) = (share.shard.number, share.shard.count)
        for finding in self.findings where own.indices.contains(finding.part) {
            guard finding.job % count == number - 1 else {
                return "the finding at place \(finding.job) does not belong to share \(number)/\(count)"
            }
        }
        // Used for lookup only: iteration order is not deterministic.
        let told = Dictionary(self.findings.map { ($0.mistake, 1) }, uniquingKeysWith: +)
        for finding in self.findings {
            let (part, id) = (self.parts[finding.part], finding.violation.property.id)
            let (failing, told) = (self.failing[finding.mistake] ?? 0, told[finding.mistake] ?? 0)
            guard failing <= part.seeds, told <= failing else {
                return
                    "\(id) was broken by \(failing) of \(part.seeds) seeds, but reported for \(told), in \(part.source)"
            }
        }
        for (place, part) in self.parts.enumerated() {
            let found = self.findings.filter { $0.part == place }.map(\.violation.property)
            for property in Property.allCases {
                let count = part.counts[property] ?? PropertyCount()
                let findings = found.count { $0 == property }
                guard let reason = count.contradiction(seeds: part.seeds, findings, isKnown: part.isKnown)
                else { continue }
                return "\(property.id) \(reason) in \(part.source)"
            }
        }
        return nil
    }
}

extension PropertyCount {
    /// Checks whether counts are possible for these numbers of seeds and findings. If not, returns a sentence about the
    /// problem.
    fileprivate func contradiction(seeds: Int, _ findings: Int, isKnown: Bool) -> String? {
        if self.applicable > seeds { return "was applicable in \(self.applicable) of \(seeds) seeds" }
        if self.atRisk > self.judged { return "was at risk \(self.atRisk) times, but judged \(self.judged) times" }
        if self.judged > 0, self.applicable == 0 { return "was judged but never applicable" }
        // Not all seeds of a mistake are kept, but the first one always is. When an earlier plan fails again, only new
        // findings are kept.
        let fewest = isKnown ? 0 : min(self.violations, 1)
        let isTold = fewest...self.violations ~= findings
        return isTold ? nil : "was broken \(self.violations) times, but reported \(findings) times"
    }
}
