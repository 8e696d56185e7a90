import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatBytes, formatLimit } from '../../dashboard/src/kit/format.js';
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
