// Light, motion, pace and sounds: how one likes the room.
import { useState } from "preact/hooks";
import { play, soundOn, switchSound } from "../motion/sound.ts";
import { callsMe, setCalling } from "../calling.ts";
import { motion, type Motion, pace, type Pace, setMotion, setPace, setTheme, theme } from "../room.ts";

const motions: [Motion, string][] = [
  ["device", "as this device is set"],
  ["full", "cards and coins travel"],
  ["still", "nothing moves"],
];
const paces: [Pace, string][] = [
  ["slow", "slow"],
  ["usual", "as usual"],
  ["brisk", "brisk"],
];

export function RoomSettings() {
  const [, repaint] = useState({});
  const [refused, setRefused] = useState(false);
  const choose = <T extends string>(label: string, of: [T, string][], value: T, set: (value: T) => void) => (
    <label class="fld">
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          set(of[event.currentTarget.selectedIndex]![0]);
          repaint({});
        }}
      >
        {of.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  const flip = (label: string, on: boolean, set: (on: boolean) => void) => (
    <label class="check">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          set(event.currentTarget.checked);
          repaint({});
        }}
      />
      {label}
    </label>
  );
  return (
    <fieldset class="switches">
      <legend>The room</legend>
      {flip("Morning light", theme() === "morning", (on) => setTheme(on ? "morning" : "evening"))}
      {flip("Sounds", soundOn(), (on) => {
        switchSound(on);
        play("end");
      })}
      {flip("Call me when it is my turn and this page is out of sight", callsMe(), (on) => {
        void setCalling(on).then((allowed) => setRefused(!allowed));
      })}
      {refused && (
        <p class="soft" role="status">
          This browser does not allow notifications from here.
        </p>
      )}
      {choose("Motion", motions, motion(), setMotion)}
      {choose("Pace", paces, pace(), setPace)}
    </fieldset>
  );
}
