import { describe, expect, test } from 'vitest';
import {
  currentMigrations,
  migrationProblems,
  releasedMigrations,
} from '../../../scripts/compatible/migrations.js';

const RELEASED = { generation: 3, migrations: { a: '1', b: '2' } };

describe('the migrations since the last release', () => {
  test('the migrations of this project fit its last release', async () => {
    expect(migrationProblems(releasedMigrations(), await currentMigrations())).toEqual([]);
  });

  test.each([
    ['nothing changed', RELEASED],
    [
      'a new migration has the next generation',
      { generation: 4, migrations: { a: '1', b: '2', c: '3' } },
    ],
  ])('migrationProblems accepts a release if %s', (_, current) => {
    expect(migrationProblems(RELEASED, current)).toEqual([]);
  });

  test.each([
    [
      'a new migration keeps the generation',
      { a: '1', b: '2', c: '3' },
      3,
      'SCHEMA_GENERATION is 3',
    ],
    ['a new migration skips a generation', { a: '1', b: '2', c: '3' }, 5, 'SCHEMA_GENERATION is 5'],
    ['the generation rises without a migration', { a: '1', b: '2' }, 4, 'SCHEMA_GENERATION is 4'],
    ['a released migration was changed', { a: '1', b: '9' }, 3, 'prisma/migrations/b'],
    [
      'a new migration comes before a released one',
      { a: '1', aa: '3', b: '2' },
      4,
      'migrations/aa',
    ],
    ['a released migration was removed', { b: '2' }, 3, 'prisma/migrations/a'],
  ])('migrationProblems reports that %s', (_, migrations, generation, problem) => {
    expect(migrationProblems(RELEASED, { generation, migrations })).toEqual([
      expect.stringContaining(problem),
    ]);
  });
});
