import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifiesClient } from '../../../rest-facade/client-identity.js';
import { anyText } from './texts.js';

const letters = (characters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength });

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const GENERIC = ['curl', 'Mozilla', 'python-requests', 'okhttp', 'Go-http-client', 'axios', 'node'];

const token = letters(`${LETTERS}!#$%&'*+.^_\`|~-`, 90);
const contact = fc
  .oneof(
    fc.webUrl({ size: 'small' }),
    fc.emailAddress({ size: 'small' }).map((address) => address.replaceAll('/', 'x')),
  )
  .map((address) => address.replace(/[()]/g, 'x'));
const client = fc
  .tuple(letters(LETTERS, 1), letters(`${LETTERS}._-`, 60))
  .map((parts) => parts.join(''));

const identity = fc
  .record({ name: token, version: token, contact, client, clientVersion: client })
  .map(({ name, version, contact: to, client: of, clientVersion }) => ({
    authorization: 'Bearer mpat_x',
    // No general-purpose program has a name like this.
    userAgent: `My-${name}/${version} (+${to})`,
    client: of,
    clientVersion,
  }));

describe('identifiesClient', () => {
  it('identifiesClient accepts every well-formed name, version and contact', () => {
    fc.assert(
      fc.property(identity, (headers) => {
        expect(identifiesClient(headers)).toBe(true);
      }),
    );
  });

  it('identifiesClient rejects an identity with a missing or generic part', () => {
    const spoil = fc.constantFrom<((agent: string) => string)[]>(
      (agent) => agent.replace('/', ' '),
      // A mail address can itself begin with a plus sign.
      (agent) => agent.replace(/ \(\++/, ' ('),
      (agent) => agent.replace(/ \(\+.*$/, ''),
      (agent) => agent.replace(/\)$/, ''),
      (agent) => agent.replace(/\(\+.*\)/, '(+nowhere)'),
      (agent) => `${agent} ${'x'.repeat(600)}`,
      ...GENERIC.map((name) => (agent: string) => agent.replace(/^[^/]+/, name)),
      ...GENERIC.map((name) => (agent: string) => agent.replace(/^[^/]+/, name.toUpperCase())),
    );
    fc.assert(
      fc.property(identity, spoil, (headers, spoiled) => {
        const userAgent = spoiled(headers.userAgent);
        expect(identifiesClient({ ...headers, userAgent })).toBe(false);
      }),
    );
  });

  it('identifiesClient requires both headers with a personal token or key, and rejects a secret as a name', () => {
    const missing = fc.constantFrom(
      { client: undefined },
      { client: '' },
      { client: 'two words' },
      { client: 'mpat_secret' },
      { client: 'whsec_secret' },
      { clientVersion: undefined },
      { clientVersion: '' },
      { clientVersion: '1 2' },
    );
    const authorization = fc.constantFrom('Bearer mpat_x', 'bearer  MFAK_x', 'BEARER mfak_');
    fc.assert(
      fc.property(identity, missing, authorization, (headers, less, presented) => {
        const own = { ...headers, ...less, authorization: presented };
        expect(identifiesClient(own)).toBe(false);
        expect(identifiesClient({ ...own, authorization: 'Bearer oauth' })).toBe(true);
      }),
    );
  });

  it('identifiesClient decides any text without an error and without delay', () => {
    const any = fc.option(anyText, { nil: undefined });
    const hard = fc.nat(500).map((length) => `a/${'!'.repeat(length)} (+${'a@'.repeat(length)}`);
    fc.assert(
      fc.property(fc.oneof(any, hard), any, any, any, (userAgent, authorization, of, version) => {
        const headers = { userAgent, authorization, client: of, clientVersion: version };
        expect(typeof identifiesClient(headers)).toBe('boolean');
      }),
    );
  });
});
