/// The description of a promise for readers who see it for the first time.
package struct PropertyFacts: Hashable, Sendable {
    /// The part of a run that shows whether the promise is kept.
    package enum Check: String, Hashable, Sendable, CaseIterable {
        case always = "during the whole run"
        case atRest = "when everything has settled"
        case both = "during the whole run, and when everything has settled"
        /// The same plan is run again with something changed, and the final states are compared.
        case secondRun = "by a second run that differs in one way"
    }

    /// A short name of the promise.
    package var name: String
    /// The promise, in a sentence or two.
    package var promise: String
    /// The situation that puts the promise in danger.
    package var threat: String
    /// The bug that usually breaks the promise.
    package var mistake: String
    /// The effect that users notice when the promise is broken.
    package var harm: String
    package var check: Check

    init(_ name: String, _ check: Check, promise: String, threat: String, mistake: String, harm: String) {
        self.name = name
        self.check = check
        self.promise = promise
        self.threat = threat
        self.mistake = mistake
        self.harm = harm
    }
}

extension Property {
    /// The promise, its threat, and the bug that usually breaks it.
    ///
    /// The article on promises has the same table.
    package var facts: PropertyFacts {
        switch self.rawValue {
        case ...0: Self.factsOfExpectations
        case ...11: self.factsOfTheFeed
        case ...17: self.factsOfCallbacks
        case ...23: self.factsOfTaps
        case ...34: self.factsOfPeople
        case ...40: self.factsOfTheFlow
        default: self.factsOfRequests
        }
    }

    /// All promises, without the expectations of a scenario.
    package static let promises = allCases.filter { $0 != .expectation }

    /// All promises, from the first to the last.
    package static let everyPromise = promises[0]...promises[promises.count - 1]

    private static let factsOfExpectations = PropertyFacts(
        "the scenario's own expectation", .both,
        promise: "Each expectation of the scenario holds, at its end and at its 'expect' steps. "
            + "Without any, the devices of each user must agree.",
        threat: "anything that the scenario does", mistake: "The bug that the scenario was written to find.",
        harm: "The problem that the scenario describes.")

    /// The title, such as `P15 deleted stays deleted`.
    package var title: String { self == .expectation ? self.facts.name : "\(self.id) \(self.facts.name)" }

    /// The known bugs of the reference app that can break the promise. Each bug needs a world that triggers it.
    package var traps: [Trap] {
        Trap.allCases.filter { $0.facts.property.hasPrefix("\(self.id) ") && !$0.facts.isHarmless }
    }
}
