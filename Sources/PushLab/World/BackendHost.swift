import Basics

/// The one server of a world, and what is on its way to it.
struct BackendHost {
    /// Makes the server of a process that starts.
    typealias Maker = (BackendStart) -> any LabBackend

    /// What is going to happen to the server or by it.
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
    /// Grows when a process ends, so that what was meant for the old one does not reach the new one.
    var incarnation: UInt32 = 0
    /// News that came while no process ran.
    var inbox: [BackendEvent] = []
    var stored: [UInt8]?
    var lastNumber = 0
    /// How many numbers the server has rolled for each cause. Looked up, never walked through.
    var randoms: [DieCause: UInt64] = [:]
    /// What it has wanted for the cause of the latest event: several events may have one.
    private var wishes = (cause: DieCause(step: 0), count: UInt64(0))
    var timers: [(number: Int, handle: Agenda<Planned>.Handle)] = []
    /// When it is started again, and what does that; nil while it runs.
    var start: (moment: Instant, handle: Agenda<Planned>.Handle)?
    /// Whether it is dead because somebody killed it.
    var isKilled = false
    /// How long its keeper waits before it starts the process again.
    var pause = BackendHost.shortestPause
    // Looked up, never walked through.
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

    /// Counts what it wants for a cause, and says how much it was before.
    mutating func count(_ wishes: Int, for cause: DieCause) -> UInt64 {
        let before = self.wishes.cause == cause ? self.wishes.count : 0
        self.wishes = (cause, before + UInt64(wishes))
        return before
    }

    mutating func take(_ number: Int) -> Due? { self.dues.removeValue(forKey: number) }

    func describe(_ number: Int) -> String {
        switch self.dues[number] {
        case .start: "the server starts again"
        case .news: "news reach the server"
        case .token: "the server gets an access token"
        case .post: "a post of the server reaches the service"
        case .answer: "an answer reaches the server"
        case .timer, nil: "a timer of the server rings"
        }
    }
}

/// What a server sends to the service.
struct BackendPost {
    var number: Int
    /// Tells the posts of one cause apart.
    var place: UInt64
    var path: String
    var headers: [BackendAnswer.Header]
    var body: [UInt8]
}
