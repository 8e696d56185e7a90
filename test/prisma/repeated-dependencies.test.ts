import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../prisma/migrate.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';

const MIGRATION = '20261122110500_one_dependency_per_mod_and_kind';

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

type Row = readonly [kind: string, range: string | null, pinned?: boolean];

/** The rows of one pair of kind and mod before the migration, and the one after it. */
const CASES: readonly (readonly [what: string, before: readonly Row[], after: Row])[] = [
  ['one row stays as it is', [['required', '^1.0.0']], ['required', '^1.0.0']],
  [
    'equal rows become one',
    [
      ['required', '^1.0.0'],
      ['required', '^1.0.0'],
    ],
    ['required', '^1.0.0'],
  ],
  [
    'all required ranges hold',
    [
      ['required', '>=1.0.0'],
      ['required', '<2.0.0'],
    ],
    ['required', '<2.0.0 >=1.0.0'],
  ],
  [
    'a required row without a range adds nothing',
    [
      ['required', null],
      ['required', '^2.0.0'],
      ['required', null],
    ],
    ['required', '^2.0.0'],
  ],
  [
    'any embedded range is enough',
    [
      ['embedded', '1.4.0'],
      ['embedded', '1.5.0'],
    ],
    ['embedded', '1.4.0 || 1.5.0'],
  ],
  [
    'an embedded row without a range stands for all',
    [
      ['embedded', null],
      ['embedded', '1.5.0'],
    ],
    ['embedded', null],
  ],
  [
    'any conflicting range is enough',
    [
      ['conflict', '1.0.0 - 1.2.0'],
      ['conflict', '>3'],
    ],
    ['conflict', '1.0.0 - 1.2.0 || >3'],
  ],
  [
    'ranges that cannot be joined: the last one stays',
    [
      ['required', '1.0.0 - 2.0.0'],
      ['required', '>=1.5.0'],
    ],
    ['required', '>=1.5.0'],
  ],
  [
    'alternatives cannot be joined by a space: the last one stays',
    [
      ['optional', '1 || 2'],
      ['optional', '>=1.5.0'],
    ],
    ['optional', '>=1.5.0'],
  ],
  [
    'a string that is not semver cannot be joined: the last one stays',
    [
      ['conflict', '1.0.0'],
      ['conflict', 'build b'],
    ],
    ['conflict', 'build b'],
  ],
  [
    'a row that names a version is not joined: the last one stays',
    [
      ['required', '^1.0.0'],
      ['required', null, true],
    ],
    ['required', null, true],
  ],
  [
    'a joined range stays within the limit of the API',
    Array.from({ length: 30 }, (_, at) => ['embedded', `1.${at}.0`] as const),
    ['embedded', '1.29.0'],
  ],
];

test('repeated dependencies become one that means the same, and no more can be written', async () => {
  const { db, url } = database;
  for (const { name } of await readMigrations(MIGRATIONS_FOLDER)) {
    if (name < MIGRATION)
      await cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
  // Only the dependencies matter here: their mods and versions need not exist.
  const write = (target: string, version: string, [kind, range, pinned = false]: Row, at: number) =>
    db.$transaction([
      db.$executeRaw`set local session_replication_role = replica`,
      db.$executeRaw`
        insert into dependencies (id, mod_id, version_id, kind, target_mod_id, version_constraint, target_version_id)
        values (${`00000000-0000-7000-8000-${String(at).padStart(12, '0')}`}::uuid, ${target}::uuid, ${version}::uuid,
          ${kind}::"DependencyKind", ${target}::uuid, ${range}, ${pinned ? target : null}::uuid)`,
    ]);
  const version = randomUUID();
  const targets = CASES.map(() => randomUUID());
  let written = 0;
  for (const [at, [, before]] of CASES.entries()) {
    for (const row of before) {
      written += 1;
      await write(targets[at] ?? '', version, row, written);
    }
  }
  expect(await migrate(url)).toContain(MIGRATION);
  const rows = await db.dependency.findMany({ where: { state: 'active' } });
  const found = CASES.map(([what], at) => [
    what,
    rows
      .filter(({ targetModId }) => targetModId === targets[at])
      .map((row) => [row.kind, row.versionConstraint, row.targetVersionId !== null]),
  ]);
  expect(found).toEqual(
    CASES.map(([what, , [kind, range, pinned = false]]) => [what, [[kind, range, pinned]]]),
  );
  expect(await db.dependency.count()).toBe(written);
  const again = write(targets[0] ?? '', version, ['required', '^3.0.0'], written + 1);
  await expect(again).rejects.toThrow(/unique/i);
});
