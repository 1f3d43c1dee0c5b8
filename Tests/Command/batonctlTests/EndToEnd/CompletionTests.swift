// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import batonctl

@Suite struct CompletionTests {
    @Test("the completion scripts complete commands and the names of players", arguments: ["bash", "zsh", "fish"])
    func generates(_ shell: String) throws {
        let stage = try Stage()
        let script = try stage.run("--generate-completion-script", shell)
        #expect(script.status == 0)
        for part in [
            "play-pause", "begin-seeking-backward", "complete-players", "unpin", "simulate-shake", "calibrate",
            "undo", "doctor", "setup", "choose",
        ] {
            #expect(script.output.contains(part), "\(part)")
        }
    }

    @Test("bash completes with the generated script")
    func completes() throws {
        let stage = try Stage()
        let script = try stage.run("--generate-completion-script", "bash").output
        let test =
            script + """

                COMP_WORDS=(batonctl pla) COMP_CWORD=1 COMP_LINE='batonctl pla' COMP_POINT=12
                _batonctl batonctl pla batonctl
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let bash = try ChildProcess(["bash", "-c", test], environment: ["PATH": "/usr/bin:/bin"])
        try #require(stage.turn { bash.hasEnded })
        #expect(Set(bash.lines).isSuperset(of: ["play", "play-pause", "players"]))
    }

    @Test("the actions of shake and the levels of sensitivity are completed", arguments: ["bash", "zsh", "fish"])
    func completesChoices(_ shell: String) throws {
        let script = try Stage().run("--generate-completion-script", shell).output
        let words = script.replacing("$'\\n'", with: " ").replacing("'", with: "").replacing("\n", with: " ")
        #expect(words.contains("status on off pause"))
        #expect(words.contains("low medium high"))
    }
}
