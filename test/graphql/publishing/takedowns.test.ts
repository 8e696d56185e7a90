import { describe, expect, it } from 'vitest';
import type { Tx } from '../../../src/platform/database/connect.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { meanwhile } from '../../locks.js';
import { addedPicture, picture } from '../../pictures.js';
import { draftMod, publishedVersion, readyVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { signIn } from '../identity/signed-in.js';
import { alice, join, judge, mary, other, owner, useStaff, world } from '../identity/staff.js';

useStaff();

const DOWN = `mutation ($id: ID!, $reason: String) {
  takeDownModVersion(id: $id, reason: $reason) { status takenDownAt takedownReason } }`;
const LIFT = `mutation ($id: ID!) {
  liftModVersionTakedown(id: $id) { status takenDownAt takedownReason } }`;
const MOD_DOWN = `mutation ($modId: ID!, $reason: String!) {
  takeDownMod(modId: $modId, reason: $reason) { takenDownAt reason } }`;
const MOD_LIFT = 'mutation ($modId: ID!) { liftModTakedown(modId: $modId) { takenDownAt reason } }';
const READ = 'query ($modId: ID!) { modTakedown(modId: $modId) { takenDownAt reason } }';
const OWN = '{ listMyTakedowns { modId modTitle reason } }';
const reason = 'It contains the work of somebody else.';

const widePng = () => picture({ width: 700, height: 100 }).png().toBuffer();

/** A mod with two published versions. */
async function publishedMod() {
  const modId: string = (await draftMod(alice, 'eyes')).id;
  const first = await publishedVersion(world, alice, modId, { version: '1.0.0' });
  const second = await publishedVersion(world, alice, modId, { version: '1.1.0' });
  return { modId, first, second };
}

const stateOf = (modId: string) =>
  world.platform.db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { state: true, takedownReason: true },
  });

/** The first write of a takedown. */
const markAsTakenDown = (tx: Tx, modId: string) =>
  tx.mod.update({
    where: { id: modId },
    data: { takenDownAt: world.clock.now(), takedownReason: reason },
  });

