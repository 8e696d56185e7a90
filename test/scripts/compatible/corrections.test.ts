import { describe, expect, test } from 'vitest';
import { compareDocuments } from '../../../scripts/compatible/compare-documents.js';
import {
  corrected,
  correctionLines,
  readCorrections,
} from '../../../scripts/compatible/corrections.js';
import { lineOf } from '../../../scripts/compatible/rules.js';
import { releasedDocument } from './document.js';

const correction = {
  pointer: '#/components/schemas/Note/required',
  value: ['id'],
  date: '2026-05-01',
  reason: 'A note that was never named has no title.',
};

describe('a correction of the released document', () => {
  const { required } = releasedDocument().components.schemas.Note;

  function breaksOf(change: (after: ReturnType<typeof releasedDocument>) => void): string[] {
    const after = releasedDocument();
    after.components.schemas.Note.required = ['id'];
    change(after);
    const before = corrected(releasedDocument(), readCorrections(JSON.stringify([correction])));
    return compareDocuments({ before, after }, new Date('2026-05-01T00:00:00Z')).map(lineOf);
  }

  test('a correction allows a difference at its one place only', () => {
    expect(required.length).toBeGreaterThan(1);
    expect(breaksOf(() => {})).toEqual([]);
    const unlisted = breaksOf(({ components }) => {
      components.schemas.Note.required = [];
    });
    expect(unlisted.join()).toContain('response-field-optional');
    const beside = breaksOf(({ paths }) => {
      Reflect.deleteProperty(paths['/notes'], 'get');
    });
    expect(beside.join()).toContain('operation-removed');
  });

  test.each([
    ['leads nowhere', { pointer: '#/components/schemas/Nothing/required' }],
    ['changes nothing', { value: required }],
    ['has no reason', { reason: '' }],
    ['has no date', { date: 'lately' }],
  ])('a correction that %s is refused', (_, more) => {
    const text = JSON.stringify([{ ...correction, ...more }]);
    expect(() => corrected(releasedDocument(), readCorrections(text))).toThrow();
  });

  test('the gate counts the corrections, and lists them on request', () => {
    const all = readCorrections(JSON.stringify([correction, correction, correction]));
    const counted = ['the released document has 3 corrections; --verbose lists them'];
    expect(correctionLines(all, false)).toEqual(counted);
    const line = `corrected on ${correction.date}: ${correction.pointer}: ${correction.reason}`;
    expect(correctionLines(all, true)).toEqual([line, line, line]);
    expect(correctionLines([], false)).toEqual([]);
  });

  const { value: _, ...place } = correction;
  const noteAfter = (more: object) => {
    const text = JSON.stringify([{ ...place, ...more }]);
    return corrected(releasedDocument(), readCorrections(text))['components'];
  };
  const pointer = '#/components/schemas/Note/minProperties';

  test('a correction with `added` adds a missing member', () => {
    expect(noteAfter({ pointer, added: 1 })).toMatchObject({
      schemas: { Note: { minProperties: 1 } },
    });
    expect(() => noteAfter({ added: ['id'] })).toThrow('is there already');
  });

  test('a correction with `removed` removes a wrong member', () => {
    expect(noteAfter({ removed: true })).not.toMatchObject({
      schemas: { Note: { required: expect.anything() } },
    });
    expect(() => noteAfter({ pointer, removed: true })).toThrow('leads nowhere');
  });
});
