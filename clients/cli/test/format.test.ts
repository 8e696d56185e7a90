import { describe, expect, it } from 'vitest';
import { table } from '../src/output/format.js';
import { safeOutput } from '../src/output/safe-text.js';

describe('a table', () => {
  it.each([
    ['a change of direction', 'a\u202eb'],
    ['a sequence that moves the cursor', 'a\u001b[5Cb'],
    ['a control character', 'a\u0007b'],
    ['a color', '\u001b[32mab\u001b[39m'],
  ])('columns stay aligned with %s, which the output removes or which has no width', (_, cell) => {
    const printed = safeOutput(
      table([
        [cell, '|'],
        ['abc', '|'],
      ]),
    ).split('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors have no width
    const columns = printed.map((line) => line.replace(/\u001b\[\d+m/g, '').indexOf('|'));
    expect(columns).toEqual([5, 5]);
  });
});
