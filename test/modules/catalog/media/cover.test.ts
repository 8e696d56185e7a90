import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderFallbackCover } from '../../../../src/modules/catalog/media/cover.js';
import { longTest, rounds } from '../../../rounds.js';

/** The covers of some mods, drawn once because each takes a fifth of a second. */
let drawn: Promise<Awaited<ReturnType<typeof renderFallbackCover>>[]> | undefined;
const covers = () => {
  drawn ??= Promise.all(ids.map(renderFallbackCover));
  return drawn;
};
const ids = Array.from(
  { length: rounds(3, 24) },
  (_, at) => `018f2f6e-7c1a-7b3c-9d4e-${at.toString(16).padStart(12, '0')}`,
);

describe('the fallback cover', () => {
  it('the fallback cover of a mod is byte for byte the same each time', async () => {
    const [first] = await covers();
    const again = await renderFallbackCover(ids[0] ?? '');
    expect(first?.bytes.equals(again.bytes)).toBe(true);
    expect(first?.sha256).toBe(again.sha256);
  });

  it('the fallback cover differs between mods, matches its record and is smaller than 150 kB', async () => {
    const all = await covers();
    expect(new Set(all.map((cover) => cover.sha256)).size).toBe(ids.length);
    for (const cover of all) {
      const picture = await sharp(cover.bytes).metadata();
      expect([picture.width, picture.height]).toEqual([1200, 675]);
      expect([cover.width, cover.height]).toEqual([1200, 675]);
      expect(`image/${picture.format}`).toBe(cover.contentType);
      expect(cover.bytes.length).toBeLessThan(150_000);
      expect(createHash('sha256').update(cover.bytes).digest('hex')).toBe(cover.sha256);
    }
  });

  longTest('the fallback cover has light and dark parts', async () => {
    for (const { bytes } of (await covers()).slice(0, 8)) {
      const { channels } = await sharp(bytes).greyscale().stats();
      expect((channels[0]?.max ?? 0) - (channels[0]?.min ?? 0)).toBeGreaterThan(90);
      expect(channels[0]?.stdev).toBeGreaterThan(12);
    }
  });
});
