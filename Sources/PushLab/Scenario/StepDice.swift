/// The dice numbers of steps. Each way in which a step can get into a plan has its own range of numbers.
///
/// The numbers are part of the format of seeds: a step with the same number always draws the same random values. A step
/// without a number uses its place, counted from one. The storm of a test and the faults of a scenario share numbers,
/// because no plan has both.
package enum StepDice {
    /// The number of the first fault in the storm of a test, or in a storm that begins with an early step.
    static let fault: UInt32 = 500_000
    /// The dice number of a fault's end minus the dice number of its beginning, for a fault in a test.
    static let faultEnd: UInt32 = 100_000
    /// The beginning of the numbers for calls of a test that draw no random numbers.
    static let call: UInt32 = 700_000
    /// The number of the first single fault. Single faults are steps that replace a percentage of faults in the network
    /// of a scenario.
    static let mishap: UInt32 = 900_000
    /// The number of the first fault of a storm that begins late or is long.
    static let lateFault: UInt32 = 1_000_000
    /// The largest number that a file can give.
    package static let last: UInt32 = 999_999_999
    /// The number of the quiesce after the last step.
    static let calm: UInt32 = ending - (1 << 20)
    /// A bit that is set in the number of a step that ends another step.
    static let ending: UInt32 = 1 << 30
    /// A bit that is set in the dice number of a device that exists from the beginning.
    static let cast: UInt32 = 1 << 31
}