const mailsOf = async (userId: string) =>
  (await world.platform.db.mail.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(
    ({ template, params }) => [template, params],
  );

describe('the takedown of a version', () => {
  it('a takedown shows its reason to the team, mails the owners, and its end removes the reason', async () => {
    const { modId, second } = await publishedMod();
    const id = second.versionId;
    const { takeDownModVersion } = await judge.run(DOWN, { id, reason: ` ${reason} ` });
    expect(takeDownModVersion).toMatchObject({ status: 'withdrawn', takedownReason: reason });
    const seen = await owner.run(
      'query ($modId: ID!, $id: ID!) { getModVersion(modId: $modId, versionId: $id) { takedownReason } }',
      { modId, id },
    );
    expect(seen.getModVersion.takedownReason).toBe(reason);
    expect((await mailsOf(alice.userId)).at(-1)).toEqual([
      'content_taken_down',
      expect.objectContaining({ content: 'version', version: '1.1.0', modId }),
    ]);
    expect((await alice.post(`/mods/${modId}/versions/${id}/rollback`, {})).status).toBe(409);
    expect((await judge.run(LIFT, { id })).liftModVersionTakedown).toEqual({
      status: 'withdrawn',
      takenDownAt: null,
      takedownReason: null,
    });
  });

  it('the mail about a takedown without a reason does not promise one', async () => {
    const { modId, first, second } = await publishedMod();
    await judge.run(DOWN, { id: first.versionId, reason });
    await judge.run(DOWN, { id: second.versionId });
    const sent = (await mailsOf(alice.userId)).map(([, params]) => params as Json);
    const ours = sent.filter((params) => params.modId === modId);
    expect(ours.map((params) => params.reason)).toEqual(['given', 'none']);
  });

  it('each takedown of several versions mails the owners', async () => {
    const { modId, first, second } = await publishedMod();
    for (const { versionId: id } of [first, second]) await judge.run(DOWN, { id, reason });
    const sent = (await mailsOf(alice.userId)).map(([, params]) => params);
    expect(sent.filter((params) => (params as Json).modId === modId)).toEqual([
      expect.objectContaining({ version: '1.0.0' }),
      expect.objectContaining({ version: '1.1.0' }),
    ]);
  });

  longTest(
    'a takedown refuses an empty reason, a long one, and one with a control of direction',
    async () => {
      const { second } = await publishedMod();
      const id = second.versionId;
      for (const bad of [' ', 'x'.repeat(LIMITS.reportCharacters + 1), 'a\u202eb']) {
        const refused = await judge.refusal(DOWN, { id, reason: bad });
        expect(refused[0]).toBe('invalid_input');
      }
      expect((await judge.run(DOWN, { id })).takeDownModVersion.takedownReason).toBeNull();
    },
  );
});

describe('the takedown of a mod', () => {
  it('a takedown withdraws all versions, and the team can neither publish nor restore one until its end', async () => {
    const { modId, first, second } = await publishedMod();
    const next = await readyVersion(world, alice, modId, { version: '2.0.0' });
    const { takeDownMod } = await judge.run(MOD_DOWN, { modId, reason });
    expect(takeDownMod).toEqual({ takenDownAt: expect.any(String), reason });
    expect(await stateOf(modId)).toEqual({ state: 'hidden', takedownReason: reason });
    expect((await world.anon.get(`/mods/${modId}`)).status).toBe(404);
    const download = await world.anon.post(`/downloads/${second.artifactId}/resolve`, {});
    expect(download.status).toBeGreaterThanOrEqual(404);
    const restore = 'mutation ($id: ID!) { restoreModVersion(id: $id) { status } }';
    const publish = () => alice.post(`/mods/${modId}/versions/${next.versionId}/publish`, {});
    for (const { versionId: id } of [first, second]) {
      expect(await owner.refusal(restore, { id })).toBe('forbidden');
      expect(await judge.refusal(LIFT, { id })).toBe('forbidden');
    }
    expect((await publish()).body.code).toBe('forbidden');
    expect((await owner.run(READ, { modId })).modTakedown.reason).toBe(reason);
    expect((await owner.run(OWN)).listMyTakedowns[0]).toEqual({
      modId,
      modTitle: { en: expect.any(String) },
      reason,
    });
    expect((await other.run(OWN)).listMyTakedowns).toEqual([]);
    expect((await mailsOf(alice.userId)).at(-1)).toEqual([
      'content_taken_down',
      expect.objectContaining({ content: 'mod', version: '', modId }),
    ]);

    expect((await other.run(MOD_LIFT, { modId })).liftModTakedown).toEqual({
      takenDownAt: null,
      reason: null,
    });
    expect((await stateOf(modId)).state).toBe('hidden');
    await owner.run(restore, { id: second.versionId });
    expect((await stateOf(modId)).state).toBe('published');
    expect((await publish()).status).toBe(200);
    const actions = await world.platform.db.auditEntry.findMany({
      where: { targetId: modId, action: { in: ['mod.taken_down', 'mod.takedown_lifted'] } },
      orderBy: { at: 'asc' },
    });
    expect(actions.map(({ actorId }) => actorId)).toEqual([judge.userId, other.userId]);
    expect(actions[0]?.data).toEqual({ reason });
  });

  longTest(
    'the end of a takedown keeps the takedown of a version that a moderator took down by itself',
    async () => {
      const { modId, first } = await publishedMod();
      await judge.run(DOWN, { id: first.versionId, reason: 'The first fault.' });
      await judge.run(MOD_DOWN, { modId, reason });
      await judge.run(MOD_LIFT, { modId });
      const own: Json[] = (await owner.run(OWN)).listMyTakedowns;
      expect(own.map((it) => it.modId)).not.toContain(modId);
      const version = await world.platform.db.modVersion.findUniqueOrThrow({
        where: { id: first.versionId },
      });
      expect(version.takedownReason).toBe('The first fault.');
      expect(version.takenDownAt).not.toBeNull();
      const line = await world.platform.db.auditEntry.findFirstOrThrow({
        where: { targetId: first.versionId, action: 'version.taken_down' },
      });
      expect(line.data).toEqual({ reason: 'The first fault.' });
    },
  );

  it('a takedown hides the pictures of the mod from everyone but its team and moderators', async () => {
    const { modId } = await publishedMod();
    const { url, variants } = await addedPicture(alice, modId, { kind: 'cover' }, await widePng());
    const seen = async (cookie?: string) => {
      const { status, headers } = await fetch(url, cookie ? { headers: { cookie } } : {});
      return [status, headers.get('cache-control')];
    };
    const everyone = [200, 'public, max-age=31536000, immutable'];
    expect(await seen()).toEqual(everyone);
    await judge.run(MOD_DOWN, { modId, reason });
    expect((await seen())[0]).toBe(404);
    expect((await fetch(variants[0].url)).status).toBe(404);
    const stranger = await signIn(world, (await world.creator('stranger')).userId);
    expect((await seen(stranger.cookie))[0]).toBe(404);
    const idle = await signIn(world, mary.userId, { aal2: false });
    expect((await seen(idle.cookie))[0]).toBe(404);
    for (const { cookie } of [owner, judge]) {
      expect(await seen(cookie)).toEqual([200, 'private, no-store']);
    }
    await judge.run(MOD_LIFT, { modId });
    expect(await seen()).toEqual(everyone);
  });

  it('a takedown revokes the download grants that are live', async () => {
    const { modId, second } = await publishedMod();
    const grant = await alice.post(`/downloads/${second.artifactId}/resolve`, {});
    expect(grant.status).toBeLessThan(300);
    await judge.run(MOD_DOWN, { modId, reason });
    const live = await world.platform.db.downloadGrant.count({
      where: { artifactId: second.artifactId, state: { notIn: ['revoked', 'expired'] } },
    });
    expect(live).toBe(0);
  });

  longTest(
    'a draft, an unknown mod, and a mod that is taken down already are refused',
    async () => {
      const draft = (await draftMod(alice, 'eyes')).id;
      expect(await judge.refusal(MOD_DOWN, { modId: draft, reason })).toBe('invalid_state');
      expect(await judge.refusal(MOD_DOWN, { modId: 'nothing', reason })).toBe('not_found');
      const { modId } = await publishedMod();
      expect(await judge.refusal(MOD_LIFT, { modId })).toBe('invalid_state');
      await judge.run(MOD_DOWN, { modId, reason });
      expect(await other.refusal(MOD_DOWN, { modId, reason })).toBe('invalid_state');
      expect((await judge.refusal(MOD_DOWN, { modId, reason: '' }))[0]).toBe('invalid_input');
    },
  );

  longTest('a publication at the same time waits for the takedown, and is refused', async () => {
    const { modId } = await publishedMod();
    const next = await readyVersion(world, alice, modId, { version: '3.0.0' });
    const { waited, result } = await meanwhile(
      world,
      (tx) => markAsTakenDown(tx, modId),
      () => alice.post(`/mods/${modId}/versions/${next.versionId}/publish`, {}),
    );
    expect(waited).toBe(true);
    expect(result.body.code).toBe('forbidden');
  });

  longTest(
    'the end of a takedown of a version waits for a takedown of its mod at the same time, and is refused',
    async () => {
      const { modId, first } = await publishedMod();
      const id = first.versionId;
      await judge.run(DOWN, { id, reason });
      const { waited, result } = await meanwhile(
        world,
        (tx) => markAsTakenDown(tx, modId),
        () => judge.refusal(LIFT, { id }),
      );
      expect([waited, result]).toEqual([true, 'forbidden']);
    },
  );

  longTest(
    'a withdrawn version without a takedown of its own cannot return to a mod that is taken down',
    async () => {
      const { modId, first } = await publishedMod();
      await judge.run(MOD_DOWN, { modId, reason });
      await world.platform.db.modVersion.update({
        where: { id: first.versionId },
        data: { takenDownAt: null },
      });
      const restore = 'mutation ($id: ID!) { restoreModVersion(id: $id) { status } }';
      expect(await owner.refusal(restore, { id: first.versionId })).toBe('forbidden');
    },
  );

  it('members of the team, and moderators who are involved, cannot take a mod down or lift it', async () => {
    const { modId } = await publishedMod();
    expect(await owner.refusal(MOD_DOWN, { modId, reason })).toBe('forbidden');
    const stranger = await signIn(world, (await world.creator('bert')).userId);
    expect(await stranger.refusal(READ, { modId })).toBe('forbidden');
    const any = 'query ($modId: ID!) { moderatedMod(modId: $modId) { reason } }';
    expect(await owner.refusal(any, { modId })).toBe('forbidden');
    expect((await other.run(any, { modId })).moderatedMod).toEqual({ reason: null });
    await join(modId, mary, 'reviewer');
    expect(await judge.refusal(MOD_DOWN, { modId, reason })).toBe('forbidden');
    await other.run(MOD_DOWN, { modId, reason });
    expect(await judge.refusal(MOD_LIFT, { modId })).toBe('forbidden');
    expect(await owner.refusal(MOD_LIFT, { modId })).toBe('forbidden');
  });
});
