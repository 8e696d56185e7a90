import { newId } from '../../../src/request/ids.js';
import type { Creator, Json } from '../../actors.js';
import type { World } from '../../harness.js';
import { archiveOf, bareMod, draftMod, readyVersion } from '../../publishing.js';
import { recordPublications, storeBytes } from '../../stored-versions.js';
import type { SeededVersion } from '../publishing/version-rows.js';
import { seedMod } from './catalog-rows.js';

/**
 * Creates a mod with a cover. Later mods of a game copy the first cover, because rendering takes a
 * second.
 */
export async function coveredMod(world: World, actor: Creator, game: string): Promise<string> {
  const { db } = world.platform;
  const drawn = await db.media.findFirst({ where: { mod: { game: { slug: game } } } });
  if (!drawn) return (await draftMod(actor, game)).id;
  const { id: modId } = await bareMod(actor, game);
  const { id: _, alt, variants, ...picture } = drawn;
  const data = { ...picture, alt: alt ?? {}, variants: variants ?? [], modId };
  const cover = await db.media.create({ data });
  await db.mod.update({ where: { id: modId }, data: { coverId: cover.id } });
  return modId;
}

/** A version with one file. */
export interface Release {
  readonly versionId: string;
  readonly artifactId: string;
  readonly uploadId: string;
}

/**
 * Publishes versions of a mod one after the other; their strings are `1.0.0`, `2.0.0` and so on.
 */
export async function releases(
  world: World,
  actor: Creator,
  modId: string,
  count: number,
): Promise<Release[]> {
  const made: Release[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const ready = await readyVersion(world, actor, modId, { version: `${nth}.0.0` });
    await actor.post(`/mods/${modId}/versions/${ready.versionId}/publish`);
    made.push(ready);
  }
  return made;
}

/**
 * Seeds a published mod of the actor. Its versions are rows with real bytes and publication
 * records, as publishing leaves them, without the uploads that take most of a test's time.
 */
export async function seededReleases(
  world: World,
  actor: Creator,
  game: string,
  count: number,
): Promise<{ modId: string; made: readonly Release[] }> {
  const { db } = world.platform;
  const { id: gameId } = await db.game.findUniqueOrThrow({ where: { slug: game } });
  const versions: SeededVersion[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    versions.push({ version: `${nth}.0.0`, stored: await storeBytes(world, archiveOf(newId())) });
  }
  const { modId, versions: made } = await seedMod(
    world,
    { gameId, userId: actor.userId },
    { versions },
  );
  await recordPublications(world, { modId });
  return { modId, made };
}

/** Runs a mutation that takes only an id; returns the error code, the new state or `deleted`. */
export async function mutate(actor: Creator, name: string, id: string): Promise<string> {
  const selection = /^delete/.test(name) ? '' : ' { status }';
  const query = `mutation ($id: ID!) { ${name}(id: $id)${selection} }`;
  const { body }: Json = await actor.graphql(query, { id });
  if (body.errors) return body.errors[0].extensions.code;
  return body.data[name].status ?? 'deleted';
}
