/// Expectations of a test.
extension Lab {
    /// Fails unless a condition holds.
    ///
    /// The error names the place of the call. It ends with the last events of each device that the condition looks at.
    /// If the condition looks at no device, it ends with the last events of all devices.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - expectation: A text that continues the word "expected", such as `the tablet to hide n1`.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func expect(
        _ condition: @autoclosure () throws -> Bool, _ expectation: String = "the condition to hold",
        fileID: String = #fileID, line: Int = #line
    ) throws {
        try self.check()
        self.looks = []
        defer { self.looks = nil }
        guard try !condition() else { return }
        throw ExpectationFailed(
            expectation: expectation, place: SourcePlace(fileID: fileID, line: line),
            lastEvents: LastEvents(of: self.looks ?? [], in: self.view), seed: self.seed)
    }

    /// Records that the condition has read the state of a device.
    func look(at device: Int) {
        guard let looks = self.looks, !looks.contains(device) else { return }
        self.looks?.append(device)
    }
}
