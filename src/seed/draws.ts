import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Pseudo-random choices, the same for the same key. */
export interface Draws {
  /** From 0 (inclusive) to 1 (exclusive). */
  unit(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** At least one element of a list, in list order. */
  some<T>(list: readonly [T, ...T[]]): T[];
  chance(probability: number): boolean;
}

const UINT32 = 2 ** 32;

/** The choices of one key: a small generator (sfc32), seeded with the key's digest. */
export function createDraws(key: string): Draws {
  const digest = createHash('sha256').update(key).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as Uint32s;
  const unit = () => {
    const next = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + next) | 0;
    return (next >>> 0) / UINT32;
  };
  const int = (from: number, to: number) => from + Math.floor(unit() * (to - from + 1));
  const pick = <T>(list: readonly [T, ...T[]]) => list[int(0, list.length - 1)] ?? list[0];
  return {
    unit,
    int,
    pick,
    some(list) {
      const taken = list.filter(() => unit() < 0.5);
      return taken.length > 0 ? taken : [pick(list)];
    },
    chance: (probability) => unit() < probability,
  };
}

type Uint32s = [number, number, number, number];

/** The id of an object named `key`: a UUIDv7 of that time whose random bits derive from the key. */
export function seedIdOf(key: string, at: Date): string {
  const random = createHash('sha256').update(`id/${key}`).digest().subarray(0, 16);
  return v7({ msecs: at.getTime(), random });
}

/** Hex digits in place of a digest of bytes that do not exist. */
export function inventedDigestOf(
  key: string,
  algorithm: 'sha256' | 'sha512' | 'sha1' = 'sha256',
): string {
  return createHash(algorithm).update(`bytes/${key}`).digest('hex');
}
