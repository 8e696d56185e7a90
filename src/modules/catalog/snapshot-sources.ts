import type { Tx } from '../../platform/database/connect.js';

/** Reads all that a snapshot is made of, inside the transaction that changed it. */
export async function snapshotSources(tx: Tx, modId: string) {
  // One after the other: a transaction is one connection, which takes one statement at a time.
  const mod = await tx.mod.findUniqueOrThrow({ where: { id: modId } });
  const game = await tx.game.findUniqueOrThrow({ where: { id: mod.gameId } });
  const author = await authorOf(tx, mod.authorId);
  const categories = await tx.category.findMany({
    where: { mods: { some: { modId } } },
    orderBy: { slug: 'asc' },
    select: { id: true, slug: true, name: true },
  });
  const versions = await tx.modVersion.findMany({
    // A version whose file was found unsafe, or that its provider has no more, is offered to nobody.
    where: {
      modId,
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
      version: true,
      loaderPlatforms: true,
      gameVersions: true,
      primaryArtifactId: true,
      publishedAt: true,
      updatedAt: true,
    },
  });
  const media = await tx.media.findMany({
    where: { modId, deletedAt: null, replacedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    omit: {
      modId: true,
      storageKey: true,
      objects: true,
      createdAt: true,
      replacedAt: true,
      deletedAt: true,
    },
  });
  return { mod, game, author, categories, versions, media };
}

/** The author as the snapshot names them. */
interface AuthorSource {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly profileOpen: boolean;
}

/**
 * Reads the author, whose row is held until the transaction ends: a new profile waits for that, and
 * then finds the snapshot that has to be rewritten (`refreshAuthor`).
 */
async function authorOf(tx: Tx, authorId: string): Promise<AuthorSource> {
  const [author] = await tx.$queryRaw<AuthorSource[]>`
    select id, username, display_name as "displayName", profile_open as "profileOpen"
    from users where id = ${authorId}::uuid for share`;
  if (!author) throw new Error(`the author ${authorId} has no account`);
  return author;
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
