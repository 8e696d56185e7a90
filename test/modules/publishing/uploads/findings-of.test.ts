import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../../../src/modules/publishing/uploads/scan/findings-of.js';

const stored = (...findings: object[]) => ({
  inspection: { sha256: 'x', outcome: { kind: 'review', findings: [...findings] } },
});

describe('the findings of a scan for its creator', () => {
  test('a finding has a path and texts in the language of the reader', () => {
    const row = stored({ code: 'zip_method', path: 'a.png', values: { method: 'LZMA' } });
    expect(findingsOf(row, 'en')).toEqual([
      {
        code: 'zip_method',
        path: 'a.png',
        found: 'A file that is compressed with LZMA',
        why: 'Many mod managers and loaders read only Deflate and uncompressed files.',
        fix: 'Choose the compression method Deflate in your packer and upload the new archive.',
      },
    ]);
    expect(findingsOf(row, 'ru')[0]?.found).toBe('Файл, сжатый методом LZMA');
    expect(findingsOf(row, 'de')[0]?.found).toBe('Eine mit LZMA komprimierte Datei');
  });

  test('a session without a scan, or with one of a former release, has no findings', () => {
    for (const inspection of [null, {}, 'x', [], { outcome: { kind: 'clean' } }]) {
      expect(findingsOf({ inspection }, 'en')).toEqual([]);
    }
  });

  test('findingsOf omits codes that this release does not know', () => {
    const row = stored(
      { code: 'of_a_later_release' },
      { code: 'toString' },
      { code: 'nested_archive' },
    );
    expect(findingsOf(row, 'en')).toMatchObject([{ code: 'nested_archive', path: null }]);
  });
});
