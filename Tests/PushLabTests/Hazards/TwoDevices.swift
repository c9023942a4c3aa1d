@testable import PushLab

/// Tests of one lab with a phone and a tablet in it.
protocol TwoDevices { var lab: Lab { get } }

extension TwoDevices {
    /// A phone and a tablet that have set themselves up.
    func pair() throws -> (alice: LabUser, phone: LabDevice, tablet: LabDevice) {
        let alice = self.lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try self.lab.settle()
        return (alice, phone, tablet)
    }

    /// How many lines of the trace end with some words.
    func count(_ words: String) -> Int { self.lab.trace.count { $0.hasSuffix(words) } }
}
