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
 * Seeds the small generator sfc32 with the SHA-256 of `seed`. Its state is 32-bit
 * integers, so its values are the same on every machine.
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

/** A colour as red, green and blue of 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Colours that fit together. A motif uses only one palette. */
export interface Palette {
  /** From the top of the picture to its horizon. */
  readonly sky: readonly [Colour, Colour, Colour];
  /** The light: a sun, a moon, the rim of a planet. */
  readonly light: Colour;
  /** Distant objects, near the horizon. */
  readonly far: Colour;
  /** Near objects, the darkest colour. */
  readonly near: Colour;
  /** A contrasting colour. */
  readonly accent: Colour;
}

const hex = (text: string): Colour => [
  Number.parseInt(text.slice(0, 2), 16),
  Number.parseInt(text.slice(2, 4), 16),
  Number.parseInt(text.slice(4, 6), 16),
];

function palette(colours: string): Palette {
  const [top = '', middle = '', horizon = '', light = '', far = '', near = '', accent = ''] =
    colours.split(' ');
  return {
    sky: [hex(top), hex(middle), hex(horizon)],
    light: hex(light),
    far: hex(far),
    near: hex(near),
    accent: hex(accent),
  };
}

/**
 * The palettes. Each has these colours: top, middle and horizon of the sky, light, far, near,
 * accent.
 */
export const palettes: readonly [Palette, ...Palette[]] = [
  palette('2b1055 a83279 f8a26b ffe3a8 9c3f78 1b0a33 ff6f61'), // dusk over a warm desert
  palette('0b1d3a 155e75 5eead4 e6fffa 1f7a8c 071426 f6ae2d'), // lagoon at night
  palette('12263a 3f5f7f f2c57c fff3d6 7d7c84 101c2b ee6352'), // first light in autumn
  palette('0f2027 2c5364 a7c4a0 fdf6d8 4c7a6d 0c1a1c f4a259'), // pine forest after rain
  palette('1a1a40 4b3f9e f29bd4 ffe8f6 7a55b5 120f2e 6ee7f9'), // neon dusk
  palette('3a0ca3 7209b7 f72585 ffd6e8 8f1a9c 1a0548 4cc9f0'), // arcade
  palette('10131c 37406b c97b84 ffdcc2 6d5a7d 0b0d16 f2d16b'), // rose over slate
  palette('07363d 128277 b6e3a8 fbffe3 3f9c80 042226 ff8a5b'), // tropical morning
  palette('1d0f0f 8c2f1b ffb347 fff0c9 a3492a 160909 ffd166'), // forge
  palette('16222a 3a6073 e4d5b7 fffdf5 6f8c93 0d161c e76f51'), // northern coast
  palette('0d1b2a 415a77 e0e1dd ffffff 778da9 0a1320 5bc0eb'), // winter
  palette('232526 5a5f4e d9c58a fff7d1 848461 151713 c8553d'), // dry steppe
  palette('001233 33415c f9c74f fff3c4 5c677d 000b1f f94144'), // harbour lights
  palette('2d132c 801336 ee9b5a ffe9c7 9a3047 1a0a1a 59c3c3'), // wine country
];

/** The colour `share` of the way from one to the other; 0 is `from`, 1 is `to`. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const blend = (a: number, b: number): number => Math.round(a + (b - a) * share);
  return [blend(from[0], to[0]), blend(from[1], to[1]), blend(from[2], to[2])];
}

/** The SVG notation of a colour. */
export function css(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The size of every cover, in pixels. */
export const canvas = { width: 1200, height: 675 } as const;

/** Paints the whole canvas: SVG elements without any text, with points at whole coordinates. */
export type Motif = (draws: Draws, palette: Palette) => string;

/** A point in pixels; motifs round it when they print it. */
export type Point = readonly [x: number, y: number];

/** A filled polygon. Whole coordinates prevent rounding by the rasterizer. */
export function polygon(points: readonly Point[], fill: string): string {
  const list = points.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' ');
  return `<polygon points="${list}" fill="${fill}"/>`;
}

/** A vertical gradient, referenced by `url(#id)`. */
export function verticalGradient(id: string, stops: readonly Colour[]): string {
  const last = Math.max(1, stops.length - 1);
  const list = stops.map(
    (colour, at) =>
      `<stop offset="${Math.round((at / last) * 100)}%" stop-color="${css(colour)}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${list.join('')}</linearGradient>`;
}

/** A disc of light that fades to nothing at its rim. `peak` (0 to 1) is its central opacity. */
export function glow(id: string, at: Point, radius: number, colour: Colour, peak: number): string {
  const stop = (offset: number, share: number): string =>
    `<stop offset="${offset}%" stop-color="${css(colour)}" stop-opacity="${(peak * share).toFixed(2)}"/>`;
  const stops = stop(0, 1) + stop(35, 0.45) + stop(70, 0.12) + stop(100, 0);
  return (
    `<radialGradient id="${id}">${stops}</radialGradient>` +
    `<circle cx="${Math.round(at[0])}" cy="${Math.round(at[1])}" r="${Math.round(radius)}" fill="url(#${id})"/>`
  );
}

/** The sky of the palette over the whole canvas. */
export function sky(palette: Palette): string {
  return `${verticalGradient('sky', palette.sky)}<rect width="${canvas.width}" height="${canvas.height}" fill="url(#sky)"/>`;
}

/** Small stars above `horizon`, a height in pixels from the top, rarer and fainter toward it. */
export function stars(draws: Draws, count: number, horizon: number, colour: Colour): string {
  return Array.from({ length: count }, () => {
    const height = draws.unit() * draws.unit();
    const opacity = (0.2 + draws.unit() * 0.7 * (1 - height)).toFixed(2);
    const x = draws.whole(0, canvas.width);
    const y = Math.round(height * horizon);
    const radius = draws.unit() < 0.12 ? 2 : 1;
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${css(colour)}" opacity="${opacity}"/>`;
  }).join('');
}
