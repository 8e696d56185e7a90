import { beforeAll, describe, expect, it } from 'vitest';
import { type NoticeParams, notify } from '../../../src/modules/identity/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import { bareMod, draftVersion, newGame } from '../../publishing.js';
import { longTest } from '../../rounds.js';

type RoleChange = NoticeParams['team_role_changed'];
type PublisherChange = NoticeParams['trusted_publisher_changed'];

const world = useWorld({}, { jobs: 'when-settled' });
const { teamMailDelaySeconds, teamMailWindowSeconds, teamMailsPerDay } = LIMITS;
let attacker: Creator;

beforeAll(async () => {
  await newGame(world, 'bombs');
  attacker = await world.creator('mallory');
});

async function victimNamed(username: string): Promise<string> {
  const { userId } = await world.creator(username);
  await world.platform.db.user.update({
    where: { id: userId },
    data: { email: `${username}@example.org` },
  });
  return userId;
}

const modNumber = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`;
const roleChange = (more: Partial<RoleChange> = {}): RoleChange => ({
  change: 'changed',
  role: 'owner',
  modId: modNumber(1),
  modTitle: 'Spam',
  standing: 'unpublished',
  actor: 'mallory',
  ...more,
});
const tell = (userIds: readonly string[], params: RoleChange) =>
  world.platform.db.$transaction((tx) =>
    notify(tx, world, { userIds, template: 'team_role_changed', params }),
  );
const tellOfPublisher = (
  userId: string,
  more: Pick<PublisherChange, 'modId' | 'publisher' | 'standing'>,
) =>
  world.platform.db.$transaction((tx) =>
    notify(tx, world, {
      userIds: [userId],
      template: 'trusted_publisher_changed',
      params: { change: 'added', modTitle: 'Own', actor: 'mallory', ...more },
    }),
  );
const mailsOf = (userId: string) =>
  world.platform.db.mail.findMany({ where: { userId }, orderBy: { id: 'asc' } });
const outcomesOf = async (userId: string) => (await mailsOf(userId)).map(({ outcome }) => outcome);

/** Advances the clock, then runs the jobs that are due. */
async function later(seconds: number): Promise<void> {
  world.clock.advance(seconds);
  await world.settled();
}

describe('mails about team roles', () => {
  longTest('repeated role changes by an owner send one mail with the last state', async () => {
    const { db } = world.platform;
    const victim = await victimNamed('victim');
    const modId: string = (await bareMod(attacker, 'bombs')).id;
    const path = `/mods/${modId}/team-members/${victim}`;
    const toggle = async (times: number) => {
      for (let at = 0; at < times; at += 1) {
        for (const role of ['owner', 'reviewer']) {
          expect((await attacker.request('PUT', path, { body: { role } })).status).toBe(200);
        }
      }
    };
    const changes = { userId: victim, kind: 'account.access.changed' };
    const before = await db.outboxEvent.count({ where: changes });
    await toggle(10);
    await later(teamMailDelaySeconds);
    expect(await mailsOf(victim)).toMatchObject([
      { outcome: 'sent', params: { change: 'changed', role: 'reviewer' } },
    ]);
    await toggle(10);
    await later(teamMailWindowSeconds / 2);
    expect(await outcomesOf(victim)).toEqual(['sent', null]);
    await later(teamMailWindowSeconds / 2);
    expect(await outcomesOf(victim)).toEqual(['sent', 'sent']);
    expect(await db.outboxEvent.count({ where: changes })).toBe(before + 40);
  });

  longTest(
    'a user who is added to many drafts gets a limited number of mails per day',
    async () => {
      const victim = await victimNamed('flooded');
      for (let at = 0; at < teamMailsPerDay + 5; at += 1) {
        await tell([victim], roleChange({ modId: modNumber(at) }));
      }
      expect(await mailsOf(victim)).toHaveLength(teamMailsPerDay);
      await later(teamMailDelaySeconds);
      await tell([victim], roleChange({ modId: modNumber(100) }));
      expect(await mailsOf(victim)).toHaveLength(teamMailsPerDay);
      await later(LIMITS.teamMailsDaySeconds);
      await tell([victim], roleChange({ modId: modNumber(100) }));
      expect(await mailsOf(victim)).toHaveLength(teamMailsPerDay + 1);
    },
  );

  it('a flood of mails about drafts does not suppress mails about published mods or the own account', async () => {
    const victim = await victimNamed('distracted');
    for (let at = 0; at < teamMailsPerDay; at += 1) {
      await tell([victim], roleChange({ modId: modNumber(at) }));
    }
    await tell([victim], roleChange({ modId: modNumber(200), standing: 'published' }));
    await world.platform.db.$transaction((tx) =>
      notify(tx, world, {
        userIds: [victim],
        template: 'second_factor_changed',
        params: { change: 'added' },
      }),
    );
    await world.settled();
    const mails = await mailsOf(victim);
    expect(mails).toHaveLength(teamMailsPerDay + 2);
    // The mail about the own account is sent while the others wait.
    expect(mails.filter(({ outcome }) => outcome === 'sent')).toMatchObject([
      { template: 'second_factor_changed' },
    ]);
  });

  it.each(['author', 'creator of a version'])(
    'a flood of mails about other mods does not suppress mails about a mod to its %s',
    async (role) => {
      const victim = await victimNamed(role === 'author' ? 'author' : 'uploader');
      const mod = await bareMod(attacker, 'bombs');
      const { id: versionId } = await draftVersion(attacker, mod.id, { version: '1.0.0' });
      const { modVersion, mod: mods } = world.platform.db;
      if (role === 'author') {
        await mods.update({ where: { id: mod.id }, data: { authorId: victim } });
      } else {
        await modVersion.update({ where: { id: versionId }, data: { createdById: victim } });
      }
      const about = { standing: 'published', modId: mod.id } as const;
      for (let at = 0; at < teamMailsPerDay; at += 1) {
        await tell([victim], roleChange({ modId: modNumber(at), standing: 'published' }));
      }
      for (let at = 0; at < teamMailsPerDay + 5; at += 1) {
        await tellOfPublisher(victim, { ...about, publisher: `mallory/stolen${at}` });
      }
      const templates = (await mailsOf(victim)).map(({ template }) => template);
      expect(templates.filter((one) => one === 'team_role_changed')).toHaveLength(teamMailsPerDay);
      expect(templates).toHaveLength(2 * teamMailsPerDay);
    },
  );

  it('mails about reviews of the own mod do not suppress mails about its team', async () => {
    const victim = await victimNamed('reviewed');
    const { id: modId } = await bareMod(attacker, 'bombs');
    await world.platform.db.mod.update({ where: { id: modId }, data: { authorId: victim } });
    const params = {
      outcome: 'rejected',
      file: 'a.zip',
      modId,
      modTitle: 'Own',
      versionId: modNumber(1),
      version: '1.0.0',
    } as const;
    for (let at = 0; at < teamMailsPerDay; at += 1) {
      await world.platform.db.$transaction((tx) =>
        notify(tx, world, { userIds: [victim], template: 'upload_reviewed', params }),
      );
    }
    await tell([victim], roleChange({ modId, standing: 'published' }));
    expect((await mailsOf(victim)).at(-1)).toMatchObject({ template: 'team_role_changed' });
  });

  it('two concurrent role changes write one mail', async () => {
    const victim = await victimNamed('raced');
    const { waited } = await meanwhile(
      world,
      (tx) =>
        notify(tx, world, {
          userIds: [victim],
          template: 'team_role_changed',
          params: roleChange(),
        }),
      () => tell([victim], roleChange({ change: 'removed' })),
    );
    expect(waited).toBe(true);
    expect(await mailsOf(victim)).toMatchObject([{ params: { change: 'removed' } }]);
  });

  it('a role change while a mail is being sent gets a mail of its own', async () => {
    const victim = await victimNamed('unlucky');
    await tell([victim], roleChange());
    await world.platform.db.mail.updateMany({ where: { userId: victim }, data: { attempts: 1 } });
    await tell([victim], roleChange({ change: 'removed' }));
    expect(await mailsOf(victim)).toMatchObject([
      { params: { change: 'changed' } },
      { params: { change: 'removed' } },
    ]);
  });

  it('a mail to many users takes the same number of statements as a mail to one', async () => {
    const users: string[] = [];
    for (const name of ['u1', 'u2', 'u3', 'u4']) users.push(await victimNamed(name));
    const one = await world.statements(() => tell(users.slice(0, 1), roleChange()));
    const three = await world.statements(() => tell(users.slice(1), roleChange()));
    expect(three).toHaveLength(one.length);
  });
});
