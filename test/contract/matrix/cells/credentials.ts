import { expect } from 'vitest';
import { someOf } from '../../../rounds.js';
import { always, type Cell, isMutation, refusing } from '../cell.js';

/** Credentials, and the refusals without them. */
export const credentialCells: readonly Cell[] = [
  {
    name: 'requires a credential only if its access says so',
    isSampled: always,
    applies: always,
    async check({ operation, anonymous, spare, done, refused, unchanged }) {
      const { access } = operation.rule;
      if (access === 'required') {
        const sample = await spare();
        await unchanged(async () => {
          await refused(sample, { token: null }, '401 unauthorized');
        });
        return;
      }
      await done(await anonymous(), { token: null });
    },
  },
  {
    name: 'rejects an invalid credential, even if it needs none',
    isSampled: always,
    applies: always,
    check: refusing(async ({ stage, spare, refused }) => {
      const sample = await spare();
      const { full, expired, revoked } = stage.tokens;
      const [prefix = '', keyId = ''] = full.split('_');
      const wrong = `${prefix}_${keyId}_${'A'.repeat(43)}`;
      const unknown = `${prefix}_${'0'.repeat(16)}_${'A'.repeat(43)}`;
      const tokens = [wrong, unknown, expired, revoked, `${full}x`, 'x', `${full} ${full}`];
      const schemes = ['', 'Bearer', 'Bearer ', `Basic ${full}`, full, `Bearer ${full}, Bearer x`];
      for (const value of [...tokens.map((token) => `Bearer ${token}`), ...schemes]) {
        await refused(sample, { headers: { Authorization: value } }, '401 unauthorized');
      }
    }),
  },
  {
    name: 'returns problem details in the language of the caller',
    isSampled: always,
    applies: always,
    check: refusing(async ({ spare, refused }) => {
      const details = new Set<string>();
      for (const language of ['en', 'de', 'ru']) {
        const headers = { 'Accept-Language': `${language};q=0.9, xx` };
        const answer = await refused(await spare(), { token: 'x', headers }, '401 unauthorized');
        expect(answer.headers['content-language']).toBe(language);
        details.add(answer.body.detail);
      }
      expect(details.size).toBe(3);
    }),
  },
  {
    name: 'requires each of its scopes and names them',
    // The permission tests ask each operation without its scopes too.
    isSampled: always,
    applies: ({ rule }) => rule.scopes.length > 0,
    async check({ operation, fixture, stage, spare, refused, unchanged }) {
      const { scopes } = operation.rule;
      const smallest = fixture.smallestScopes ?? scopes;
      const sample = await spare();
      for (const scope of scopes) {
        const token = await stage.tokens.without(scope);
        await unchanged(async () => {
          const { body } = await refused(sample, { token }, '403 insufficient_scope');
          expect(body.required_scopes).toEqual(smallest);
        });
      }
    },
  },
  {
    name: 'rejects a credential for another mod, unless it concerns no mod',
    isSampled: always,
    applies: always,
    async check({ operation, fixture, stage, light, spare, done, refused, unchanged }) {
      const { access } = operation.rule;
      const { limited: token } = stage.tokens;
      const usual = access === 'required' ? 'resource_scope_denied' : null;
      const code = fixture.limited === undefined ? usual : fixture.limited;
      if (code !== null) {
        const sample = await spare();
        await unchanged(async () => {
          await refused(sample, { token }, `403 ${code}`);
        });
        return;
      }
      await done(await light(), { token });
    },
  },
  {
    name: 'rejects a blocked account',
    isSampled: always,
    applies: always,
    check: refusing(async ({ stage, spare, refused }) => {
      await refused(await spare(), { token: stage.tokens.blocked }, '403 account_blocked');
    }),
  },
  {
    name: 'requires the client identity before it checks anything but an optional credential',
    isSampled: always,
    applies: isMutation,
    async check({ operation, turn, stage, anonymous, spare, done, refused, unchanged }) {
      const bad = [
        { 'User-Agent': null },
        { 'User-Agent': 'curl/8.5.0' },
        { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
        { 'User-Agent': 'NoContact/1.0' },
        { 'X-Service-Client': null },
        { 'X-Service-Client-Version': null },
        { 'X-Service-Client': stage.tokens.full },
      ];
      const sample = await spare();
      const isRequired = operation.rule.access === 'required';
      const unidentified = '400 invalid_client_identity';
      const revoked = isRequired ? unidentified : '401 unauthorized';
      await unchanged(async () => {
        for (const headers of someOf(bad, 2, 2 * turn)) {
          await refused(sample, { token: stage.tokens.full, headers }, unidentified);
          await refused(sample, { token: stage.tokens.revoked, headers }, revoked);
        }
      });
      if (isRequired) return;
      const headers = { 'User-Agent': null, 'X-Service-Client': null };
      await done(await anonymous(), { token: null, headers });
    },
  },
];
