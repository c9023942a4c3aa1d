package import FeedContract

/// Connects the contract and the rules: turns requests into commands, and outcomes into answers.
///
/// This is the only type that seals and opens cursors. Rules, stores and fleets in memory use the places that are
/// inside the cursors.
package struct FeedDesk: Sendable {
    private let office: CursorOffice

    package init(_ office: CursorOffice) { self.office = office }

    /// Returns the command for a request, or the reason to refuse it. The caller is the owner of the access token, as
    /// looked up by the token office.
    package func act(
        _ request: FeedRequest, of caller: Result<TokenHolder, AccessRefusal>
    ) -> Result<FeedCommand.Act, FeedRefusal> {
        switch caller {
        case .failure(let refusal):
            return .failure(
                FeedRefusal(refusal.isCuredByNewToken ? .unauthenticated : .insufficientScope, refusal.message))
        case .success(let holder):
            // Syncing needs a user, so a token that allows syncing must name one.
            guard let user = holder.user else { return .failure(.needsUser) }
            return self.act(request, of: user)
        }
    }

    /// Returns the command for a request of an authenticated user, or the reason to refuse it.
    package func act(_ request: FeedRequest, of user: String) -> Result<FeedCommand.Act, FeedRefusal> {
        switch request {
        case .fetch(let request):
            let feed = FeedKey(host: request.host, user: user)
            var place = ReadingPlace.start
            if let cursor = request.cursor {
                guard let opened = self.office.open(cursor, of: feed) else { return .failure(.resyncRequired) }
                place = opened
            }
            let reading = Reading(place, limit: request.limit, days: request.days, reader: request.subscription)
            return .success(.fetch(feed, reading))
        case .save(let request):
            let update = StateUpdate(
                id: request.id, generation: request.generation, readState: request.readState,
                userActionState: request.userActionState, author: request.subscription)
            return .success(.update(FeedKey(host: request.host, user: user), update))
        case .delete(let request):
            let deletion = Deletion(id: request.id, generation: request.generation, author: request.subscription)
            return .success(.delete(FeedKey(host: request.host, user: user), deletion))
        case .subscribe(let request):
            let feed = FeedKey(host: request.host, user: user)
            return .success(
                .subscribe(
                    feed, device: request.device, appId: request.appId, serial: request.serial,
                    isQuiet: request.isQuiet))
        case .unsubscribe(let request):
            let feed = FeedKey(host: request.host, user: user)
            return .success(.unsubscribe(feed, subscription: request.subscription, serial: request.serial))
        case .register(let request):
            return .success(.register(user: user, request))
        case .unregister(let request):
            return .success(.unregister(user: user, device: request.device, serial: request.serial))
        }
    }

    /// Returns the answer to the client for the outcome of its command.
    package func answer(_ outcome: FeedOutcome, to act: FeedCommand.Act) -> FeedAnswer {
        switch outcome {
        case .page(let page):
            guard case .fetch(let feed, _) = act, let cursor = self.office.seal(page.next, of: feed) else {
                preconditionFailure("a page answers a fetch and leads somewhere")
            }
            return .page(
                FeedPage(
                    changes: page.changes, next: page.isLast ? .done(cursor) : .more(cursor), position: page.position,
                    isFull: page.isFull))
        case .updated(let result): return .saved(result)
        case .subscribed(let row):
            return .subscribed(SubscriptionAnswer(subscription: row.id, expiration: row.expiration))
        case .registered(let row): return .registered(RegistrationAnswer(expiration: row.expiration))
        case .refused(let refusal): return .refused(refusal)
        case .published, .swept, .done: return .done
        }
    }
}

extension FeedRefusal {
    static let needsUser = FeedRefusal(.insufficientScope, AccessRefusal.needsUser.message)
}
