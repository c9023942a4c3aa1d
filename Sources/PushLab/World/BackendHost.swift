import Basics

/// The one server of a world, and the messages on their way to it.
struct BackendHost {
    /// Creates the server when its process starts.
    typealias Maker = (BackendStart) -> any LabBackend

    /// An upcoming event of the server: something arrives at the server, the server sends something, a timer fires, or
    /// the server restarts.
    enum Due {
        case start
        case news(BackendEvent)
        case token(user: String?, incarnation: UInt32)
        case post(BackendPost, incarnation: UInt32)
        case answer(Int, BackendAnswer, id: HistoryEvent.TextNumber, generation: UInt64, incarnation: UInt32)
        case timer(Int, incarnation: UInt32)
    }

    let make: Maker
    var app: (any LabBackend)?
    /// The number of the current process.
    ///
    /// It grows when a process ends, so that late messages for the old process do not reach the new one.
    var incarnation: UInt32 = 0
    /// Events that arrived while no process ran.
    var inbox: [BackendEvent] = []
    var stored: [UInt8]?
    var lastNumber = 0
    /// The number of random numbers that the server has drawn for each cause.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var randoms: [DieCause: UInt64] = [:]
    /// The cause of the latest event, and the number of actions that the server has requested for this cause so far.
    ///
    /// Several events may share a cause.
    private var wishes = (cause: DieCause(step: 0), count: UInt64(0))
    var timers: [(number: Int, handle: Agenda<Planned>.Handle)] = []
    /// The time and the agenda entry of the next start; nil while the server runs.
    var start: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// Whether a fault killed the server.
    var isKilled = false
    /// The pause before the next restart of the process.
    var pause = BackendHost.shortestPause
    // Used for lookup only: iteration order is not deterministic.
    private var dues: [Int: Due] = [:]
    private var lastDue = 0

    static let shortestPause = Interval.seconds(1)
    static let longestPause = Interval.hours(1)

    init(_ make: @escaping Maker) { self.make = make }

    mutating func add(_ due: Due) -> Int {
        self.lastDue += 1
        self.dues[self.lastDue] = due
        return self.lastDue
    }

    /// Adds to the number of actions for a cause, and returns the number before.
    mutating func count(_ wishes: Int, for cause: DieCause) -> UInt64 {
        let before = self.wishes.cause == cause ? self.wishes.count : 0
        self.wishes = (cause, before + UInt64(wishes))
        return before
    }

    mutating func take(_ number: Int) -> Due? { self.dues.removeValue(forKey: number) }

    func describe(_ number: Int) -> String {
        switch self.dues[number] {
        case .start: "the server restarts"
        case .news: "news reaches the server"
        case .token: "the server gets an access token"
        case .post: "a post of the server reaches the service"
        case .answer: "an answer reaches the server"
        case .timer, nil: "a timer of the server fires"
        }
    }
}

/// A request of the server to the service.
struct BackendPost {
    var number: Int
    /// The index of the post among the posts of one cause.
    var place: UInt64
    var path: String
    var headers: [BackendAnswer.Header]
    var body: [UInt8]
}
