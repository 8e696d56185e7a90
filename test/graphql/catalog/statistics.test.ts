import { beforeAll, describe, expect, it } from 'vitest';
import { countDownloads } from '../../../src/modules/catalog/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { outside } from '../../locks.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { addToday, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

const DAY_SECONDS = 24 * 3_600;
const world = useWorld(
  { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'loopback' },
  { jobs: 'when-settled' },
);
let alice: Creator;
let mod: { modId: string; versionId: string; artifactId: string };

const scopes = 'account:read mods:write files:download';

beforeAll(async () => {
  await newGame(world, 'numbers');
  alice = await world.creator('alice');
  const { id } = await draftMod(alice, 'numbers');
  const first = { version: '1.0.0', loader_platforms: ['fabric'], game_versions: ['1.20', '1.21'] };
  mod = { modId: id, ...(await publishedVersion(world, alice, id, first)) };
  await publishedVersion(world, alice, id, { ...first, version: '2.0.0', game_versions: ['1.21'] });
  // From here on, no day ends by itself.
  world.clock.stop();
});

const FIELDS = `since until downloads downloadsBefore days { day downloads }
  mods { modId downloads } versions { version downloads } gameVersions { name downloads }
  regions { name downloads } referrers { name downloads }
  checks { checks meanSeconds longestSeconds }`;
const OF_MOD = `query ($modId: ID!, $days: Int) { modStatistics(modId: $modId, days: $days) { ${FIELDS} } }`;
const MINE = `query ($days: Int) { myStatistics(days: $days) { ${FIELDS} } }`;

async function read(actor: Actor, days?: number): Promise<Json> {
  const { body } = await actor.graphql(OF_MOD, { modId: mod.modId, days });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.modStatistics;
}
const codeOf = ({ body }: { body: Json }) => body.errors?.[0].extensions.code;
const count = () =>
  outside(() => countDownloads(world.platform, new AbortController().signal), 'jobs');

/** A download of the first version by a new account. */
async function download(name: string, headers: Record<string, string> = {}): Promise<void> {
  const person = await world.creator(name);
  const answer = await person.post(`/downloads/${mod.artifactId}/resolve`, undefined, headers);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Adds a member to the team of the mod. */
async function member(name: string, role: 'maintainer' | 'publisher' | 'reviewer') {
  const person = await world.creator(name);
  const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: mod.modId } });
  await world.platform.db.teamMember.create({ data: { teamId, userId: person.userId, role } });
  return person;
}

