import { describe, expect, it } from 'vitest';
import { hasOrAwaitsMain } from '../../dashboard/src/views/versions/version-data.js';

const uploads = (...states: Parameters<typeof hasOrAwaitsMain>[1][number]['lifecycleStatus'][]) =>
  states.map((lifecycleStatus) => ({ lifecycleStatus }));

describe('the main file that the view of a version expects', () => {
  it('a version whose main file failed expects a main file', () => {
    expect(hasOrAwaitsMain({ status: 'failed' }, uploads('failed'))).toBe(false);
  });

  it('a draft whose only file is an optional one expects a main file', () => {
    expect(hasOrAwaitsMain({ status: 'draft' }, uploads('ready'))).toBe(false);
  });

  it('a draft with an unfinished upload expects optional files', () => {
    expect(hasOrAwaitsMain({ status: 'draft' }, uploads('failed', 'uploading'))).toBe(true);
  });

  it.each(['validating', 'scanning', 'ready'] as const)(
    'a version that is %s expects optional files',
    (status) => {
      expect(hasOrAwaitsMain({ status }, [])).toBe(true);
    },
  );
});
