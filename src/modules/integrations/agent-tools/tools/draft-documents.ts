import { z } from 'zod';
import { LIMITS } from '../../../../registry/limits.js';
import { LoaderCache, type RequestContext } from '../../../../request/context.js';
import { load } from '../../../../request/loaders.js';
import { getMod, type Mod } from '../../../catalog/index.js';
import {
  createModSchema,
  createVersionSchema,
  dependenciesByVersion,
  dependencySchema,
  getVersion,
  updateModSchema,
  updateVersionSchema,
} from '../../../publishing/index.js';
import { toolMembers, toWire } from '../names.js';
import { idShape, modShape, versionShape } from '../shapes.js';
import type { Document } from '../tool.js';

/** The members of a mod that a draft may change, except its categories. */
const writtenOfMod = modShape.pick({
  slug: true,
  localized_slugs: true,
  title: true,
  summary: true,
  description: true,
  license: true,
  homepage_url: true,
  source_url: true,
  access_tier: true,
});

/** The members of a version that a draft may change. */
const writtenOfVersion = versionShape.pick({
  version: true,
  changelog: true,
  release_channel: true,
  file_category: true,
  game_versions: true,
  loader_platforms: true,
  dependencies: true,
  requirements: true,
  build_metadata: true,
});

/** The current state of a draft. `document` has the members that creators write. */
export interface Draft {
  /** The mod or version as its verb returned it, for the output of the tool. */
  readonly shown: object;
  readonly document: Document;
  readonly etag: string;
}

/** The draft of a mod, and the mod's state at this ETag. */
interface ModDraft extends Draft {
  readonly state: Mod['state'];
}

/**
 * Reads the state of a mod in the transaction of `ctx` (`withinTransaction`). Throws
 * `not_found`, `gone`.
 */
export async function readModDraft(ctx: RequestContext, modId: string): Promise<ModDraft> {
  return modDraft(await getMod(ctx, modId));
}

/** Converts a mod that a verb returned to a draft. */
export function modDraft(mod: Mod): ModDraft {
  const document = {
    game_slug: mod.game.slug,
    ...documentOf(writtenOfMod, mod),
    categories: mod.categories.map(({ slug }) => slug).sort(),
  };
  return { shown: mod, document, etag: mod.etag, state: mod.state };
}

/**
 * Reads the state of a version with its dependencies in the transaction of `ctx`. Throws
 * `not_found`, `gone`.
 */
export async function readVersionDraft(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<Draft & { readonly publishedAt: Date | null }> {
  // New loaders, because data cached before a change must not be shown after it.
  const own = { ...ctx, loaders: new LoaderCache() };
  const version = await getVersion(own, modId, versionId);
  const shown = { ...version, dependencies: await load(own, dependenciesByVersion, versionId) };
  const { etag, publishedAt } = version;
  return { shown, document: documentOf(writtenOfVersion, shown), etag, publishedAt };
}

function documentOf(schema: z.ZodObject, shown: object): Document {
  // The schema is an object, so the result is one.
  return toWire(schema, shown) as Document;
}

const dependencies = z
  .array(z.strictObject(toolMembers(dependencySchema.shape)))
  .max(LIMITS.dependenciesPerVersion)
  .nullish();

/** Free objects, without a recursive schema; the verbs limit their size. */
const free = z.record(z.string(), z.unknown()).nullish();
const ofVersion = { dependencies, requirements: free, build_metadata: free };

/** The members of a new mod, from the schema of `createMod`. */
export const NEW_MOD = z.strictObject(toolMembers(createModSchema.shape));
/** The members of a mod to change, from the schema of `updateMod`. */
export const MOD_CHANGES = z.strictObject(toolMembers(updateModSchema.shape));
/** The members of a new version with its dependencies, from the schema of `createVersion`. */
export const NEW_VERSION = z.strictObject({
  ...toolMembers(createVersionSchema.shape),
  ...ofVersion,
});
/**
 * The members of a version to change, from the schema of `updateVersion`. `dependencies` replaces
 * all dependencies.
 */
export const VERSION_CHANGES = z.strictObject({
  ...toolMembers(updateVersionSchema.shape),
  ...ofVersion,
});

/** One write to a draft. Omitted members stay; null clears an optional member. */
export const draftInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create_mod'), mod: NEW_MOD }),
  z.strictObject({ action: z.literal('update_mod'), mod_id: idShape, mod: MOD_CHANGES }),
  z.strictObject({ action: z.literal('create_version'), mod_id: idShape, version: NEW_VERSION }),
  z.strictObject({
    action: z.literal('update_version'),
    mod_id: idShape,
    version_id: idShape,
    version: VERSION_CHANGES,
  }),
]);

/** A requested write to a draft. */
export type DraftInput = z.output<typeof draftInput>;
