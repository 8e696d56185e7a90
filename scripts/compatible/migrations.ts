import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readMigrations } from '../../prisma/migrate.js';
import { projectRoot } from '../../src/platform/release.js';
import { SCHEMA_GENERATION } from '../../src/registry/schema-generation.js';

/** The path of the record of the last release: its migrations and its schema generation. */
export const RELEASED_MIGRATIONS = 'prisma/generated/released.json';

const FOLDER = 'prisma/migrations';

const shape = z.strictObject({
  generation: z.int().min(0),
  /** The SHA-256 of each migration by its name. */
  migrations: z.record(z.string(), z.string()),
});

/** The migrations and the schema generation of a release. */
export type Migrations = z.infer<typeof shape>;

/** The migrations of the working tree. */
export async function currentMigrations(): Promise<Migrations> {
  const found = await readMigrations(join(projectRoot(), FOLDER));
  return {
    generation: SCHEMA_GENERATION,
    migrations: Object.fromEntries(found.map(({ name, checksum }) => [name, checksum])),
  };
}

/** The migrations of the last release. Throws if their record is malformed. */
export function releasedMigrations(): Migrations {
  return shape.parse(JSON.parse(readFileSync(join(projectRoot(), RELEASED_MIGRATIONS), 'utf8')));
}

/**
 * Returns the faults of the current migrations, each in one line. Released ones stay as they are.
 * New ones come after them, because databases apply them by their names. All new ones together
 * raise the schema generation by one, and without new ones it stays. By the generation, a start
 * recognizes a service of the last release, which must not share its database.
 */
export function migrationProblems(released: Migrations, current: Migrations): string[] {
  const changed = Object.entries(released.migrations)
    .filter(([name, hash]) => current.migrations[name] !== hash)
    .map(([name]) => `${FOLDER}/${name}: a released migration was changed or removed`);
  const added = Object.keys(current.migrations).filter((name) => !(name in released.migrations));
  const last = Object.keys(released.migrations).sort().at(-1) ?? '';
  const early = added
    .filter((name) => name < last)
    .map((name) => `${FOLDER}/${name}: a new migration comes before the released ${last}`);
  const generation = released.generation + (added.length > 0 ? 1 : 0);
  const problems = [...changed, ...early];
  if (current.generation === generation) return problems;
  return [
    ...problems,
    `src/registry/schema-generation.ts: SCHEMA_GENERATION is ${current.generation}, and ` +
      `${added.length} migrations since generation ${released.generation} need ${generation}`,
  ];
}
