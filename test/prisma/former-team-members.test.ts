import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../prisma/migrate.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';

const MIGRATION = '20261122121252_former_team_members';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'modport-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('members who left before the migration are former members since their last departure', async () => {
  const { db, url } = database;
  for (const { name } of await readMigrations(MIGRATIONS_FOLDER)) {
    if (name < MIGRATION)
      await cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
  const [userId, stays, teamId, modId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const id of [userId, stays]) {
    await db.$executeRaw`
      insert into users (id, username, display_name) values (${id}::uuid, ${id}, 'Somebody')`;
  }
  await db.$executeRaw`insert into teams (id) values (${teamId}::uuid)`;
  // The game of the mod does not matter here and need not exist.
  await db.$transaction([
    db.$executeRaw`set local session_replication_role = replica`,
    db.$executeRaw`
      insert into mods (id, game_id, team_id, author_id, slug, title, summary, description)
      values (${modId}::uuid, ${randomUUID()}::uuid, ${teamId}::uuid, ${stays}::uuid, 'a-mod', '{}', '{}', '{}')`,
  ]);
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
  expect(await migrate(url)).toContain(MIGRATION);
  expect(await db.formerTeamMember.findMany()).toEqual([
    { teamId, userId, leftAt: new Date(last) },
  ]);
});
