// SPDX-License-Identifier: Apache-2.0
// Usage: gjs docs/picture/mutter.js type TEXT | point -X -Y | screenshot FILE
// A person at GNOME's compositor without a screen: types, moves the pointer, and takes a screenshot as the portal of GNOME does.
const {Gio, GLib} = imports.gi;

const bus = Gio.DBus.session;

function call(name, path, iface, method, parameters = null) {
    return bus.call_sync(name, path, iface, method, parameters, null, Gio.DBusCallFlags.NONE, 20000, null).deepUnpack();
}

function pause(milliseconds) {
    GLib.usleep(milliseconds * 1000);
}

// A keyboard and a pointer, which are there until the program ends.
function open() {
    const name = 'org.gnome.Mutter.RemoteDesktop';
    const [session] = call(name, '/org/gnome/Mutter/RemoteDesktop', name, 'CreateSession');
    const send = (method, type, values) =>
        call(name, session, `${name}.Session`, method, type ? new GLib.Variant(type, values) : null);
    send('Start');
    return send;
}

// Without a keyboard no window has the focus, so it stays when everything is typed.
function type(text) {
    const send = open();
    const tap = symbol => {
        for (const isPressed of [true, false]) {
            send('NotifyKeyboardKeysym', '(ub)', [symbol, isPressed]);
            pause(20);
        }
    };
    // The keyboard is there with its first key, and the window has the focus some time after it; Shift alone types nothing.
    tap(0xffe1);
    pause(3000);
    for (const letter of text)
        tap(letter === '\n' ? 0xff0d : letter.codePointAt(0));
    print('typed');
    new GLib.MainLoop(null, false).run();
}

// From the corner at the right and below.
function point(x, y) {
    const send = open();
    send('NotifyPointerMotionRelative', '(dd)', [10000, 10000]);
    pause(100);
    send('NotifyPointerMotionRelative', '(dd)', [Number(x), Number(y)]);
    pause(100);
}

function screenshot(file) {
    // GNOME Shell takes screenshots for the owner of this name.
    const loop = new GLib.MainLoop(null, false);
    Gio.bus_own_name_on_connection(bus, 'org.gnome.Screenshot', Gio.BusNameOwnerFlags.NONE, () => loop.quit(), null);
    loop.run();
    pause(500);
    const name = 'org.gnome.Shell.Screenshot';
    call(name, '/org/gnome/Shell/Screenshot', name, 'Screenshot', new GLib.Variant('(bbs)', [true, false, file]));
}

({type, point, screenshot})[ARGV[0]](...ARGV.slice(1));
