import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NODE_MODES } from '../archive-tools/node-packers.js';
import { tableOfTools } from '../archive-tools/table.js';
import { verdictOf } from './inspect.js';

describe('archives of npm packages', () => {
  test.each(NODE_MODES.map((row) => ({ ...row, expected: row.refused ?? 'clean' })))(
    'the archive is $expected: $tool, $mode',
    async ({ pack, expected }) => {
      expect(await verdictOf(await pack())).toBe(expected);
    },
  );
});

test('the upload guide lists every tool, every mode and its verdict', () => {
  const guide = new URL('../../docs/uploads.md', import.meta.url);
  expect(readFileSync(guide, 'utf8')).toContain(tableOfTools());
});
