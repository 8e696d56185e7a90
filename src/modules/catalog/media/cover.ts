import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createDraws } from './cover-draws.js';
import { facets } from './cover-facets.js';
import { isles } from './cover-isles.js';
import { layers } from './cover-layers.js';
import { canvas, type Motif } from './cover-motif.js';
import { orbits } from './cover-orbits.js';
import { palettes } from './cover-palettes.js';
import { ridges } from './cover-ridges.js';

const motifs: readonly [Motif, ...Motif[]] = [ridges, facets, layers, isles, orbits];

/** An encoded picture with the facts of its media record. */
export interface FallbackCover {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp' | 'image/png';
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Hex SHA-256 of `bytes`. */
  readonly sha256: string;
}

/**
 * Renders the cover of a mod whose author has none (Spec 4.3, `media:fallback`). It depends only on
 * the id, because titles and slugs may change, but the cover must not. It contains no text, so it
 * does not depend on installed fonts.
 */
export async function renderFallbackCover(mod: {
  readonly id: string;
  readonly title: string;
  readonly gameSlug: string;
}): Promise<FallbackCover> {
  const { width, height } = canvas;
  const draws = createDraws(mod.id);
  const picture = draws.pick(motifs)(draws, draws.pick(palettes));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 86, effort: 4 }).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, contentType: 'image/webp', width, height, sha256 };
}
