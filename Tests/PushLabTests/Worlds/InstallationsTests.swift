import Testing

@testable import PushLab

@Suite("Installations are found by name")
struct InstallationsTests {
    @Test("Each name leads to its device, even if it is added repeatedly")
    func names() {
        var installations = Installations()
        installations.add("alice/phone", on: 0)
        installations.add("alice/tablet", on: 1)
        installations.add("alice/phone", on: 0)
        installations.add("alice/phone#2", on: 0)
        #expect(installations["alice/phone"] == 0)
        #expect(installations["alice/tablet"] == 1)
        #expect(installations["alice/phone#2"] == 0)
        #expect(installations["bob/phone"] == nil)
    }

    @Test("Names are equal byte by byte only")
    func bytes() {
        var installations = Installations()
        installations.add("ren\u{E9}/phone", on: 3)
        #expect(installations["rene\u{301}/phone"] == nil)
        #expect(installations["ren\u{E9}/phone"] == 3)
    }
}
