// SPDX-License-Identifier: Apache-2.0

/// What a bare `batonctl` prints: what people need every day, and where the rest is.
enum EverydayHelp {
    /// The lines have room in 80 columns.
    static let text = """
        Play, pause and next for the player that you are listening to.

          batonctl play-pause   Pause if something is playing, else play.
          batonctl next         Skip to the next track.
          batonctl previous     Go back to the previous track.
          batonctl volume 5%+   Turn it up; 5%- turns it down, 40% sets it.
          batonctl pause --all  Pause everything; 'batonctl resume' resumes it.
          batonctl sleep 30m    Pause everything in half an hour.
          batonctl players      Show your players, and which one gets the next command.
          batonctl undo         Undo in the app in front, as a shake of the device does.

        First time here? 'batonctl setup' connects your media keys; 'batonctl doctor'
        checks what works on this machine.
        All commands: 'batonctl --help'. One command: 'batonctl help COMMAND'.
        """
}
