import BenchReport
import Testing

@Suite("The output of h2load")
struct LoadOutputTests {
    private static let finished = """
        starting benchmark...
        progress: 100% done

        finished in 612.52ms, 97955.11 req/s, 4.12MB/s
        requests: 60000 total, 60000 started, 60000 done, 59990 succeeded, 10 failed, 0 errored, 0 timeout
        status codes: 59990 2xx, 0 3xx, 10 4xx, 0 5xx
        """

    @Test("A finished run has its speed and the number of successful requests")
    func reads() throws {
        let output = try #require(LoadOutput(Self.finished))
        #expect(output.succeeded == 59_990)
        #expect(output.perSecond == 97_955.11)
    }

    @Test(
        "A run that did not finish has no figures",
        arguments: ["", "starting benchmark...\n", "finished in 1s, 9 req/s\n", "requests: 1 total, 1 succeeded\n"])
    func refuses(_ text: String) { #expect(LoadOutput(text) == nil) }
}
