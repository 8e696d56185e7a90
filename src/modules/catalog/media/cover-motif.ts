import type { Draws } from './cover-draws.js';
import { type Colour, css, type Palette } from './cover-palettes.js';

/** The size of every cover, in pixels. */
export const canvas = { width: 1200, height: 675 } as const;

/** Paints the whole canvas: SVG elements without any text, in whole-number coordinates. */
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

/** A disc of light that fades to nothing at its rim. */
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

/** Small stars above `horizon`, rarer and fainter toward it. */
export function stars(draws: Draws, count: number, horizon: number, colour: Colour): string {
  return Array.from({ length: count }, () => {
    const height = draws.unit() * draws.unit();
    const opacity = (0.2 + draws.unit() * 0.7 * (1 - height)).toFixed(2);
    const [x, y] = [draws.whole(0, canvas.width), Math.round(height * horizon)];
    const radius = draws.unit() < 0.12 ? 2 : 1;
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${css(colour)}" opacity="${opacity}"/>`;
  }).join('');
}
