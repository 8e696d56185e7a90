import { randomUUID } from 'node:crypto';
import type { Json } from '../actors.js';
import type { Sample } from '../contract/matrix/sample.js';
import { GAME, type Stage } from '../contract/matrix/stage.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  publishedVersion,
  readyVersion,
  type UploadTarget,
} from '../publishing.js';

/** Creates a value once per stage. */
export function once<T>(make: (stage: Stage) => Promise<T>): (stage: Stage) => Promise<T> {
  const made = new WeakMap<Stage, Promise<T>>();
  return (stage) => {
    const known = made.get(stage) ?? make(stage);
    made.set(stage, known);
    return known;
  };
}

/** A unique text. */
export const unique = () => randomUUID();

/** Returns samples in turns, so that consecutive requests differ. */
export function inTurns(make: (stage: Stage) => Promise<Sample[]>) {
  const made = once(make);
  let turn = 0;
  return async (stage: Stage): Promise<Sample> => {
    const samples = await made(stage);
    turn += 1;
    return samples[turn % samples.length] ?? {};
  };
}

/** A mod with a cover; many of its versions are published. */
export const covered = once(
  async ({ creator }): Promise<string> => (await draftMod(creator, GAME)).id,
);

/** A public mod with one published file that depends on a file of another mod. */
export const shown = once(async (stage) => {
  const { world, creator } = stage;
  const needed = await covered(stage);
  const other = await publishedVersion(world, creator, needed, { version: '1' });
  const mod: Json = await draftMod(creator, GAME, { title: { en: 'Lanternlight' } });
  const dependencies = [{ kind: 'required', mod_id: needed, version_constraint: '*' }];
  const out = await publishedVersion(world, creator, mod.id, { version: '1.0.0', dependencies });
  await world.settled();
  return { modId: String(mod.id), ...out, neededArtifactId: other.artifactId };
});

/** A mod that only its team can see, with one version whose file is ready. */
export const draft = once(async ({ world, creator }) => {
  const mod: Json = await draftMod(creator, GAME);
  const ready = await readyVersion(world, creator, mod.id, { version: '1' });
  return { modId: String(mod.id), ...ready };
});

/** A mod that receives many versions. */
export const workshop = once(
  async ({ creator }): Promise<string> => (await bareMod(creator, GAME)).id,
);

/** A new version without a file, of a mod that only its team can see. */
export async function newTarget(stage: Stage): Promise<UploadTarget> {
  const modId = await workshop(stage);
  const version: Json = await draftVersion(stage.creator, modId, { version: unique() });
  return { modId, versionId: version.id };
}
