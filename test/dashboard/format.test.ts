import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatAgo, formatBytes, formatLimit } from '../../dashboard/src/kit/format.js';
import { sizeOf } from '../../src/pages/kit/format.js';

describe('the size of a file in the dashboard', () => {
  it.each(['en', 'ru', 'de'] as const)(
    'a file has the same size as on public pages in %s',
    (lang) => {
      vi.stubGlobal('document', { documentElement: { lang } });
      onTestFinished(() => {
        vi.unstubAllGlobals();
      });
      for (const bytes of [0, 512, 1_023, 4_096, 1_572_864, 5_368_709_120]) {
        expect(formatBytes(bytes)).toBe(sizeOf(bytes, lang));
      }
      expect(formatLimit(20 * 1024 ** 3)).toMatch(/^21[.,]4\s/);
    },
  );
});

describe('the time since a moment in the dashboard', () => {
  it.each([
    ['2026-11-30T09:00:20', 'ru', '59 минут назад'],
    ['2026-11-29T08:00:00', 'ru', 'вчера'],
    ['2026-11-28T23:00:00', 'de', 'vorgestern'],
    ['2026-10-29T10:00:00', 'de', 'vor 1 Monat'],
    ['2026-11-30T09:59:59', 'en', 'this minute'],
  ])('the moment %s reads well in %s', (moment, lang, words) => {
    vi.stubGlobal('document', { documentElement: { lang } });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const now = new Date('2026-11-30T10:00:00').getTime();
    expect(formatAgo(new Date(moment).toISOString(), now)).toBe(words);
  });
});
