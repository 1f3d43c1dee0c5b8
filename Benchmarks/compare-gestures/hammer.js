// SPDX-License-Identifier: Apache-2.0
// Usage: node hammer.js BOKEH.JS RECORDING...
// Plays evemu recordings to Hammer.JS 2.0.7, which bokeh.js contains, in event time: its clock and timers are those of the recording.
// Prints one JSON object for each recording: what was found how often, when the first action came, and the CPU of 1000 events.
'use strict';
const fs = require('fs');
const { JSDOM } = require('jsdom');

// The part of bokeh.js that is Hammer.JS: the body of a function from its licence to its end.
function hammerSource(path) {
  const text = fs.readFileSync(path, 'utf8');
  const begin = text.indexOf('/* hammerjs/hammer.js */');
  const start = text.indexOf('{', begin) + 1;
  const end = text.indexOf('\n},', start);
  if (begin < 0 || end < 0) throw new Error('this bokeh.js has no Hammer.JS');
  return text.slice(start, end);
}

// The frames of a recording: milliseconds since the first one, and the fingers in points. Slots keep their values.
function frames(path) {
  const axes = {}, slots = {}, result = [];
  let slot = 0, first, changed = new Set();
  for (const line of fs.readFileSync(path, 'utf8').split('\n')) {
    const words = line.split('#')[0].trim().split(/\s+/);
    if (words[0] === 'A:') axes[parseInt(words[1], 16)] = words.slice(2).map(Number);
    if (words[0] !== 'E:') continue;
    const [type, code, value] = [parseInt(words[2], 16), parseInt(words[3], 16), Number(words[4])];
    const time = Number(words[1]) * 1000;
    if (first === undefined) first = time;
    if (type === 3 && code === 0x2f) slot = value;
    const finger = slots[slot] = slots[slot] || { id: slot, x: 0, y: 0, isDown: false, phase: null };
    if (type === 3 && [0x35, 0x36, 0x39].includes(code)) {
      changed.add(finger);
      if (code === 0x35) finger.x = value;
      if (code === 0x36) finger.y = value;
      if (code === 0x39) [finger.isDown, finger.phase] = [value >= 0, value >= 0 ? 'start' : 'end'];
    }
    if (type !== 0 || code !== 0) continue;
    const [width, height] = [axes[0x35], axes[0x36]];
    // As rule S7: the resolution, else 480 points for the short side.
    const unit = Math.min(width[1] - width[0], height[1] - height[0]);
    const scale = width[4] > 0 ? 160 / 25.4 / width[4] : 480 / unit;
    const show = finger => ({ id: finger.id, x: (finger.x - width[0]) * scale, y: (finger.y - height[0]) * scale, phase: finger.phase || 'move' });
    result.push({ time: time - first, changed: [...changed].map(show), down: Object.values(slots).filter(f => f.isDown).map(show) });
    for (const finger of changed) finger.phase = null;
    changed = new Set();
  }
  return result;
}

// A window whose time is that of the recording.
function world(source) {
  const { window } = new JSDOM('<div id="pad"></div>', { runScripts: 'outside-only' });
  const clock = { now: 1e6, timers: new Map(), next: 1 };
  window.Date.now = () => clock.now;
  window.setTimeout = (body, delay) => {
    clock.timers.set(clock.next, { due: clock.now + (delay || 0), body });
    return clock.next++;
  };
  window.clearTimeout = id => clock.timers.delete(id);
  clock.advance = time => {
    for (;;) {
      const due = [...clock.timers].filter(([, timer]) => timer.due <= time).sort((a, b) => a[1].due - b[1].due)[0];
      if (!due) break;
      clock.timers.delete(due[0]);
      clock.now = Math.max(clock.now, due[1].due);
      due[1].body();
    }
    clock.now = Math.max(clock.now, time);
  };
  const module = { exports: {} };
  window.eval('(function (module, exports, define) {' + source + '\n})')(module, module.exports, undefined);
  return { window, clock, Hammer: module.exports };
}

// The recognizers with their default settings, for as many fingers as the recording has, all at the same time.
function listen(Hammer, pad, fingers, found) {
  const manager = new Hammer.Manager(pad, { inputClass: Hammer.TouchInput });
  const all = [
    new Hammer.Tap({ event: 'double-tap', taps: 2, pointers: fingers }), new Hammer.Tap({ event: 'tap', pointers: fingers }),
    new Hammer.Press({ event: 'long-press', pointers: fingers }), new Hammer.Pan({ event: 'pan', pointers: 0 }),
    new Hammer.Swipe({ event: 'swipe', pointers: fingers, direction: Hammer.DIRECTION_ALL }),
    new Hammer.Pinch({ event: 'pinch' }), new Hammer.Rotate({ event: 'rotation' })];
  for (const one of all) manager.add(one);
  for (const one of all) for (const other of all) if (one !== other) one.recognizeWith(other);
  const names = { 'double-tap': 'double-tap', tap: 'tap', 'long-press': 'long-press', panstart: 'pan', pinchstart: 'pinch', rotationstart: 'rotation' };
  for (const name in names) manager.on(name, () => found(names[name]));
  for (const way of ['left', 'right', 'up', 'down']) manager.on('swipe' + way, () => found('swipe-' + way));
  return manager;
}

function send(window, pad, frame) {
  for (const phase of ['start', 'move', 'end']) {
    const changed = frame.changed.filter(finger => finger.phase === phase);
    if (!changed.length) continue;
    const touch = finger => ({ identifier: finger.id, target: pad, clientX: finger.x, clientY: finger.y, pageX: finger.x, pageY: finger.y });
    const event = new window.Event('touch' + phase, { bubbles: true, cancelable: true });
    event.changedTouches = changed.map(touch);
    event.touches = event.targetTouches = frame.down.map(touch);
    pad.dispatchEvent(event);
  }
}

// Plays a recording so often, two seconds apart. Gives what the first round found, and the CPU of the second half of the rounds, when
// the compiler has done its work.
function play(source, list, fingers, isListening, rounds) {
  const { window, clock, Hammer } = world(source);
  const pad = window.document.getElementById('pad');
  const counts = {}, first = {};
  let start = clock.now, round = 0, begin;
  if (isListening) {
    listen(Hammer, pad, fingers, name => {
      if (round > 0) return;
      counts[name] = (counts[name] || 0) + 1;
      if (first[name] === undefined) first[name] = Math.round(clock.now - start);
    });
  }
  for (round = 0; round < rounds; round++) {
    if (round === rounds >> 1) begin = process.cpuUsage();
    start = clock.now;
    for (const frame of list) {
      clock.advance(start + frame.time);
      send(window, pad, frame);
    }
    clock.advance(clock.now + 2000);
  }
  const usage = process.cpuUsage(begin);
  return { counts, first, cpu: (usage.user + usage.system) / (rounds - (rounds >> 1)) };
}

const source = hammerSource(process.argv[2]);
for (const path of process.argv.slice(3)) {
  const list = frames(path);
  const fingers = Math.max(1, ...list.map(frame => frame.down.length));
  const rounds = 2 * Math.ceil(3000 / Math.max(1, list.length));
  const result = play(source, list, fingers, true, rounds);
  // Without what jsdom needs to make and deliver an event that nothing listens to.
  const cost = result.cpu - play(source, list, fingers, false, rounds).cpu;
  const name = path.split('/').pop().replace(/\.events$/, '');
  const milliseconds = Math.round(cost / Math.max(1, list.length) * 100) / 100;
  console.log(JSON.stringify({ name, found: result.counts, first: result.first, milliseconds }));
}
