extension LabDevice {
    /// Has code of the app run now, as if something in the app had called it; later, if the app is asleep.
    ///
    /// For apps that are built on the SDK; of any other nothing runs.
    package func run(_ errand: @escaping () -> Void) {
        guard let app = self.lab.world.people.apps.other(self.number) as? PlatformApp else { return }
        app.add(errand)
        self.lab.journal?.note(gap: "the test ran code of the app by itself")
        self.lab.world.beginStep()
        self.lab.world.tell(self.number, .timer(PlatformPhone.errandTimer))
    }
}
