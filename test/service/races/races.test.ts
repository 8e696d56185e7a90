import { afterEach, describe, expect, it } from 'vitest';
import { changeBlockByUsername } from '../../../src/modules/identity/index.js';
import type { World } from '../../harness.js';
import { everyNth, rounds } from '../../rounds.js';
import { catalogRaces } from './catalog.js';
import { broken } from './invariants.js';
import { moderationRaces } from './moderation.js';
import { peopleRaces } from './people.js';
import { remove, rollback, systemOf, useStage, type Version } from './stage.js';
import { uploadRaces } from './uploads.js';
import { versionRaces } from './versions.js';

const stage = useStage();
const { here, there, alice, bob, bothOf, db, modWithBob, published } = stage;
/** In the first two of four rounds, both requests start together. */
const ROUNDS = rounds(1, 4);

afterEach(async () => expect(await broken(db())).toEqual({}));

describe.each([
  ['versions', versionRaces(stage)],
  ['uploads', uploadRaces(stage)],
  ['moderation', moderationRaces(stage)],
  ['people, rights and keys', peopleRaces(stage)],
  ['the catalog', catalogRaces(stage)],
])('races between two processes over %s', (_of, races) => {
  for (const { name, run } of everyNth(races, 4)) it(name, () => run(ROUNDS));
});

describe('concurrent downloads at two processes', () => {
  it('an anonymous caller never gets more active download grants than its limit', async () => {
    const files = [await published(), await published(), await published(), await published()];
    const resolve = ({ artifactId }: Version, at: number) =>
      (at % 2 ? here : there).anon.post(`/downloads/${artifactId}/resolve`, {});
    const answers = await Promise.all([...files, ...files].map(resolve));
    const active = await db().downloadGrant.findMany({
      where: { state: 'active', expiresAt: { gt: here.clock.now() } },
    });
    expect(active).toHaveLength(2);
    for (const { status } of answers) expect([200, 429]).toContain(status);
  });
});

describe('changes that one process makes and another one reads', () => {
  it('a blocked account is refused by the other process at once', async () => {
    const eve = bothOf(await here.creator('eve'));
    expect((await eve.here.get('/me')).status).toBe(200);
    expect((await eve.there.get('/me')).status).toBe(200);
    await changeBlockByUsername(systemOf(there), 'eve', true);
    expect((await eve.here.get('/me')).status).toBe(403);
    await changeBlockByUsername(systemOf(here), 'eve', false);
    expect((await eve.there.get('/me')).status).toBe(200);
  });

  it('a former member cannot read a draft at the other process', async () => {
    const team = await modWithBob('maintainer');
    expect((await bob.there.get(`/mods/${team.modId}`)).status).toBe(200);
    await remove(alice.here, team, bob);
    expect((await bob.there.get(`/mods/${team.modId}`)).status).toBe(404);
  });

  it('a rolled back version is gone from reads and downloads at the other process', async () => {
    const version = await published();
    const paths = [`/mods/${version.modId}`, `/artifacts/${version.artifactId}`];
    const statuses = async ({ anon }: World) =>
      Promise.all(paths.map(async (path) => (await anon.get(path)).status));
    expect(await statuses(there)).toEqual([200, 200]);
    await rollback(alice.here, version);
    expect(await statuses(there)).toEqual([404, 410]);
    const resolve = await there.anon.post(`/downloads/${version.artifactId}/resolve`, {});
    expect(resolve.status).toBe(410);
  });
});
