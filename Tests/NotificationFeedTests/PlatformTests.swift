import NotificationFeed
import Testing

@Test("all platforms are in the set of all", arguments: Platform.allCases)
func allPlatforms(platform: Platform) { #expect(PlatformSet.all.contains(platform)) }
