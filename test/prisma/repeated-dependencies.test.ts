import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const database = useDatabaseBefore('20261122110500_one_dependency_per_mod_and_kind');

type Row = readonly [kind: string, range: string | null, pinned?: boolean];

/** The rows of one pair of kind and mod before the migration, and the row after it. */
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

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`);

let written = 0;
/** Writes a dependency of a version on a mod; neither needs to exist. */
function write(target: string, version: string, [kind, range, pinned = false]: Row): Promise<void> {
  written += 1;
  const id = `00000000-0000-7000-8000-${String(written).padStart(12, '0')}`;
  return database.unchecked(`
    insert into dependencies (id, mod_id, version_id, kind, target_mod_id, version_constraint, target_version_id)
    values ('${id}', '${target}', '${version}', '${kind}', '${target}', ${quoted(range)},
      ${quoted(pinned ? target : null)})`);
}

test('the migration merges repeated dependencies into an equivalent one and prevents new repetitions', async () => {
  const { db } = database;
  const [repeating, plain] = [randomUUID(), randomUUID()];
  const targets = CASES.map(() => randomUUID());
  for (const [at, [, before]] of CASES.entries()) {
    for (const row of before) await write(targets[at] ?? '', repeating, row);
  }
  await write(randomUUID(), plain, ['required', '^1.0.0']);
  for (const id of [repeating, plain]) {
    await database.unchecked(`
      insert into mod_versions (id, mod_id, version, created_by_id)
      values ('${id}', '${randomUUID()}', '1.0.0', '${randomUUID()}')`);
  }
  await database.upgrade();
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
  // A client with an earlier ETag of the version must read it again.
  const revisionOf = async (id: string) =>
    (await db.modVersion.findUniqueOrThrow({ where: { id } })).revision;
  expect([await revisionOf(repeating), await revisionOf(plain)]).toEqual([2, 1]);
  const again = write(targets[0] ?? '', repeating, ['required', '^3.0.0']);
  await expect(again).rejects.toThrow(/unique/i);
});
