import { createHmac, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPendingSignIn } from '../../../src/modules/identity/index.js';
import type { KeyPurpose } from '../../../src/platform/keys.js';
import { createTokens } from '../../../src/platform/storage/disk/tokens.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Creator } from '../../actors.js';
import { agentOf, ran, runTool } from '../../agents.js';
import {
  binaryValues,
  type Candidate,
  derivedFrom,
  macUnder,
  purposesOf,
} from '../../copied-database.js';
import { useWorld } from '../../harness.js';
import { oneKey } from '../../keys.js';
import { type Application, newApplication } from '../../oauth/applications.js';
import { newBrowser } from '../../oauth/browser.js';
import { begin } from '../../oauth/code-flow.js';
import { newPerson, PASSWORD } from '../../pages/people.js';
import { newVisitor } from '../../pages/visitor.js';
import { draftMod, newGame } from '../../publishing.js';
import { longTest } from '../../rounds.js';

const world = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled' });
let alice: Creator;
let app: Application;
/** The key rows in a copy of the database. */
let copied: Candidate[];

beforeAll(async () => {
  await newGame(world, 'copied');
  alice = await world.creator('alice');
  for (const slug of ['one', 'two']) await draftMod(alice, 'copied', { slug });
  app = await newApplication(world, alice.userId);
  await newPerson(world, 'bea');
  const values = await binaryValues(world);
  copied = values.filter(({ from }) => from === 'server_keys.secret');
});

/**
 * Expects the attempt to succeed with the right key and to fail with every key derived from the
 * copy.
 */
async function expectRefused<T>(
  purpose: KeyPurpose,
  attempt: (key: Uint8Array) => Promise<T>,
  { accepted, refused }: { readonly accepted: T; readonly refused: T },
) {
  for (const value of copied) {
    for (const { key, from } of await derivedFrom(world, value, purpose)) {
      expect([from, await attempt(key)]).toEqual([from, refused]);
    }
  }
  expect(await attempt(world.platform.keys.of(purpose).present())).toEqual(accepted);
}

const inAnHour = () => new Date(world.clock.now().getTime() + 3_600_000);

