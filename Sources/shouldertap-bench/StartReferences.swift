/// A program to start, and its display name.
struct StartProgram {
    let name: String
    let path: String
    var words: [String] = []
}

/// Programs that only print. They are compiled at run time if there is a C compiler.
///
/// One program is linked with the same libraries as the tool. Its time is the time of the loader, which no optimisation
/// of the tool can reduce. The other program is linked only with libc.
struct StartReferences {
    let programs: [StartProgram]
    private let folder: String?

    /// The name of the program that the target refers to. This is the first program.
    var judged: String { self.programs[0].name }

    private static let source = "#include <stdio.h>\nint main(void) { return puts(\"shouldertap\") < 0; }\n"

    /// The script that links a program with the same libraries as the tool. It finds these libraries with `ldd`. The
    /// program calls none of them.
    private static let sameLibraries = """
        libraries=$(ldd "$2" | sed -n 's/.*=> \\(\\/[^ ]*\\).*/\\1/p')
        paths=$(for one in $libraries; do printf -- '-Wl,-rpath,%s ' "$(dirname "$one")"; done)
        exec "$1" -O2 -o "$4" "$3" -Wl,--no-as-needed $libraries $paths
        """

    /// Compiles the programs that can be compiled on this machine.
    static func make(beside tool: String) -> StartReferences {
        let compilers = ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"]
        guard let compiler = compilers.first(where: Platform.isExecutable),
            let folder = Platform.makeTemporaryFolder()
        else { return Self.withoutCompiler }
        let (source, plain, linked) = ("\(folder)/main.c", "\(folder)/plain", "\(folder)/linked")
        guard Platform.makeFile(source, holding: Self.source),
            Platform.run(compiler, ["-O2", "-o", plain, source]) == 0
        else {
            Platform.remove(["main.c", "plain"], in: folder)
            return Self.withoutCompiler
        }
        var programs = [StartProgram(name: "C program with puts", path: plain)]
        let words = ["-c", Self.sameLibraries, "sh", compiler, tool, source, linked]
        if Platform.run("/bin/sh", words) == 0, Platform.run(linked) == 0 {
            programs.insert(StartProgram(name: "C program with puts, same libraries", path: linked), at: 0)
        }
        return StartReferences(programs: programs, folder: folder)
    }

    private static var withoutCompiler: StartReferences {
        let path = Platform.isExecutable("/bin/true") ? "/bin/true" : "/usr/bin/true"
        return StartReferences(programs: [StartProgram(name: "\(path) (no C compiler)", path: path)], folder: nil)
    }

    func remove() {
        if let folder = self.folder { Platform.remove(["main.c", "plain", "linked"], in: folder) }
    }
}
