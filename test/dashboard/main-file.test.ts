import { describe, expect, it } from 'vitest';
import { hasOrAwaitsMain, sendsMain } from '../../dashboard/src/views/versions/version-data.js';

const uploads = (...states: Parameters<typeof hasOrAwaitsMain>[1][number]['lifecycleStatus'][]) =>
  states.map((lifecycleStatus) => ({ lifecycleStatus, fileKind: 'main' as const }));

describe('the main file that the view of a version expects', () => {
  it('a version whose main file failed expects a main file', () => {
    expect(hasOrAwaitsMain({ status: 'failed' }, uploads('failed'))).toBe(false);
  });

  it('a draft whose only file is an optional one expects a main file', () => {
    expect(hasOrAwaitsMain({ status: 'draft' }, uploads('ready'))).toBe(false);
  });

  it('a draft with an unfinished optional file expects a main file', () => {
    const begun = { lifecycleStatus: 'uploading', fileKind: 'optional' } as const;
    expect(hasOrAwaitsMain({ status: 'draft' }, [begun])).toBe(false);
  });

  it('a draft with an unfinished main file expects optional files', () => {
    expect(hasOrAwaitsMain({ status: 'draft' }, uploads('failed', 'uploading'))).toBe(true);
  });

  it.each(['validating', 'scanning', 'ready'] as const)(
    'a version that is %s expects optional files',
    (status) => {
      expect(hasOrAwaitsMain({ status }, [])).toBe(true);
    },
  );
});

describe('the main file that a page sends', () => {
  const sent = (fileKind: 'main' | 'optional', phase: 'hashing' | 'paused' | 'stopped') =>
    sendsMain([{ fileKind, phase }]);

  it('a main file that is hashed, or that its user has paused, is followed by optional files', () => {
    expect(sent('main', 'hashing')).toBe(true);
    expect(sent('main', 'paused')).toBe(true);
  });

  it('a main file that the service has refused or the user has cancelled is followed by a main file', () => {
    expect(sent('main', 'stopped')).toBe(false);
    expect(sendsMain([])).toBe(false);
  });

  it('an optional file is no main file', () => {
    expect(sent('optional', 'hashing')).toBe(false);
  });
});
