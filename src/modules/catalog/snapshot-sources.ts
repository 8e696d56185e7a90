import type { Tx } from '../../platform/database/connect.js';

/** Reads all that a snapshot is made of, inside the transaction that changed it. */
export async function snapshotSources(tx: Tx, modId: string) {
  // One after the other: a transaction is one connection, which takes one statement at a time.
  const mod = await tx.mod.findUniqueOrThrow({ where: { id: modId } });
  const game = await tx.game.findUniqueOrThrow({ where: { id: mod.gameId } });
  const author = await tx.user.findUniqueOrThrow({
    where: { id: mod.authorId },
    select: { id: true, username: true, displayName: true, profileOpen: true },
  });
  const categories = await tx.category.findMany({
    where: { mods: { some: { modId } } },
    orderBy: { slug: 'asc' },
    select: { id: true, slug: true, name: true },
  });
  const versions = await tx.modVersion.findMany({
    where: { modId, state: 'published' },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    select: {
      id: true,
      version: true,
      loaderPlatforms: true,
      gameVersions: true,
      primaryArtifactId: true,
      publishedAt: true,
      updatedAt: true,
    },
  });
  const media = await tx.media.findMany({
    where: { modId, deletedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    omit: { modId: true, storageKey: true, createdAt: true, deletedAt: true },
  });
  return { mod, game, author, categories, versions, media };
}

type Read = Awaited<ReturnType<typeof snapshotSources>>;

/** All that a snapshot is made of: published versions newest first, pictures in their order. */
export type SnapshotSources = Omit<Read, 'mod' | 'game'> & {
  readonly mod: Omit<Read['mod'], Unseen>;
  readonly game: Pick<Read['game'], 'id' | 'slug' | 'name' | 'versions'>;
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
  | 'trendingScore'
  | 'revision'
  | 'snapshot'
  | 'snapshotRevision'
  | 'facets';

type VersionSource = Read['versions'][number];

/** What one published version adds to its mod's snapshot. */
export function catalogVersion(version: VersionSource) {
  const { primaryArtifactId, publishedAt } = version;
  return {
    loaders: version.loaderPlatforms,
    gameVersions: version.gameVersions,
    release:
      primaryArtifactId && publishedAt
        ? {
            id: version.id,
            version: version.version,
            primaryArtifactId,
            publishedAt: publishedAt.toISOString(),
            updatedAt: version.updatedAt.toISOString(),
          }
        : null,
  };
}
