import type { Tx } from '../../../platform/database/connect.js';
import type { ReleaseChannel } from '../../../platform/database/generated/enums.js';
import { groupedBy, inOrderOf } from '../../../request/loaders.js';

/**
 * Reads all sources of the documents of some mods, in the order of the ids. The caller's
 * transaction must have locked these mods. It also locks their games and authors (`for share`)
 * until the transaction ends. Skips unknown ids. The number of statements does not depend on the
 * number of mods.
 */
export async function readDocumentSources(tx: Tx, modIds: readonly string[]) {
  const ids = [...modIds];
  // In sequence: a transaction uses one connection, which runs one statement at a time.
  const mods = await tx.mod.findMany({ where: { id: { in: ids } } });
  const games = new Map((await readGames(tx, ids)).map((game) => [game.id, game]));
  const authors = new Map((await readAuthors(tx, ids)).map((author) => [author.id, author]));
  const categories = groupedBy(ids, await readCategories(tx, ids), (row) => row.modId);
  const versions = groupedBy(ids, await readVersions(tx, ids), (row) => row.modId);
  const media = groupedBy(ids, await readMedia(tx, ids), (row) => row.modId);
  return inOrderOf(ids, mods, (mod) => mod.id).flatMap((mod, at) => {
    if (!mod) return [];
    const game = games.get(mod.gameId);
    const author = authors.get(mod.authorId);
    if (!game || !author) throw new Error(`the mod ${mod.id} has no game or no author`);
    return {
      mod,
      game,
      author,
      versions: versions[at] ?? [],
      categories: (categories[at] ?? []).map(({ modId: _, ...category }) => category),
      media: (media[at] ?? []).map(({ modId: _, ...picture }) => picture),
    };
  });
}

/** The game in a mod document. */
interface GameSource {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly versions: string[];
}

/**
 * Reads games and locks their rows until the transaction ends. A change of the game waits for it,
 * and then finds the documents to rewrite (`updateGame`).
 */
function readGames(tx: Tx, modIds: string[]): Promise<GameSource[]> {
  return tx.$queryRaw<GameSource[]>`
    select id, slug, name, versions from games
    where id in (select game_id from mods where id = any(${modIds}::uuid[])) order by id for share`;
}

/** The author in a mod document. */
interface AuthorSource {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly profileOpen: boolean;
}

/**
 * Reads authors and locks their rows until the transaction ends. A change of the profile waits for
 * it, and then finds the documents to rewrite (`refreshAuthor`).
 */
function readAuthors(tx: Tx, modIds: string[]): Promise<AuthorSource[]> {
  return tx.$queryRaw<AuthorSource[]>`
    select id, username, display_name as "displayName", profile_open as "profileOpen" from users
    where id in (select author_id from mods where id = any(${modIds}::uuid[])) order by id for share`;
}

interface CategorySource {
  readonly modId: string;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

function readCategories(tx: Tx, modIds: string[]): Promise<CategorySource[]> {
  return tx.$queryRaw<CategorySource[]>`
    select m.mod_id as "modId", c.id, c.slug, c.name
    from mod_categories m join categories c on c.id = m.category_id
    where m.mod_id = any(${modIds}::uuid[]) order by c.slug`;
}

/** Published versions, except those whose main file is unsafe or was withdrawn by its provider. */
function readVersions(tx: Tx, modIds: string[]) {
  return tx.modVersion.findMany({
    where: {
      modId: { in: modIds },
      state: 'published',
      artifacts: {
        none: {
          fileKind: 'main',
          OR: [{ blob: { state: 'unsafe' } }, { reference: { state: 'withdrawn' } }],
        },
      },
    },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    select: {
      id: true,
      modId: true,
      version: true,
      releaseChannel: true,
      loaderPlatforms: true,
      gameVersions: true,
      primaryArtifactId: true,
      publishedAt: true,
      updatedAt: true,
    },
  });
}

function readMedia(tx: Tx, modIds: string[]) {
  return tx.media.findMany({
    where: { modId: { in: modIds }, deletedAt: null, replacedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    omit: { storageKey: true, objects: true, createdAt: true, replacedAt: true, deletedAt: true },
  });
}

type Read = Awaited<ReturnType<typeof readDocumentSources>>[number];

/** All sources of a mod document: its versions (`readVersions`), and pictures in their order. */
export type DocumentSources = Omit<Read, 'mod' | 'versions'> & {
  readonly mod: Omit<Read['mod'], Unseen>;
  readonly versions: readonly VersionSource[];
};

/** Columns of a mod that its document does not show, and the document itself. */
type Unseen =
  | 'gameId'
  | 'teamId'
  | 'authorId'
  | 'fallbackAllowed'
  | 'state'
  | 'latestVersionId'
  | 'downloadsCount'
  | 'revision'
  | 'document'
  | 'documentRevision'
  | 'composedRevision'
  | 'facets';

type VersionSource = Omit<Read['versions'][number], 'modId'>;

/** A version that may be the latest release of its mod. */
interface ReleaseCandidate {
  readonly versionId: string;
  readonly version: string;
  readonly releaseChannel: ReleaseChannel;
  readonly publishedAt: Date;
  readonly release: Release;
}

/**
 * A version as a candidate for the latest release; null if it has no primary file or was never
 * published.
 */
export function releaseOf(version: VersionSource): ReleaseCandidate | null {
  const { id, releaseChannel, primaryArtifactId, publishedAt } = version;
  if (!primaryArtifactId || !publishedAt) return null;
  const release = {
    id,
    version: version.version,
    primaryArtifactId,
    publishedAt: publishedAt.toISOString(),
    updatedAt: version.updatedAt.toISOString(),
  };
  return { versionId: id, version: version.version, releaseChannel, publishedAt, release };
}

/** The release fields in a mod document. */
export interface Release {
  readonly id: string;
  readonly version: string;
  readonly primaryArtifactId: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
}
