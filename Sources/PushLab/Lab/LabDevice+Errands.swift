extension LabDevice {
    /// Runs code in the app now, as if a part of the app had called it.
    ///
    /// If the app is suspended, the code runs later.
    ///
    /// This is for apps that are built on the SDK. In other apps, the code does not run.
    package func run(_ errand: @escaping () -> Void) {
        guard let app = self.lab.world.people.apps.other(self.number) as? PlatformApp else { return }
        app.add(errand)
        self.lab.journal?.note(gap: "the test called code of the app directly")
        self.lab.world.beginStep()
        self.lab.world.tell(self.number, .timer(PlatformPhone.errandTimer))
    }
}
