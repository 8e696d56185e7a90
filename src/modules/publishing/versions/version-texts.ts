import { Prisma } from '../../../platform/database/generated/client.js';
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

/** The long columns as they are stored. */
type StoredTexts = Pick<ModVersionModel, 'changelog' | 'requirements' | 'buildMetadata'>;

/** The names of the long columns, for the `omit` of a query. */
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

/** The names of the long columns in the database. */
const COLUMNS = {
  changelog: 'changelog',
  requirements: 'requirements',
  buildMetadata: 'build_metadata',
} as const;

/** Versions per statement, so that one statement reads 15 MB at most. */
const BATCH = 25;

/** One long column of versions; an empty object for a version that is gone. */
function columnByVersion<Name extends keyof VersionTexts>(
  name: Name,
): LoaderDefinition<string, VersionTexts[Name]> {
  const column = Prisma.raw(COLUMNS[name]);
  return {
    name: `${name}ByVersion`,
    async batch({ loaders, platform: { db } }, versionIds) {
      const rows: { readonly id: string; readonly value: VersionTexts[Name] }[] = [];
      for (let at = 0; at < versionIds.length; at += BATCH) {
        const ids = versionIds.slice(at, at + BATCH);
        const read = () => db.$queryRaw<typeof rows>`
          select id, ${column} as value from mod_versions where id = any(${ids}::uuid[])`;
        rows.push(...(await readTexts(loaders, read)));
      }
      return inOrderOf(versionIds, rows, ({ id }) => id).map((row) => row?.value ?? {});
    },
  };
}

/**
 * The long columns of versions, each read if an operation selects it. Loads read 25 versions at a
 * time through `readTexts`, so they throw `invalid_request` like it.
 */
export const TEXTS_BY_VERSION = {
  changelog: columnByVersion('changelog'),
  requirements: columnByVersion('requirements'),
  buildMetadata: columnByVersion('buildMetadata'),
};

/** The characters that a request has read, and its last read. */
interface Reads {
  characters: number;
  last: Promise<unknown>;
}

const readsOf = new WeakMap<RequestContext['loaders'], Reads>();

/**
 * Runs a read of rows with long columns, after all earlier ones of the same request. Throws
 * `invalid_request` if the earlier ones have read more characters than a response may contain:
 * aliases of GraphQL could read any number of versions at once, and fill the memory. The first read
 * of a request always runs, so a page of 100 versions that one statement reads is not limited.
 */
export function readTexts<R extends object>(
  loaders: RequestContext['loaders'],
  read: () => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const reads = readsOf.get(loaders) ?? { characters: 0, last: Promise.resolve() };
  readsOf.set(loaders, reads);
  const rows = reads.last.then(async () => {
    const left = LIMITS.graphqlResponseCharacters - reads.characters;
    if (left < 0) throw malformed('response_length');
    const found = await read();
    reads.characters += charactersOf(found, left);
    return found;
  });
  reads.last = rows.catch(() => undefined);
  return rows;
}
