// SPDX-License-Identifier: Apache-2.0

package import BatonPages
import BatonTranslation

extension Form {
    /// The most events that are shown.
    static let mostEvents = 12

    /// Who gets the next press and why, the other players, what is held, and what has happened.
    package static func now(_ page: NowPage) -> Form {
        var form = Form(
            [
                next(page), players(page), holds(page), ignored(page), events(page),
            ].compactMap(\.self), notice: notice(page.condition, isOld: page.isOld))
        form.isOld = page.isOld
        return form
    }

    static func notice(_ condition: AgentCondition, isOld: Bool) -> FormNotice? {
        guard let notice = condition.notice else { return nil }
        let text = isOld ? "\(notice) \(AgentCondition.oldMark)" : notice
        if case .absent = condition {
            return FormNotice(text, FormButton(translated("Start"), .start(atLogin: false)))
        }
        return FormNotice(text)
    }

    private static func next(_ page: NowPage) -> FormGroup? {
        guard let next = page.next else { return nil }
        let first = page.players.items.first { $0.isFirst }
        var buttons: [FormButton] = []
        if let first, first.isPlayer {
            buttons = [
                FormButton(
                    first.isPlaying ? translated("Pause") : translated("Play"), .player(.playPause(first.id)),
                    icon: first.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"),
                FormButton(translated("Next track"), .player(.next(first.id)), icon: "media-skip-forward-symbolic"),
            ]
        }
        return FormGroup(
            "next", translated("The next press"), [FormRow("next", next, first?.track.text ?? "", .buttons(buttons))])
    }

    private static func players(_ page: NowPage) -> FormGroup? {
        var rows = page.players.items.map(player)
        if case .answering = page.condition, let nobody = page.nobody {
            rows.append(FormRow("no-players", nobody, tone: .faint))
        }
        if let more = page.players.more { rows.append(FormRow("more-players", more, tone: .faint)) }
        if let pin = page.absentPin {
            rows.append(
                FormRow(
                    "absent-pin", pin, translated("It is pinned and does not run now."), tone: .warning,
                    .buttons([FormButton(translated("Unpin"), .player(.unpin))])))
        }
        return rows.isEmpty ? nil : FormGroup("players", translated("Players"), rows)
    }

    private static func player(_ player: PagePlayer) -> FormRow {
        // The first that plays stands there because it plays: once is enough.
        let (state, reason) = (player.state, player.reason)
        let words = player.isHereByPlaying ? [reason, player.track.text] : [state, player.track.text, reason]
        let parts = words.filter { !$0.isEmpty }
        return FormRow(
            "player-\(player.id)", player.name, parts.joined(separator: " · "),
            tone: player.isSuspect ? .warning : player.isFirst ? .good : .plain,
            .buttons(player.isPlayer ? buttons(of: player) : []))
    }

    private static func buttons(of player: PagePlayer) -> [FormButton] {
        let name = player.name
        var buttons: [FormButton] = []
        // The first one has them above.
        if !player.isFirst {
            buttons.append(
                FormButton(
                    player.isPlaying ? translated("Pause \(name)") : translated("Play \(name)"),
                    .player(.playPause(player.id)),
                    icon: player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"))
        }
        buttons.append(
            player.isPinned
                ? FormButton(translated("Unpin \(name)"), .player(.unpin), icon: "starred-symbolic")
                : FormButton(
                    translated("Pin \(name)"), .player(.pin(player.id)), icon: "non-starred-symbolic"))
        buttons.append(
            FormButton(
                translated("Ignore \(name)"), .player(.ignore(player.id)), icon: "action-unavailable-symbolic"))
        return buttons
    }

    private static func holds(_ page: NowPage) -> FormGroup? {
        var rows = page.holds.items.map { hold in
            FormRow(
                "hold-\(hold.id)", hold.text, hold.end, tone: .warning,
                .buttons(hold.canGoOn ? [FormButton(translated("Go on"), .player(.goOn))] : []))
        }
        if let more = page.holds.more { rows.append(FormRow("more-holds", more, tone: .faint)) }
        if let sleep = page.sleep {
            rows.append(
                FormRow(
                    "sleep-now", sleep, .buttons([FormButton(translated("Stop it"), .sleep(nil))])))
        }
        if rows.isEmpty, page.canHold {
            rows = [
                FormRow(
                    "hold", translated("Pause everything that plays"),
                    .buttons([FormButton(translated("Pause all"), .player(.hold))]))
            ]
        }
        return rows.isEmpty ? nil : FormGroup("holds", translated("What is held"), rows)
    }

    private static func ignored(_ page: NowPage) -> FormGroup? {
        guard !page.ignored.isEmpty else { return nil }
        var rows = page.ignored.items.map { name in
            FormRow(
                "ignored-\(name)", name,
                .buttons([FormButton(translated("Send it commands again"), .player(.unignore(name)))]))
        }
        if let more = page.ignored.more { rows.append(FormRow("more-ignored", more, tone: .faint)) }
        return FormGroup("ignored", translated("Ignored"), rows)
    }

    private static func events(_ page: NowPage) -> FormGroup? {
        guard let events = page.events else { return nil }
        let rows = events.prefix(mostEvents).enumerated().map { place, event in
            FormRow("event-\(place)", event.text, event.time)
        }
        return FormGroup(
            "events", translated("What happened last"),
            rows.isEmpty ? [FormRow("no-events", translated("nothing yet"), tone: .faint)] : Array(rows))
    }
}
