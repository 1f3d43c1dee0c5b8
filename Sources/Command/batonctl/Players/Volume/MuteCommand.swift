// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

struct MuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mute the player, or the microphone; once more unmutes it.",
        discussion: """
            The volume stays as it is. Prints whether it is muted now.
            """)

    @Argument(
        help: ArgumentHelp("on, off or toggle.", valueName: "wish"),
        completion: .list(MuteWord.allCases.map(\.rawValue)))
    var wish = MuteWord.toggle.rawValue

    @Flag(help: "Mute the microphone instead of a player.")
    var microphone = false

    @OptionGroup var options: PlayerOptions

    func validate() throws {
        guard MuteWord(rawValue: wish) != nil else {
            throw ValidationError(
                "'\(wish)' is not on, off or toggle.\(NearMiss.question(wish, among: MuteWord.allCases.map(\.rawValue)))"
            )
        }
        if microphone, !options.selection.isAutomatic {
            throw ValidationError("--microphone mutes no player; leave out the options for players.")
        }
    }

    func run() throws {
        let word = MuteWord(rawValue: wish) ?? .toggle
        guard microphone else { return try CommandRunner(options).run(.mute(word)) }
        try options.messages.reporter.withAgent { (agent) throws(CommandError) in
            let isMuted = try agent.call(
                ApplicationInterface.changeMicrophone, word.rawValue, within: .seconds(6))
            Console.print("microphone \(SoundChange.text(isMuted: isMuted))")
        }
    }
}