describe('modStatistics', () => {
  it('counted downloads appear by day, version, game version, region and referring site', async () => {
    await download('one', {
      Referer: 'https://Forum.Example.org/t/7?user=secret',
      'CF-IPCountry': 'DE',
    });
    await download('two', { Referer: 'https://forum.example.org/', 'CF-IPCountry': 'fr' });
    await download('three', { Referer: 'http://10.0.0.7/wiki', 'CF-IPCountry': 'T1' });
    await download('four', { Referer: 'https://intranet/wiki', 'CF-IPCountry': 'BR' });
    await count();
    const ofPersons = { OR: [{ referrer: { not: null } }, { region: { not: null } }] };
    expect(await world.platform.db.downloadGrant.count({ where: ofPersons })).toBe(0);
    const numbers = await read(alice, 7);
    expect(numbers).toMatchObject({
      downloads: 4,
      downloadsBefore: 0,
      mods: [{ modId: mod.modId, downloads: 4 }],
      versions: [{ version: '1.0.0', downloads: 4 }],
      gameVersions: [
        { name: '1.20', downloads: 4 },
        { name: '1.21', downloads: 4 },
      ],
      regions: [
        { name: 'EU', downloads: 2 },
        { name: 'SA', downloads: 1 },
      ],
      referrers: [{ name: 'forum.example.org', downloads: 2 }],
    });
    expect(numbers.days).toHaveLength(7);
    expect(numbers.days.at(-1)).toEqual({ day: numbers.until, downloads: 4 });
    const [checked] = numbers.checks;
    expect(checked.checks).toBe(2);
    expect(checked.meanSeconds).toBeLessThanOrEqual(checked.longestSeconds);
  });

  it('a period has whole days, and the one before it is compared with as many', async () => {
    world.clock.advance(7 * DAY_SECONDS);
    await download('five');
    await count();
    expect(await read(alice, 7)).toMatchObject({ downloads: 1, downloadsBefore: 4, regions: [] });
    expect(await read(alice)).toMatchObject({ downloads: 5, downloadsBefore: 0 });
    expect((await read(alice, 365)).days).toHaveLength(365);
    for (const [days, code] of [
      [0, 'too_small'],
      [366, 'too_large'],
    ]) {
      const { body } = await alice.graphql(OF_MOD, { modId: mod.modId, days });
      expect(body.errors[0].extensions.fields).toEqual([{ field: 'days', code }]);
    }
  });

  it('team members see numbers if their role has the permission, and other callers see none', async () => {
    const publisher = await member('publisher', 'publisher');
    const reviewer = await member('reviewer', 'reviewer');
    const stranger = await world.creator('stranger');
    expect((await read(publisher)).downloads).toBe(5);
    const ask = (actor: Actor) => actor.graphql(OF_MOD, { modId: mod.modId });
    expect(codeOf(await ask(reviewer))).toBe('team_role_denied');
    expect(codeOf(await ask(stranger))).toBe('forbidden');
    expect(codeOf(await ask(world.anon))).toBe('unauthorized');
    const narrow = await alice.withToken({ scopes: 'mods:read' });
    expect(codeOf(await ask(narrow))).toBe('insufficient_scope');
    const limited = await alice.withToken({
      scopes,
      modIds: [(await draftMod(alice, 'numbers')).id],
    });
    expect(codeOf(await ask(limited))).toBe('resource_scope_denied');
  });

  longTest(
    'numbers of a mod keep a bounded number of sites per day, regardless of what clients send',
    async () => {
      const { db } = world.platform;
      const grants = await db.downloadGrant.findMany({ take: 1 });
      const now = world.clock.now();
      const most = LIMITS.downloadSourcesPerDay;
      const forged = Array.from({ length: most + 30 }, (_, at) => ({
        ...grants[0],
        id: undefined,
        jobId: undefined,
        sessionId: undefined,
        actor: `user:forged-${at}`,
        counts: null,
        admittedAt: now,
        referrer: `s${String(at).padStart(3, '0')}.example.org`,
      }));
      await db.downloadGrant.createMany({ data: forged as never });
      await count();
      const where = { source: 'referrer' as const, day: now };
      expect(await db.downloadSourceDay.count({ where })).toBe(most);
      await db.downloadGrant.createMany({
        data: [{ ...forged[0], actor: 'user:again', referrer: 's001.example.org' }] as never,
      });
      await count();
      const again = await db.downloadSourceDay.findFirst({
        where: { ...where, name: 's001.example.org' },
      });
      expect(again?.downloads).toBe(2n);
      expect((await read(alice)).referrers).toHaveLength(LIMITS.statisticsRows);
      world.clock.advance((LIMITS.statisticsDays + 2) * DAY_SECONDS);
      await count();
      expect(await db.downloadSourceDay.count()).toBe(0);
    },
  );
});

describe('myStatistics', () => {
  it('numbers of all mods come from those on which the caller has the permission', async () => {
    const { db } = world.platform;
    const shelf = await shelfOf(world, 'numbers');
    const [own, hers] = [await seedMod(world, shelf), await seedMod(world, shelf)];
    const now = world.clock.now();
    for (const [{ versions }, downloads] of [
      [own, 10],
      [hers, 100],
    ] as const) {
      await addToday(db, versions[0]?.artifactId ?? '', downloads, now);
    }
    const bob = await world.creator('bob');
    for (const [{ modId }, role] of [
      [own, 'maintainer'],
      [hers, 'reviewer'],
    ] as const) {
      const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
      await db.teamMember.create({ data: { teamId, userId: bob.userId, role } });
    }
    const mine = async (actor: Actor) => (await actor.graphql(MINE)).body.data.myStatistics;
    expect(await mine(bob)).toMatchObject({
      downloads: 10,
      mods: [{ modId: own.modId, downloads: 10 }],
    });
    expect(await mine(await bob.withToken({ scopes, modIds: [hers.modId] }))).toMatchObject({
      downloads: 0,
      mods: [],
    });
  });

  longTest('the number of statements does not depend on the number of mods and days', async () => {
    const bob = await world.creator('carl');
    const ask = (days: number) => world.statements(() => bob.graphql(MINE, { days }));
    const none = await ask(1);
    const { db } = world.platform;
    for (const { teamId } of await db.mod.findMany({ select: { teamId: true } })) {
      await db.teamMember.create({ data: { teamId, userId: bob.userId, role: 'owner' } });
    }
    expect((await ask(365)).length).toBe(none.length);
  });
});
