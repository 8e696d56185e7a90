import { createHash } from 'node:crypto';
import { isles } from './cover-isles.js';
import {
  type Colour,
  canvas,
  createDraws,
  css,
  glow,
  type Motif,
  mix,
  type Palette,
  type Point,
  palettes,
} from './cover-motif.js';
import { orbits } from './cover-orbits.js';
import { facets, ridges } from './cover-simple-motifs.js';
import type { EncodedImage } from './encode-picture.js';

// The number of sheets of paper, and of points on the edge of an opening.
const sheets = 9;
const steps = 120;
// The shadow: its width and offset in pixels, and its number of rings.
const reach = 30;
const drop = 7;
const rings = 12;

/** Sheets of cut paper on top of each other, with openings towards a light. */
const layers: Motif = (draws, palette) => {
  const centre: Point = [draws.whole(380, 820), draws.whole(240, 430)];
  const waves = Array.from({ length: 5 }, (_, at) => ({
    count: at + 2,
    reach: (0.16 + draws.unit() * 0.14) / (at + 1.4),
    phase: draws.unit() * 2 * Math.PI,
    drift: (draws.unit() - 0.5) * 0.55,
  }));
  const outline = (sheet: number): string => {
    const base = 74 + sheet * 66 + sheet * sheet * 3;
    const points = Array.from({ length: steps }, (_, step): Point => {
      const angle = (step / steps) * 2 * Math.PI;
      const swell = waves.reduce(
        (sum, wave) =>
          sum + wave.reach * Math.cos(wave.count * angle + wave.phase + wave.drift * sheet),
        1,
      );
      return [
        centre[0] + Math.cos(angle) * base * swell * 1.25,
        centre[1] + Math.sin(angle) * base * swell,
      ];
    });
    return points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L');
  };
  const parts = [
    `<rect width="${canvas.width}" height="${canvas.height}" fill="${css(palette.sky[2])}"/>`,
    glow('light', centre, 330, palette.light, 1),
    `<circle cx="${centre[0]}" cy="${centre[1]}" r="${draws.whole(22, 40)}" fill="${css(palette.accent)}"/>`,
  ];
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const frame = `M-60-60H${canvas.width + 60}V${canvas.height + 60}H-60Z`;
    const edge = `M${outline(sheet)}Z`;
    parts.push(
      shadow(edge, palette.near),
      `<path d="${frame}${edge}" fill-rule="evenodd" fill="${css(tone(palette, sheet))}"/>`,
    );
  }
  return parts.join('');
};

/**
 * The soft shadow of a sheet in its opening: overlapping rings from its edge. A blur filter looks
 * the same but takes ten times as long.
 */
function shadow(edge: string, colour: Colour): string {
  const drawn = Array.from({ length: rings }, (_, ring) => {
    const depth = reach * ((ring + 1) / rings) ** 1.6;
    const fall = Math.min(drop, depth / 2);
    const width = 2 * (depth - fall);
    return `<path d="${edge}" transform="translate(0 ${fall.toFixed(1)})" stroke-width="${width.toFixed(1)}"/>`;
  });
  return `<g fill="none" stroke="${css(colour)}" stroke-opacity="0.055" stroke-linejoin="round">${drawn.join('')}</g>`;
}

/** Bright inside, dark at the edge of the picture. */
function tone(palette: Palette, sheet: number): Colour {
  const share = sheet / (sheets - 1);
  const inner = mix(palette.sky[2], palette.sky[1], Math.min(1, share * 1.8 + 0.18));
  return mix(inner, mix(palette.sky[0], palette.near, 0.5), share * share);
}

const motifs: readonly [Motif, ...Motif[]] = [ridges, facets, layers, isles, orbits];

/**
 * Renders the fallback cover of a mod (Spec 4.3, `media:fallback`). The id alone determines it: one
 * of five motifs, a palette, and all shapes. Titles and slugs have no influence, because they may
 * change, but the cover must not. It contains no text, so it does not depend on installed fonts.
 */
export async function renderFallbackCover(modId: string): Promise<EncodedImage> {
  const { width, height } = canvas;
  const draws = createDraws(modId);
  const picture = draws.pick(motifs)(draws, draws.pick(palettes));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture}</svg>`;
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 86, effort: 4 }).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, contentType: 'image/webp', width, height, sha256 };
}
