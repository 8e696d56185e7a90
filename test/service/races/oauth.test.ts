import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useTwoWorlds, type World } from '../../harness.js';
import { type Application, jsonOf, newApplication, REDIRECT } from '../../oauth/applications.js';
import { type Browser, newBrowser } from '../../oauth/browser.js';
import { arrived, authorize, begin } from '../../oauth/code-flow.js';
import { rounds } from '../../rounds.js';
import { type AnyRace, race } from './race.js';

const [here, there] = useTwoWorlds();
/** In the first two of four rounds, both requests start together. */
const ROUNDS = rounds(1, 4);
let ada: Creator;
let app: Application;
let browser: Browser;

beforeAll(async () => {
  ada = await here.creator('ada');
  app = await newApplication(here, ada.userId);
  browser = newBrowser(here.platform, here.baseUrl);
  await browser.signIn(ada.userId);
});

/** A token request that two processes receive at the same time, and their responses. */
interface Subject {
  readonly fields: Readonly<Record<string, string>>;
  readonly issued: Json[];
}

const token = async ({ baseUrl }: World, { fields, issued }: Subject): Promise<number> => {
  const body = new URLSearchParams({ client_id: app.clientId, ...fields });
  const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body });
  issued.push(await jsonOf(response));
  return response.status;
};
const subject = (fields: Subject['fields']): Subject => ({ fields, issued: [] });

/** The statuses of all access tokens of a race, at both processes. */
const statusesOf = async ({ issued }: Subject): Promise<number[]> => {
  const tokens = issued.flatMap(({ access_token: value }) => (value ? [String(value)] : []));
  const asked = tokens.flatMap((value) =>
    [here, there].map((world) => world.anon.get('/me', { Authorization: `Bearer ${value}` })),
  );
  return (await Promise.all(asked)).map(({ status }) => status);
};
const namesOf = ({ issued }: Subject) => issued.map(({ error }) => error).filter(Boolean);

/** Expects that the tokens of a replayed subject are revoked and that the replay was refused. */
async function noTokenWorks(asked: Subject): Promise<void> {
  expect((await statusesOf(asked)).filter((status) => status !== 401)).toEqual([]);
  expect(new Set(namesOf(asked))).toEqual(new Set(['invalid_grant']));
}

const RACES: readonly AnyRace[] = [
  race({
    name: 'two exchanges of one code return tokens at most once, and none of them works',
    async arrange() {
      const { url, verifier } = await begin(app, { scope: 'mods:read' });
      const consent = await browser.open(url);
      const answer = consent.leftTo ? consent : await browser.press(consent, 'decision=approve');
      return subject({
        grant_type: 'authorization_code',
        code: arrived(answer).searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: REDIRECT.https,
      });
    },
    one: (asked) => token(here, asked),
    other: (asked) => token(there, asked),
    winners: [0, 1],
    holds: noTokenWorks,
  }),
  race({
    name: 'two uses of one refresh token return tokens at most once, and none of them works',
    async arrange() {
      const { tokens } = await authorize(app, browser, { scope: 'mods:read' });
      return subject({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
      });
    },
    one: (asked) => token(here, asked),
    other: (asked) => token(there, asked),
    winners: [0, 1],
    holds: noTokenWorks,
  }),
  race({
    name: 'two polls for one device code return tokens once, and these work at both processes',
    async arrange() {
      const body = new URLSearchParams({ client_id: app.clientId, scope: 'mods:read' });
      const device = `${here.baseUrl}/oauth/device_authorization`;
      const begun = await jsonOf(await fetch(device, { method: 'POST', body }));
      const page = await browser.open('/oauth/device');
      const confirm = await browser.press(page, '', { user_code: begun.user_code });
      await browser.press(confirm, 'decision=approve');
      return subject({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: begun.device_code,
      });
    },
    one: (asked) => token(here, asked),
    other: (asked) => token(there, asked),
    winners: [1],
    async holds(asked) {
      expect(await statusesOf(asked)).toEqual([200, 200]);
      expect(namesOf(asked)).toEqual(['slow_down']);
    },
  }),
];

describe('OAuth races between two processes', () => {
  it.each(RACES)('$name', ({ run }) => run(ROUNDS), 60_000);
});
