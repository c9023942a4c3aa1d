import NotificationFeed
import Testing

@Test("the set of all contains every platform", arguments: Platform.allCases)
func allPlatforms(platform: Platform) { #expect(PlatformSet.all.contains(platform)) }
