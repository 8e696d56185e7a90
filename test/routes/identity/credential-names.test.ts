import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { signIn } from '../../graphql/identity/signed-in.js';
import { useWorld } from '../../harness.js';
import { newApplication } from '../../oauth/applications.js';
import { refusal } from '../../publishing.js';
import { everyNth } from '../../rounds.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;

beforeAll(async () => {
  ada = await world.creator('ada');
});

const REFUSED: [string, string][] = [
  ['a right-to-left override', 'Ada\u202egpj.exe'],
  ['a left-to-right mark', 'Ada\u200e'],
  ['an Arabic letter mark', 'Ada\u061c'],
  ['an isolate', 'A\u2066da\u2069'],
  ['a zero width space', 'A\u200bda'],
  ['a word joiner', 'A\u2060da'],
  ['a byte order mark', 'A\ufeffda'],
  ['a soft hyphen', 'A\u00adda'],
  ['a tag character', 'Ada\u{e0041}'],
  ['a filler that looks like nothing', 'Ada\u3164'],
  ['a joiner at the end', 'Ada\u200d'],
  ['a joiner between Latin letters', 'A\u200dda'],
  ['a non-joiner between Latin letters', 'A\u200cda'],
  ['a non-joiner behind an Arabic letter that joins nothing', '\u062f\u0627\u200c\u0646'],
  ['a second non-joiner', '\u0645\u06cc\u200c\u200c\u062e'],
  ['a joiner between emoji that do not belong together', '\u{1f600}\u200d\u{1f600}'],
  ['a variation selector behind a letter', 'Ada\ufe0f'],
  ['a variation selector that does not change an emoji', '\u{1f600}\ufe0f'],
  ['a variation selector of ideographs', '\u845b\u{e0100}'],
  ['a Mongolian selector behind a letter of another script', 'Ada\u180b'],
  ['a second Mongolian selector', '\u182d\u180b\u180b'],
  ['a grapheme joiner', 'A\u034fda'],
  ['a Khmer vowel without a shape', 'Ada\u17b4'],
  ['a reserved character that programs leave out', 'Ada\ufff0'],
  ['a line break', 'A\nda'],
];
const ACCEPTED: [string, string][] = [
  ['Cyrillic letters', 'Аня'],
  ['right-to-left letters', 'שלום'],
  ['a Persian word with a non-joiner', 'می‌خواهم'],
  ['an emoji with joiners', 'Ada 👩‍🚀'],
  ['an emoji with a variation selector', 'Ada \u2764\ufe0f'],
  ['a keycap', 'Ada 1\ufe0f\u20e3'],
  ['a rainbow flag', 'Ada \u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a Sinhala word with a joiner', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['a Devanagari word with a non-joiner', '\u0915\u094d\u200c\u0937'],
  ['a Bengali word with a joiner', '\u09b0\u200d\u09cd\u09af\u09be\u09ae'],
  ['a Mongolian word with a selector', '\u182d\u180b'],
];

describe('display names and credential names', () => {
  it.each(REFUSED)(
    'the display name of a user rejects %s and names the member',
    async (_what, name) => {
      const actor = await ada.withToken({ scopes: 'profile:write' });
      const refused = await actor.patch('/me/profile', { display_name: name });
      expect(refusal(refused)).toBe('400 invalid_input');
      expect(refused.body.fields).toEqual([{ field: 'display_name', code: 'invalid_format' }]);
    },
  );

  it.each(ACCEPTED)('the display name of a user accepts %s', async (_what, name) => {
    const actor = await ada.withToken({ scopes: 'profile:write' });
    const accepted = await actor.patch('/me/profile', { display_name: name });
    expect(accepted.body.data.display_name).toBe(name);
  });

  it.each(everyNth(REFUSED, 8))(
    'the name of a key rejects %s and names the member',
    async (_what, name) => {
      const actor = await ada.withToken({ scopes: 'credentials:manage mods:read' });
      const refused = await actor.post('/api-keys', { name, scopes: ['mods:read'] });
      expect(refusal(refused)).toBe('400 invalid_input');
      expect(refused.body.fields).toEqual([{ field: 'name', code: 'invalid_format' }]);
    },
  );

  it.each(everyNth(REFUSED, 8))(
    'the name of an application rejects %s and names the member',
    async (_what, name) => {
      const browser = await signIn(world, ada.userId);
      const input = { kind: 'public', name, redirectUris: ['https://a.example/'], scopes: [] };
      const refused = await browser.refusal(
        'mutation ($input: RegisterAppInput!) { registerApp(input: $input) { app { id } } }',
        { input },
      );
      expect(refused).toEqual(['invalid_input', [{ field: 'name', code: 'invalid_format' }]]);
    },
  );
});

describe('unknown members of credential inputs', () => {
  it.each([
    ['POST', '/api-keys', { name: 'a', scopes: ['mods:read'], secret: 'x' }, 'secret'],
    [
      'POST',
      '/api-keys',
      {
        name: 'a',
        scopes: ['mods:read'],
        resource_grants: [{ type: 'mod', id: randomUUID(), role: 'y' }],
      },
      'resource_grants[0].role',
    ],
    ['PATCH', '/me/profile', { display_name: 'Ada', email: 'x' }, 'email'],
  ])('%s %s names an unknown member', async (method, path, body, field) => {
    const scopes = 'credentials:manage profile:write mods:read';
    const headers = { 'Idempotency-Key': randomUUID() };
    const actor = await ada.withToken({ scopes });
    const refused = await actor.request(method, path, { body, headers });
    expect(refusal(refused)).toBe('400 invalid_input');
    expect(refused.body.fields).toEqual([{ field, code: 'unknown_member' }]);
  });

  it.each([
    [
      'registerApp',
      'RegisterAppInput',
      { kind: 'public', name: 'x', redirectUris: [], scopes: [], secret: 'y' },
      'input.secret',
    ],
    [
      'createApiKey',
      'CreateApiKeyInput',
      { name: 'x', scopes: ['mods:read'], resourceGrants: [{ type: 'mod', id: 'y', role: 'z' }] },
      'input.resourceGrants[0].role',
    ],
  ])('GraphQL %s names an unknown member', async (mutation, type, input, field) => {
    const browser = await signIn(world, ada.userId);
    const refused = await browser.refusal(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      { input },
    );
    expect(refused).toEqual(['invalid_input', [{ field, code: 'unknown_member' }]]);
  });
});

describe('OAuth parameters', () => {
  const post = async (path: string, body: URLSearchParams) => {
    const response = await fetch(`${world.baseUrl}${path}`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body,
    });
    return JSON.parse(await response.text());
  };

  it('a repeated OAuth parameter is named in the error', async () => {
    const { clientId } = await newApplication(world, ada.userId);
    const body = new URLSearchParams({ client_id: clientId, scope: 'mods:read' });
    expect(await post('/oauth/device_authorization', body)).toHaveProperty('device_code');
    body.append('scope', 'mods:read');
    expect(await post('/oauth/device_authorization', body)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/'scope'.*twice/),
    });
    body.append('client_id', clientId);
    for (const path of ['/oauth/device_authorization', '/oauth/token']) {
      expect((await post(path, body)).error_description).toMatch(/'client_id'.*twice/);
    }
  });

  it('an unknown OAuth parameter is ignored (RFC 6749 3.2)', async () => {
    const body = new URLSearchParams({ grant_type: 'x', nobody_knows: 'y' });
    expect((await post('/oauth/token', body)).error).toBe('invalid_client');
  });
});
