import { describe, expect, test } from 'vitest';
import { RULES } from '../../../scripts/compatible/rules.js';
import { changed, linesOf } from './changes.js';
import { OPERATION_BREAKS } from './operation-breaks.js';
import { SCHEMA_BREAKS } from './schema-breaks.js';

const BREAKS = [...OPERATION_BREAKS, ...SCHEMA_BREAKS];

describe('incompatible changes', () => {
  test.each(BREAKS)('%s is reported if %s', (rule, _what, place, change) => {
    expect(linesOf(changed(change))).toContain(`${place}: ${rule}: ${RULES[rule]}`);
  });

  test('every rule has a change that breaks it', () => {
    expect(Object.keys(RULES).filter((name) => !BREAKS.some(([rule]) => rule === name))).toEqual(
      [],
    );
  });

  test('a change is reported once, at its place', () => {
    const lines = linesOf(changed(({ list }) => list.parameters[0].schema.enum.pop()));
    expect(lines).toHaveLength(1);
  });
});

test('compareDocuments throws for a reference that leads nowhere', () => {
  const after = changed(
    ({ note }) => (note.properties.parent = { $ref: '#/components/schemas/No' }),
  );
  expect(() => linesOf(after)).toThrow('#/components/schemas/No leads nowhere');
});
