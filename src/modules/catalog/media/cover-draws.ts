import { createHash } from 'node:crypto';

/**
 * An endless, repeatable stream of choices: the same seed gives the same values on every machine.
 */
export interface Draws {
  /** A number in [0, 1). */
  unit(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly [T, ...T[]]): T;
}

/**
 * Seeds the small generator sfc32 with the SHA-256 of `seed`. It uses only 32-bit integers, so that
 * no floating-point unit or library version can change a picture.
 */
export function createDraws(seed: string): Draws {
  const digest = createHash('sha256').update(seed).digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = digest.readUInt32LE(12);
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  return {
    unit: next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/**
 * Smooth noise on a line: random heights at whole positions, eased in between, in three octaves.
 * Values are in [0, 1].
 */
export function createNoise(draws: Draws): (position: number) => number {
  const heights = Array.from({ length: 256 }, () => draws.unit());
  const octave = (position: number): number => {
    const left = Math.floor(position);
    const share = position - left;
    const eased = share * share * (3 - 2 * share);
    const from = heights[left & 255] ?? 0;
    const to = heights[(left + 1) & 255] ?? 0;
    return from + (to - from) * eased;
  };
  return (position) =>
    (octave(position) * 4 + octave(position * 2 + 17) * 2 + octave(position * 4 + 53)) / 7;
}
