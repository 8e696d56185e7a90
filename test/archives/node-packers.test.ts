import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NODE_MODES } from '../archive-tools/node-packers.js';
import { tableOfTools } from '../archive-tools/table.js';
import { verdictOf } from './inspect.js';

describe('an archive that a package of npm has made', () => {
  test.each(NODE_MODES.map((row) => ({ ...row, expected: row.refused ?? 'clean' })))(
    'is $expected: $tool, $mode',
    async ({ pack, expected }) => {
      expect(await verdictOf(await pack())).toBe(expected);
    },
  );
});

test('the guide to uploads lists every tool, every mode and its verdict', () => {
  const guide = new URL('../../docs/uploads.md', import.meta.url);
  expect(readFileSync(guide, 'utf8')).toContain(tableOfTools());
});
