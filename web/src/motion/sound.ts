// Six dry sounds, made on the spot: off by default, one switch, remembered.
import { keep, kept } from "../kept.ts";

export type Sound = "card" | "turn" | "coin" | "dice" | "yourTurn" | "end";

export const soundOn = () => kept("sound") === "on";
export const switchSound = (on: boolean) => keep("sound", on ? "on" : "off");

let context: AudioContext | undefined;

/** A burst of filtered noise or a knock: frequency, length in seconds, loudness, how often. */
const recipes: Record<Sound, [number, number, number, number]> = {
  card: [1800, 0.07, 0.25, 1],
  turn: [2600, 0.05, 0.22, 1],
  coin: [5200, 0.09, 0.16, 2],
  dice: [1100, 0.05, 0.4, 4],
  yourTurn: [190, 0.12, 0.9, 2],
  end: [120, 0.22, 0.9, 1],
};

export function play(sound: Sound) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const [frequency, length, loudness, times] = recipes[sound];
  for (let i = 0; i < times; i++) {
    const start = context.currentTime + i * 0.075;
    const noise = context.createBufferSource();
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let k = 0; k < samples.length; k++) samples[k] = (Math.random() * 2 - 1) * (1 - k / samples.length) ** 2;
    noise.buffer = buffer;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    filter.Q.value = 3;
    const gain = context.createGain();
    gain.gain.value = loudness;
    noise.connect(filter).connect(gain).connect(context.destination);
    noise.start(start);
  }
}
