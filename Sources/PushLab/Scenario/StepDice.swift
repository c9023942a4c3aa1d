/// The dice numbers of steps, one range for each way in which a step comes into a plan.
///
/// They are part of the format of seeds: a step with the same number always draws the same random values. A step
/// without a number uses its place, counted from one. The storm of a test and the faults of a scenario share numbers,
/// since no plan has both.
package enum StepDice {
    /// The first fault of the storm of a test, and of a storm that begins with an early step.
    static let fault: UInt32 = 500_000
    /// The difference between the number of the end of a test's fault and the number of its beginning.
    static let faultEnd: UInt32 = 100_000
    /// The first call of a test that rolls no dice.
    static let call: UInt32 = 700_000
    /// The first single fault that replaces a percentage of a scenario in a plan.
    static let mishap: UInt32 = 900_000
    /// The first fault of a storm that begins late or is long.
    static let lateFault: UInt32 = 1_000_000
    /// The largest number that a file can give.
    package static let last: UInt32 = 999_999_999
    /// The quiesce after the last step.
    static let calm: UInt32 = ending - (1 << 20)
    /// A bit in the number of a step that ends another step.
    static let ending: UInt32 = 1 << 30
    /// A bit in the number of a device that exists from the beginning.
    static let cast: UInt32 = 1 << 31
}
