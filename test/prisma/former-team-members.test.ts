import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const database = useDatabaseBefore('20261122121252_former_team_members');

test('the migration records members who left earlier as former members since their last departure', async () => {
  const { db } = database;
  const [userId, stays, teamId, modId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const id of [userId, stays]) {
    await db.$executeRaw`
      insert into users (id, username, display_name) values (${id}::uuid, ${id}, 'Somebody')`;
  }
  await db.$executeRaw`insert into teams (id) values (${teamId}::uuid)`;
  await database.unchecked(`
    insert into mods (id, game_id, team_id, author_id, slug, title, summary, description)
    values ('${modId}', '${randomUUID()}', '${teamId}', '${stays}', 'a-mod', '{}', '{}', '{}')`);
  const write = (action: string, who: string, at: string, outcome = 'done') => db.$executeRaw`
    insert into audit_entries (id, action, target_kind, target_id, data, at, outcome)
    values (${randomUUID()}::uuid, ${action}, 'mod', ${modId}::uuid,
      jsonb_build_object('user_id', ${who}::text), ${at}::timestamptz, ${outcome}::"AuditOutcome")`;
  const last = '2026-11-02T00:00:00Z';
  await write('team.member_removed', userId, '2026-11-01T00:00:00Z');
  await write('team.member_removed', userId, last);
  await write('team.member_added', userId, '2026-11-03T00:00:00Z');
  await write('team.member_added', stays, '2026-11-01T00:00:00Z');
  await write('team.member_removed', stays, '2026-11-04T00:00:00Z', 'refused');
  await write('team.member_removed', randomUUID(), last);
  await write('team.member_removed', 'nobody', last);
  await database.upgrade();
  expect(await db.formerTeamMember.findMany()).toEqual([
    { teamId, userId, leftAt: new Date(last), declined: false },
  ]);
});
