import { describe, expect, it } from 'vitest';
import { occurrencesIn, PAIRS } from '../occurrences.js';
import { provenBy, readProofs } from '../proofs.js';

// A text that names a code proves nothing. These proofs are responses that services sent in tests:
// `npm run proofs` records them, and `test/setup.ts` fails a test file that no longer sees its own.
describe('the statuses and codes of the registry', () => {
  const proven = Object.values(readProofs()).flat().map(provenBy);
  const isProven = (pair: string) =>
    proven.some((name) => name === pair || name.endsWith(` ${pair}`));

  it.each(PAIRS)('a client sees %s in a test', (pair) => {
    expect(isProven(pair)).toBe(true);
  });
});

describe('the occurrences in a response', () => {
  const denied = { status: 403, code: 'access_denied' };

  it('a problem document proves its code only outside the operations', () => {
    expect(occurrencesIn(denied, 403, false)).toEqual([['problem', '403 access_denied']]);
    expect(occurrencesIn(denied, 403, true)).toEqual([]);
  });

  it('a faulty field proves its code', () => {
    const code = 'cursor_context_mismatch';
    const body = { status: 400, code: 'invalid_input', fields: [{ field: 'cursor', code }] };
    expect(occurrencesIn(body, 400, true)).toEqual([['field', `400 ${code}`]]);
  });

  it('a GraphQL error proves its code', () => {
    const body = { errors: [{ extensions: { code: 'file_not_ready', status: 409 } }] };
    expect(occurrencesIn(body, 200, false)).toEqual([['graphql', '409 file_not_ready']]);
  });

  it('the failure of a resource proves its code with the first status', () => {
    const body = { data: { failure: { code: 'archive_empty' } } };
    expect(occurrencesIn(body, 200, true)).toEqual([['failure', '409 archive_empty']]);
  });

  it.each([
    ['an unregistered code', { status: 403, code: 'upload_interrupted' }, 403],
    ['a body with another status', denied, 200],
    ['a success', { data: { failure: null } }, 200],
    ['no JSON', null, 500],
  ])('%s proves nothing', (_what, body, status) => {
    expect(occurrencesIn(body, status, false)).toEqual([]);
  });
});
