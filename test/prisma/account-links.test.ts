import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { skeletonOf } from '../../src/modules/identity/accounts/usernames.js';
import { useDatabaseBefore } from './before-migration.js';

const before = useDatabaseBefore('20261124020000_account_links');

test('the migration gives each username its skeleton, and the oldest of similar names keeps it', async () => {
  const { db } = before;
  const names = ['O0-oIi1l_L', 'Modern-vvorld', 'rrn', 'zoe', 'Zoe', 'z0e', 'z-o-e'];
  await before.unchecked(
    ...names.map(
      (name, at) => `insert into users (id, username, display_name, created_at)
        values ('${randomUUID()}', '${name}', 'Name', '2026-01-0${9 - at}')`,
    ),
  );
  await before.upgrade();
  const users = await db.user.findMany();
  const skeletons = new Map(users.map((user) => [user.username, user.usernameSkeleton]));
  const oldest = ['O0-oIi1l_L', 'Modern-vvorld', 'rrn', 'z-o-e'];
  expect(names.map((name) => skeletons.get(name))).toEqual(
    names.map((name) => (oldest.includes(name) ? skeletonOf(name) : null)),
  );
  expect(users.map(({ unverifiedEmail }) => unverifiedEmail)).toEqual(names.map(() => null));
});
