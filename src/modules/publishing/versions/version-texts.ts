import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { charactersOf } from '../../../platform/json.js';
import { LIMITS } from '../../../registry/limits.js';
import { malformed } from '../../../registry/malformed.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf, type LoaderDefinition } from '../../../request/loaders.js';
import type { Texts } from '../../../request/scalars.js';

/** The long columns of a version: half a megabyte of one version is possible. */
export interface VersionTexts {
  readonly changelog: Texts;
  readonly requirements: unknown;
  readonly buildMetadata: unknown;
}

/** The same columns as they are stored. */
type StoredTexts = Pick<ModVersionModel, 'changelog' | 'requirements' | 'buildMetadata'>;

/** The names of these columns, to select or omit them. */
export const TEXT_COLUMNS = { changelog: true, requirements: true, buildMetadata: true } as const;

/** The long columns in the form of the contract. */
export function presentTexts({
  changelog,
  requirements,
  buildMetadata,
}: StoredTexts): VersionTexts {
  // Only values of `createVersionSchema` are written to the column.
  return { changelog: changelog as Texts, requirements, buildMetadata };
}

/** Versions per statement, so that one statement reads 15 MB at most. */
const BATCH = 25;

/** The long columns of versions. A version that is gone has none. */
export const textsByVersion: LoaderDefinition<string, VersionTexts> = {
  name: 'textsByVersion',
  async batch(ctx, versionIds) {
    const rows: (StoredTexts & { readonly id: string })[] = [];
    for (let at = 0; at < versionIds.length; at += BATCH) {
      const id = { in: versionIds.slice(at, at + BATCH) };
      const select = { id: true, ...TEXT_COLUMNS };
      const read = () => ctx.platform.db.modVersion.findMany({ where: { id }, select });
      rows.push(...(await readTexts(ctx, read)));
    }
    const gone = { changelog: {}, requirements: {}, buildMetadata: {} };
    return inOrderOf(versionIds, rows, ({ id }) => id).map((row) => presentTexts(row ?? gone));
  },
};

/** The characters that a request has read, and its last read. */
interface Reads {
  characters: number;
  last: Promise<unknown>;
}

const readsOf = new WeakMap<RequestContext['loaders'], Reads>();

/**
 * Runs a read of rows with long columns, after the other ones of the request. Throws
 * `invalid_request` if they have read more than a response may contain. Aliases of GraphQL could
 * read any number of versions at once, and fill the memory. The first read of a request always
 * runs, so a page of 100 versions is not limited.
 */
export function readTexts<R extends StoredTexts>(
  ctx: RequestContext,
  read: () => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const reads = readsOf.get(ctx.loaders) ?? { characters: 0, last: Promise.resolve() };
  readsOf.set(ctx.loaders, reads);
  const rows = reads.last.then(async () => {
    const left = LIMITS.graphqlResponseCharacters - reads.characters;
    if (left < 0) throw malformed('response_length');
    const found = await read();
    reads.characters += charactersOf(found.map(presentTexts), left);
    return found;
  });
  reads.last = rows.catch(() => undefined);
  return rows;
}
