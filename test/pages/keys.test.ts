import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame } from '../publishing.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const KEYS = '/account/keys';
const world = useWorld({}, { jobs: 'when-settled' });

beforeAll(async () => {
  await newGame(world, 'brackenvale');
});

/** A signed-in visitor, with a recent second factor if wanted. */
async function person(username: string, { steppedUp = false } = {}): Promise<Visitor> {
  await newPerson(world, username);
  const secret = steppedUp ? await enrol(world, username) : null;
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  if (secret) {
    await visitor.fill('/account/sign-in/code', { code: codeOf(world, secret) });
  }
  return visitor;
}

const create = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.fill(`${KEYS}/new`, { name: 'CI', scopes: 'webhooks:read', days: '30', ...fields });
const secretOn = (html: string) => /class="secret">([^<]+)</.exec(html)?.[1] ?? '';
const idsOn = (html: string) =>
  [...html.matchAll(/href="\/account\/keys\/([\w-]{36})\/revoke"/g)].map(([, id = '']) => id);
const statusWith = async (secret: string) =>
  (
    await fetch(`${world.baseUrl}/v1/me`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
  ).status;

describe('the pages of keys', () => {
  it('a user creates a key, sees its secret once, and finds it in the list', async () => {
    const visitor = await person('ann');
    const made = await create(visitor, { scopes: 'account:read' });
    expect(made.status).toBe(200);
    expect(made.headers.get('cache-control')).toContain('no-store');
    const secret = secretOn(made.html);
    expect(await statusWith(secret)).toBe(200);
    const { html } = await visitor.get(KEYS);
    expect(html).toContain('CI');
    expect(html).not.toContain(secret);
    expect(html).toContain('none; it cannot change mods');
  });

  it('a form that is sent twice creates one key', async () => {
    const visitor = await person('ben');
    await create(visitor, {});
    const again = await create(visitor, {});
    expect(again.status).toBe(422);
    expect(again.html).toContain('You already have a valid key with this name.');
    expect(idsOn((await visitor.get(KEYS)).html)).toHaveLength(1);
  });

  it('a key beyond the limit is refused with the advice to revoke another, and the form keeps its input', async () => {
    const visitor = await person('lea');
    const { db } = world.platform;
    const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'lea' } });
    await db.credential.createMany({
      data: Array.from({ length: LIMITS.credentialsPerUser }, () => ({
        kind: 'api_key' as const,
        userId,
        name: 'x',
        keyId: randomUUID(),
        secretHash: new Uint8Array(32),
      })),
    });
    const refused = await create(visitor, { name: 'Deploy' });
    expect([refused.status, refused.html.includes('value="Deploy"')]).toEqual([409, true]);
    expect(refused.html).toContain('which is the limit; revoke one of them first.');
  });

  it('a key with a sensitive right needs the second factor, and the form keeps its input', async () => {
    const visitor = await person('cas');
    const offered = await visitor.get(`${KEYS}/new`);
    expect(offered.html).toContain('<code>mods:write</code> · needs your second factor');
    expect(offered.html).not.toContain('builds:');
    const refused = await create(visitor, { name: 'Deploy', scopes: 'mods:write' });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('value="Deploy"');
    const proven = await person('dot', { steppedUp: true });
    expect((await create(proven, { scopes: 'mods:write' })).status).toBe(200);
  });

  it('a key covers only the chosen mods, and only those of the own team', async () => {
    const creator = await world.creator('eve');
    const { id: own } = await bareMod(creator, 'brackenvale');
    const { id: foreign } = await bareMod(await world.creator('fay'), 'brackenvale');
    await setPassword(createSystemContext(world.platform, 'test'), {
      username: 'eve',
      password: PASSWORD,
    });
    const owner = newVisitor(world);
    await owner.signIn('eve', PASSWORD);
    const refused = await create(owner, { mods: foreign });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Check the mods');
    expect((await create(owner, { mods: own })).status).toBe(200);
    const { modIds, limited } = await world.platform.db.credential.findFirstOrThrow({
      where: { userId: creator.userId, kind: 'api_key' },
    });
    expect({ modIds, limited }).toEqual({ modIds: [own], limited: true });
  });

  it('a replaced key works beside the new one, and a revoked key does not work', async () => {
    const visitor = await person('gil');
    const first = secretOn((await create(visitor, { scopes: 'account:read' })).html);
    const [id = ''] = idsOn((await visitor.get(KEYS)).html);
    const second = secretOn((await visitor.fill(`${KEYS}/${id}/rotate`, {})).html);
    expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
    expect((await visitor.get(KEYS)).html).toMatch(
      /The old secret works until[\s\S]*?<time [^>]*>[^<]*\d:\d\d:\d\d [AP]M UTC</,
    );
    const again = await visitor.fill(`${KEYS}/${id}/rotate`, {});
    expect([again.status, secretOn(again.html)]).toEqual([409, '']);
    for (const each of idsOn((await visitor.get(KEYS)).html)) {
      expect(await visitor.fill(`${KEYS}/${each}/revoke`, {})).toMatchObject({ location: KEYS });
    }
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401]);
    expect((await visitor.get(KEYS)).html).toContain('Expired and revoked keys');
  });

  it.each([
    ['en', 'for 10 minutes.'],
    ['ru', 'ещё 10 минут:'],
    ['de', 'noch 10 Minuten.'],
  ])('the page in %s says how long the old secret of a replaced key works', async (lang, time) => {
    const visitor = await person(`jo-${lang}`);
    await create(visitor, {});
    const [id = ''] = idsOn((await visitor.get(KEYS)).html);
    const { html } = await visitor.get(`${KEYS}/${id}/rotate?lang=${lang}`);
    expect(html).toContain(time);
  });

  it('a user can neither replace nor revoke a key of someone else', async () => {
    const [hal, ida] = [await person('hal'), await person('ida')];
    const secret = secretOn((await create(hal, { scopes: 'account:read' })).html);
    const [id = ''] = idsOn((await hal.get(KEYS)).html);
    for (const change of ['rotate', 'revoke']) {
      expect((await ida.fill(`${KEYS}/${id}/${change}`, {})).status).toBe(404);
    }
    expect(await statusWith(secret)).toBe(200);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name with a control of direction', { name: 'CI\u202e' }],
    ['an unknown right', { scopes: 'everything' }],
  ])('a form with %s is shown again with its input and creates nothing', async (what, fields) => {
    const visitor = await person(`kim${what.length}`);
    const { status, html } = await create(visitor, fields);
    expect([422, 400]).toContain(status);
    expect(html).toContain('<form method="post"');
    expect(idsOn((await visitor.get(KEYS)).html)).toEqual([]);
  });
});
