import Foundation
import Testing

@Suite("The manifest")
struct ManifestTests {
    @Test("Dependencies are in the table, settings are the shared ones, the products are complete")
    func manifest() throws { expectNone(ManifestRules.findings(try Manifest.ofThisPackage())) }

    @Test("SwiftPM describes the main product")
    func product() throws {
        let manifest = try Manifest.ofThisPackage()
        #expect(manifest.closure(of: manifest.products["ShoulderTap"] ?? []).contains("ShoulderTap"))
        #expect(manifest.products["shouldertap"] == ["ShoulderTapMain"])
    }

    @Test("The lab is a product, and nothing in its closure needs more than Swift")
    func lab() throws {
        let manifest = try Manifest.ofThisPackage()
        let closure = manifest.closure(of: manifest.products["PushLab"] ?? [])
        #expect(closure.isSuperset(of: ["PushLab", "ConnectedDevices", "NotificationFeed", "PushGateway"]))
        #expect(closure.allSatisfy { Module.isPure($0) })
    }
}

@Suite("The rules about the manifest report")
struct ManifestRuleTests {
    static let house = """
        {"kind":{"enableUpcomingFeature":{"_0":"ExistentialAny"}},"tool":"swift"},
        {"kind":{"enableUpcomingFeature":{"_0":"InternalImportsByDefault"}},"tool":"swift"},
        {"kind":{"enableUpcomingFeature":{"_0":"MemberImportVisibility"}},"tool":"swift"},
        {"kind":{"treatAllWarnings":{"_0":"error"}},"tool":"swift"}
        """

    private func findings(_ targets: String, dependencies: String = "") throws -> [String] {
        let names = ["ShoulderTap", "PushLab"].filter { targets.contains(#""name":"\#($0)""#) }
        let products = "[\(names.map { #"{"name":"\#($0)","targets":["\#($0)"]}"# }.joined(separator: ","))]"
        let json = #"{"targets":[\#(targets)],"products":\#(products),"dependencies":[\#(dependencies)]}"#
        return ManifestRules.findings(try Manifest(json: Data(json.utf8))).map(\.what)
    }

    private func target(
        _ name: String, needs: String = "", settings: String = Self.house, type: String = "regular"
    ) -> String {
        let dependencies = needs.isEmpty ? "" : #"{"byName":["\#(needs)",null]}"#
        return #"{"name":"\#(name)","type":"\#(type)","dependencies":[\#(dependencies)],"settings":[\#(settings)]}"#
    }

    @Test("nothing if all is correct")
    func inOrder() throws {
        let targets = [
            self.target("ShoulderTap", needs: "Basics"), self.target("Basics"), self.target("CZlib", settings: ""),
            self.target("TidyTests", needs: "LabCommand", type: "test"),
        ]
        #expect(try self.findings(targets.joined(separator: ",")) == [])
    }

    @Test("a dependency that is not in the table")
    func arrow() throws {
        let targets = self.target("ShoulderTap") + "," + self.target("Basics", needs: "ShoulderTap")
        #expect(try self.findings(targets) == ["Basics must not depend on ShoulderTap"])
    }

    @Test("a target that is in no table")
    func stranger() throws {
        let targets = self.target("ShoulderTap") + "," + self.target("Surprise")
        #expect(try self.findings(targets) == ["nobody knows target Surprise"])
    }

    @Test("a target without the shared settings, even a test target", arguments: ["regular", "test"])
    func settings(_ type: String) throws {
        let bare = self.target("ShoulderTap", settings: "", type: type)
        #expect(try self.findings(bare) == ["ShoulderTap lacks the house settings"])
    }

    @Test(
        "unsafe flags that prevent dependents, except for tests",
        arguments: [("regular", "-Ounchecked"), ("regular", "-Onone"), ("test", "-Ounchecked"), ("test", "-Onone")])
    func unsafeFlags(_ type: String, _ flag: String) throws {
        let flags = Self.house + #",{"kind":{"unsafeFlags":{"_0":["\#(flag)"]}},"tool":"swift"}"#
        let found = try self.findings(self.target("ShoulderTap", settings: flags, type: type))
        let fault = "ShoulderTap has unsafe flags, so nobody can depend on the package"
        #expect(found == (type == "test" && flag == "-Onone" ? [] : [fault]))
    }

    @Test("flags of a bench that is in no product, and of one that is", arguments: ["-static-stdlib", "-Ounchecked"])
    func flagsOfTheBench(_ flag: String) throws {
        let flags = Self.house + #",{"kind":{"unsafeFlags":{"_0":["\#(flag)"]}},"tool":"linker"}"#
        let fault = "has unsafe flags, so nobody can depend on the package"
        let bench = try self.findings(self.target("shouldertap-bench", settings: flags))
        #expect(bench == (flag == "-static-stdlib" ? [] : ["shouldertap-bench \(fault)"]))
        for other in ["PushLab", "TinyApp"] {
            #expect(try self.findings(self.target(other, settings: flags)) == ["\(other) \(fault)"])
        }
    }

    @Test("a C library below the product, and a product without its target", arguments: ["CZlib", "CSurprise"])
    func closure(_ library: String) throws {
        let system = self.target(library, settings: "", type: "system")
        for product in ["ShoulderTap", "PushLab"] {
            let found = try self.findings(self.target(product, needs: library) + "," + system)
            #expect(found.contains("product \(product) needs the C library \(library)"))
        }
    }

    @Test("a package from outside")
    func outside() throws {
        let found = try self.findings(self.target("ShoulderTap"), dependencies: #"{"sourceControl":[]}"#)
        #expect(found == ["depends on a package from outside"])
    }
}
