import { beforeAll } from 'vitest';
import type { Answer, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, seedVersion, shelfOf } from '../catalog/catalog-rows.js';
import type { SeededDependency, SeededVersion } from '../publishing/version-rows.js';

// `usePlannedMods` sets these before the tests of each file.
export let world: World;
export let shelf: Shelf;

export async function mod(...versions: SeededVersion[]): Promise<Seeded> {
  const [first = { version: '1.0.0' }, ...others] = versions;
  const seeded = await seedMod(world, shelf, { versions: [first] });
  const ids = [...seeded.versions];
  for (const version of others) {
    world.clock.advance(1);
    ids.push(await seedVersion(world, shelf, seeded.modId, version));
  }
  return { ...seeded, versions: ids };
}

/**
 * Seeds a mod whose version 1.0.0 has a main file and optional ones. They are the files of further
 * versions, which are withdrawn.
 */
export async function modWithFiles(count: number, ...dependencies: SeededDependency[]) {
  const others = Array.from({ length: count }, (_, at) => ({ version: `0.${at}.0` }));
  const { modId, slug, versions } = await mod({ version: '1.0.0', dependencies }, ...others);
  const [main, ...rest] = versions;
  const { versionId = '', artifactId = '' } = main ?? {};
  const { db } = world.platform;
  for (const { artifactId: id, versionId: old } of rest) {
    await db.artifact.update({ where: { id }, data: { versionId, fileKind: 'optional' } });
    await db.modVersion.update({ where: { id: old }, data: { state: 'withdrawn' } });
  }
  const optional = rest.map((it) => it.artifactId).toSorted();
  return { modId, slug, versions, versionId, main: artifactId, optional };
}

export function plan(request: object): Promise<Answer> {
  return world.anon.post('/install-plans:resolve', { game_slug: 'planned', ...request });
}

export async function resolved(request: object): Promise<Json> {
  const { status, body, text } = await plan(request);
  if (status !== 200) throw new Error(text);
  return body.data;
}

export const versionsOf = (data: Json): string[] => data.items.map((it: Json) => it.version);

/** Starts the service of a test file with the data of these tests. */
export function usePlannedMods(): void {
  world = useWorld();
  beforeAll(async () => {
    await newGame(world, 'planned');
    await newGame(world, 'elsewhere');
    shelf = await shelfOf(world, 'planned');
  });
}