describe('copy of the database', () => {
  it('a copy of the database holds rows of server_keys', () => {
    expect(copied.length).toBeGreaterThanOrEqual(2);
  });

  it('a copy of the database reveals only the keys of credential hashes', async () => {
    const values = await binaryValues(world);
    const found = new Set<KeyPurpose>();
    for (const purpose of purposesOf('signing', 'lookup', 'credential')) {
      const real = Buffer.from(world.platform.keys.of(purpose).present());
      for (const value of values) {
        const derived = await derivedFrom(world, value, purpose);
        if (derived.some(({ key }) => real.equals(key))) found.add(purpose);
      }
    }
    expect([...found].sort()).toEqual(['account-links', 'credentials', 'oauth']);
    expect([...found].sort()).toEqual(purposesOf('credential').sort());
  });

  it('a storage URL forged with a copy of the database is rejected', async () => {
    const bytes = Readable.from([Buffer.from('a file of somebody')]);
    await world.platform.storage.put('blobs/secret', bytes, 'text/plain');
    await expectRefused(
      'storage',
      async (key) => {
        const operation = { operation: 'get', key: 'blobs/secret', expiresAt: inAnHour() } as const;
        const token = createTokens(oneKey(key)).seal(operation);
        return (await fetch(`${world.baseUrl}/storage/${token}`)).status;
      },
      { accepted: 200, refused: 403 },
    );
  });

  it('a mirror URL forged with a copy of the database is rejected', async () => {
    await expectRefused(
      'mirror',
      async (key) => {
        const operation = { operation: 'get', key: 'blobs/absent', expiresAt: inAnHour() } as const;
        const token = createTokens(oneKey(key)).seal(operation);
        return (await fetch(`${world.baseUrl}/mirror/${token}`)).status;
      },
      { accepted: 404, refused: 403 },
    );
  });

  it('a cursor forged with a copy of the database is rejected', async () => {
    const page = await alice.get('/me/resources?limit=1');
    const real = Buffer.from(page.body.pagination.next_cursor, 'base64url');
    const text = real.subarray(16);
    await expectRefused(
      'cursors',
      async (key) => {
        const forged = Buffer.concat([macUnder(key, text).subarray(0, 16), text]);
        const cursor = forged.toString('base64url');
        const { status, body } = await alice.get(`/me/resources?limit=1&cursor=${cursor}`);
        return [status, body.fields?.[0]?.code];
      },
      { accepted: [200, undefined], refused: [400, 'invalid_cursor'] },
    );
  });

  it('a session cookie forged with a copy of the database is rejected', async () => {
    const userId = await newPerson(world, 'cleo');
    const browser = newBrowser(world.platform, world.baseUrl);
    const real = await browser.signIn(userId);
    const row = await world.platform.db.webSession.findFirstOrThrow({ where: { userId } });
    const signedInWith = async (token: string) => {
      const thief = newBrowser(world.platform, world.baseUrl);
      thief.keep({ ...real, value: token });
      return (await thief.open('/account/security')).url.includes('/account/sign-in');
    };
    const hash = Buffer.from(row.tokenHash);
    const tokens = [hash, macUnder(hash, row.id)].map((bytes) => bytes.toString('base64url'));
    for (const value of copied) {
      for (const { key } of await derivedFrom(world, value, 'sessions')) {
        tokens.push(macUnder(key, hash).toString('base64url'));
      }
    }
    for (const token of tokens) expect(await signedInWith(token)).toBe(true);
    expect(await signedInWith(real.value)).toBe(false);
  });

  it('a form token forged with a copy of the database is rejected', async () => {
    await newPerson(world, 'dora');
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-in');
    const visit = visitor.cookies.get('modport_visit');
    await expectRefused(
      'forms',
      async (key) => {
        const token = macUnder(key, `visit:${visit}`).toString('base64url');
        const fields = { login: 'dora', password: PASSWORD };
        return (await visitor.post('/account/sign-in', fields, { token })).status;
      },
      { accepted: 303, refused: 403 },
    );
  });

  longTest('a pending sign-in forged with a copy of the database is rejected', async () => {
    const user = await world.platform.db.user.findUniqueOrThrow({ where: { username: 'bea' } });
    const ctx = createSystemContext(world.platform, 'test');
    const ends = world.clock.now().getTime() + 60_000;
    const attempt = (signs: Uint8Array, names: Uint8Array) => {
      const said = JSON.stringify(['factors', user.passwordHash, null]);
      const factorsFingerprint = macUnder(names, said).toString('base64url');
      const pending = JSON.stringify(['pending sign-in', user.id, ends, factorsFingerprint]);
      const mac = macUnder(signs, pending).toString('base64url');
      return readPendingSignIn(ctx, `${user.id}.${ends}.${mac}`);
    };
    const { keys } = world.platform;
    for (const value of copied) {
      const names = await derivedFrom(world, value, 'factors');
      for (const signs of await derivedFrom(world, value, 'sign-ins')) {
        for (const name of names) expect(await attempt(signs.key, name.key)).toBeNull();
        expect(await attempt(signs.key, keys.of('factors').present())).toBeNull();
      }
    }
    const [signs, names] = [keys.of('sign-ins').present(), keys.of('factors').present()];
    expect(await attempt(signs, names)).toMatchObject({ userId: user.id });
  });

  longTest('an interaction cookie forged with a copy of the database is rejected', async () => {
    const owner = newBrowser(world.platform, world.baseUrl);
    await owner.signIn(alice.userId);
    const { url } = await begin(app, { scope: 'openid' });
    const consent = await owner.open(url);
    const path = new URL(consent.url).pathname;
    const value = path.split('/').at(-1) ?? '';
    const opened = async (signature: string) => {
      const thief = newBrowser(world.platform, world.baseUrl);
      await thief.signIn(alice.userId);
      thief.keep({ name: 'modport_interaction', value, path });
      thief.keep({ name: 'modport_interaction.sig', value: signature, path });
      return (await thief.open(path)).status;
    };
    const data = `modport_interaction=${value}`;
    await expectRefused(
      'interactions',
      async (key) => {
        // The library signed with SHA-1 in release 0.1.
        const keyText = Buffer.from(key).toString('base64url');
        const old = createHmac('sha1', keyText).update(data).digest('base64url');
        const answers = [
          await opened(old),
          await opened(macUnder(key, data).toString('base64url')),
        ];
        return answers.find((status) => status === 200) ?? 404;
      },
      { accepted: 200, refused: 404 },
    );
  });

  it('a confirmation token forged with a copy of the database is rejected', async () => {
    const agent = await agentOf(world, alice, 'publisher.draft');
    const title = { en: 'Tallow' };
    const mod = { game_slug: 'copied', title, description: { en: 'Candles.' } };
    const input = { action: 'create_mod', mod };
    await ran(agent, { tool: 'publisher.draft', input });
    const run = await world.platform.db.agentRun.findFirstOrThrow();
    await expectRefused(
      'confirmations',
      async (key) => {
        const token = `${run.id}.${macUnder(key, run.id).toString('base64url')}`;
        const asked = { tool: 'publisher.draft', input, confirmation_token: token };
        return (await runTool(agent, asked, randomUUID())).status;
      },
      { accepted: 200, refused: 403 },
    );
  });
});
