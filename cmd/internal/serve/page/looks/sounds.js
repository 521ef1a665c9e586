// The sounds of the game, made by the browser itself. Nothing is heard before one has touched
// the page: browsers do not allow it.

import { setting } from "./settings.js";

/** A building that is put down, as one of the notes of sounds. */
const KNOCK = { at: 0, for: 0.12, from: 150, to: 60, loud: 0.5, wave: "triangle" };

/** For each sound its notes: {at, for} in seconds, hertz {from, to}, how loud, and the shape of the wave. */
const SOUNDS = {
  place: [KNOCK, { at: 0, for: 0.03, from: 900, to: 300, loud: 0.1, wave: "square" }],
  claim: [KNOCK, { at: 0.1, for: 0.25, from: 440, to: 440, loud: 0.15, wave: "sine" }, { at: 0.2, for: 0.35, from: 660, to: 660, loud: 0.15, wave: "sine" }],
  capture: [KNOCK, { at: 0.1, for: 0.2, from: 520, to: 390, loud: 0.18, wave: "triangle" }, { at: 0.28, for: 0.4, from: 390, to: 195, loud: 0.18, wave: "triangle" }],
  low: [{ at: 0, for: 0.12, from: 880, to: 880, loud: 0.15, wave: "sine" }, { at: 0.18, for: 0.12, from: 880, to: 880, loud: 0.15, wave: "sine" }],
  turn: [{ at: 0.3, for: 0.3, from: 587, to: 587, loud: 0.2, wave: "sine" }, { at: 0.5, for: 0.5, from: 784, to: 784, loud: 0.2, wave: "sine" }],
  pass: [{ at: 0, for: 0.3, from: 300, to: 240, loud: 0.15, wave: "sine" }],
  end: [
    { at: 0.3, for: 1.6, from: 262, to: 262, loud: 0.2, wave: "sine" }, { at: 0.5, for: 1.5, from: 330, to: 330, loud: 0.16, wave: "sine" },
    { at: 0.7, for: 1.6, from: 392, to: 392, loud: 0.16, wave: "sine" },
  ],
};

/** The sounds. */
export class Sounds {
  constructor() {
    this.context = null;
  }

  /** Plays what the last move of a view sounds like, and the end of the game after it. */
  playMove({ last, over }) {
    if (last.move === "pass") this.play("pass");
    else if (last.captured.length > 0 && !last.move.endsWith("-")) this.play("capture");
    else this.play(last.claimed.length > 0 ? "claim" : "place");
    if (over) this.play("end");
  }

  play(name) {
    if (setting("sounds") === "off" || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
    this.context ??= new AudioContext();
    for (const note of SOUNDS[name]) this.playNote(note);
  }

  playNote({ at, for: length, from, to, loud, wave }) {
    const { context } = this;
    const begin = context.currentTime + at;
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(loud, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    const oscillator = context.createOscillator();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(from, begin);
    oscillator.frequency.exponentialRampToValueAtTime(to, begin + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + length);
  }
}
