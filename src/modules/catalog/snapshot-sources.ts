import type { Tx } from '../../platform/database/connect.js';
import type { ReleaseChannel } from '../../platform/database/generated/enums.js';
import { groupedBy, inOrderOf } from '../../request/loaders.js';

/**
 * Reads all that the snapshots of some mods are made of, inside the transaction that holds these mods;
 * in the order of the ids, and with a number of statements that does not depend on theirs.
 */
export async function snapshotSources(tx: Tx, modIds: readonly string[]) {
  const ids = [...modIds];
  // One after the other: a transaction is one connection, which takes one statement at a time.
  const mods = await tx.mod.findMany({ where: { id: { in: ids } } });
  const games = new Map((await readGames(tx, ids)).map((game) => [game.id, game]));
  const authors = new Map((await readAuthors(tx, ids)).map((author) => [author.id, author]));
  const categories = groupedBy(ids, await readCategories(tx, ids), (row) => row.modId);
  const versions = groupedBy(ids, await readVersions(tx, ids), (row) => row.modId);
  const media = groupedBy(ids, await readMedia(tx, ids), (row) => row.modId);
  return inOrderOf(ids, mods, (mod) => mod.id).flatMap((mod, at) => {
    if (!mod) return [];
    const [game, author] = [games.get(mod.gameId), authors.get(mod.authorId)];
    if (!game || !author) throw new Error(`the mod ${mod.id} has no game or no author`);
    return {
      ...{ mod, game, author, versions: versions[at] ?? [] },
      categories: (categories[at] ?? []).map(({ modId: _, ...category }) => category),
      media: (media[at] ?? []).map(({ modId: _, ...picture }) => picture),
    };
  });
}

/** The game as its mods name it. */
interface GameSource {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly versions: string[];
}

/**
 * Reads games and holds their rows until the transaction ends: a change of the game waits for that,
 * and then finds the snapshots that have to be rewritten (`updateGame`).
 */
function readGames(tx: Tx, modIds: string[]): Promise<GameSource[]> {
  return tx.$queryRaw<GameSource[]>`
    select id, slug, name, versions from games
    where id in (select game_id from mods where id = any(${modIds}::uuid[])) order by id for share`;
}

/** The author as the snapshot names them. */
interface AuthorSource {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly profileOpen: boolean;
}

/**
 * Reads authors, whose rows are held until the transaction ends: a new profile waits for that, and
 * then finds the snapshots that have to be rewritten (`refreshAuthor`).
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

function readVersions(tx: Tx, modIds: string[]) {
  return tx.modVersion.findMany({
    // A version whose file was found unsafe, or that its provider has no more, is offered to nobody.
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

type Read = Awaited<ReturnType<typeof snapshotSources>>[number];

/** All that a snapshot is made of: published versions, and pictures in their order. */
export type SnapshotSources = Omit<Read, 'mod' | 'versions'> & {
  readonly mod: Omit<Read['mod'], Unseen>;
  readonly versions: readonly VersionSource[];
};

/** Columns of a mod that its snapshot does not show, or is itself. */
type Unseen =
  | 'gameId'
  | 'teamId'
  | 'authorId'
  | 'fallbackAllowed'
  | 'state'
  | 'latestVersionId'
  | 'downloadsCount'
  | 'revision'
  | 'snapshot'
  | 'snapshotRevision'
  | 'composedRevision'
  | 'facets';

type VersionSource = Omit<Read['versions'][number], 'modId'>;

/** A version that may be the latest release of its mod. */
export interface ReleaseCandidate {
  readonly versionId: string;
  readonly version: string;
  readonly releaseChannel: ReleaseChannel;
  readonly publishedAt: Date;
  readonly release: Release;
}

/** A published version as a candidate; null for one that has no file. */
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

/** A version as a snapshot names it. */
export interface Release {
  readonly id: string;
  readonly version: string;
  readonly primaryArtifactId: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
}
