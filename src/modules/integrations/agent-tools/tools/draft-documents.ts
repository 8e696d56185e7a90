import { z } from 'zod';
import type { RequestContext } from '../../../../request/context.js';
import { LoaderCache } from '../../../../request/loader-cache.js';
import { load } from '../../../../request/loaders.js';
import { getMod, type Mod } from '../../../catalog/index.js';
import { dependenciesByVersion, getVersion } from '../../../publishing/index.js';
import type { Document } from '../effect.js';
import { modShape } from '../shapes/mod.js';
import { versionShape } from '../shapes/version.js';
import { toWire } from '../wire-names.js';

/** The members of a mod that a draft may change. */
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

/** The current state of a draft, and its members that creators write. */
export interface Draft {
  /** The result of a verb. */
  readonly shown: object;
  readonly document: Document;
  readonly etag: string;
}

/** The draft of a mod, and the mod's state at this ETag. */
export interface ModDraft extends Draft {
  readonly state: Mod['state'];
}

/** The state of a mod in this transaction. Throws `not_found`, `gone`. */
export async function readModDraft(ctx: RequestContext, modId: string): Promise<ModDraft> {
  return modDraft(await getMod(ctx, modId));
}

/** The draft of a mod that a verb returned. */
export function modDraft(mod: Mod): ModDraft {
  const document = {
    game_slug: mod.game.slug,
    ...documentOf(writtenOfMod, mod),
    categories: mod.categories.map(({ slug }) => slug).sort(),
  };
  return { shown: mod, document, etag: mod.etag, state: mod.state };
}

/** The state of a version with its dependencies in this transaction. Throws `not_found`, `gone`. */
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
