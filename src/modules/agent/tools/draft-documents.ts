import { z } from 'zod';
import type { RequestContext } from '../../../request/context.js';
import { LoaderCache } from '../../../request/loader-cache.js';
import { load } from '../../../request/loaders.js';
import { getMod, type Mod } from '../../catalog/index.js';
import { dependenciesByVersion, getVersion } from '../../versions/index.js';
import type { Document } from '../effect.js';
import { modShape } from '../shapes/mod.js';
import { versionShape } from '../shapes/version.js';
import { toWire } from '../wire-names.js';

/** What a creator writes of a mod, as a draft may change it. */
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

/** The same of a version. */
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

/** A draft as it stands, and what its creators have written of it. */
export interface Draft {
  /** As verbs show it. */
  readonly shown: object;
  readonly document: Document;
  readonly etag: string;
}

/** The same of a mod, and how it stood at this ETag. */
export interface ModDraft extends Draft {
  readonly state: Mod['state'];
}

/** A mod as it stands for this transaction. Throws `not_found`, `gone`. */
export async function readModDraft(ctx: RequestContext, modId: string): Promise<ModDraft> {
  return modDraft(await getMod(ctx, modId));
}

/** A mod that a verb has answered. */
export function modDraft(mod: Mod): ModDraft {
  const document = {
    game_slug: mod.game.slug,
    ...documentOf(writtenOfMod, mod),
    categories: mod.categories.map(({ slug }) => slug).sort(),
  };
  return { shown: mod, document, etag: mod.etag, state: mod.state };
}

/** A version as it stands for this transaction, with its dependencies. Throws `not_found`, `gone`. */
export async function readVersionDraft(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<Draft & { readonly publishedAt: Date | null }> {
  // What was read before a change must not be shown after it.
  const own = { ...ctx, loaders: new LoaderCache() };
  const version = await getVersion(own, modId, versionId);
  const shown = { ...version, dependencies: await load(own, dependenciesByVersion, versionId) };
  const { etag, publishedAt } = version;
  return { shown, document: documentOf(writtenOfVersion, shown), etag, publishedAt };
}

function documentOf(schema: z.ZodObject, shown: object): Document {
  // A shape of objects gives an object.
  return toWire(schema, shown) as Document;
}
