import type { Tx } from '../src/platform/database/connect.js';
import type { Prisma } from '../src/platform/database/generated/client.js';
import { newId } from '../src/request/ids.js';

/** The columns that a test gives for a row: the required ones and any others. */
type Given<Row, Required extends keyof Row> = Readonly<Pick<Row, Required> & Partial<Row>>;

/** A row whose id is known before the insert. */
type Identified<Row> = Row & { readonly id: string };

/** A published mod in English. Its slug is the number of its id. */
export function modRow(
  given: Given<Prisma.ModCreateManyInput, 'gameId' | 'teamId' | 'authorId'>,
): Identified<Prisma.ModCreateManyInput> {
  const id = given.id ?? newId();
  return {
    slug: digitsOf(id),
    title: { en: `Mod ${id}` },
    summary: {},
    description: { en: 'A seeded mod.' },
    state: 'published',
    ...given,
    id,
  };
}

/**
 * An id without letters. A search corrects words, so it would now and then find letters of a slug
 * that chance drew, such as `bec`.
 */
function digitsOf(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`).toString();
}

/** A published version for Minecraft 1.21 with Fabric. Its version string is its id. */
export function versionRow(
  given: Given<Prisma.ModVersionCreateManyInput, 'modId' | 'createdById'>,
): Identified<Prisma.ModVersionCreateManyInput> {
  const id = given.id ?? newId();
  return {
    version: id,
    changelog: { en: 'Seeded.' },
    gameVersions: ['1.21'],
    loaderPlatforms: ['fabric'],
    state: 'published',
    ...given,
    id,
  };
}

/** The published main file of a version, with 100 bytes. */
export function artifactRow(
  given: Given<Prisma.ArtifactCreateManyInput, 'modId' | 'versionId'>,
): Identified<Prisma.ArtifactCreateManyInput> {
  const id = given.id ?? newId();
  return {
    fileKind: 'main',
    fileVersion: '1.0.0',
    label: 'Main file',
    originalFilename: 'mod.zip',
    contentType: 'application/zip',
    sizeBytes: 100,
    state: 'published',
    scanStatus: 'clean',
    ...given,
    id,
  };
}

/** The finished upload session of a published main file with 100 bytes. */
export function uploadRow(
  given: Given<
    Prisma.UploadSessionCreateManyInput,
    'userId' | 'modId' | 'versionId' | 'artifactId' | 'expectedSha256' | 'leaseUntil' | 'expiresAt'
  >,
): Identified<Prisma.UploadSessionCreateManyInput> {
  const id = given.id ?? newId();
  return {
    strategy: 'single',
    state: 'published',
    filename: 'mod.zip',
    contentType: 'application/zip',
    sizeBytes: 100,
    fileKind: 'main',
    label: 'Main file',
    stagingKey: `staging/${id}`,
    correlationId: id,
    ...given,
    id,
  };
}

/** Stored bytes of an archive of 100 bytes. */
export function blobRow(
  given: Given<Prisma.BlobCreateManyInput, 'sha256'>,
): Identified<Prisma.BlobCreateManyInput> {
  const id = given.id ?? newId();
  return {
    sizeBytes: 100,
    contentType: 'application/zip',
    storageKey: `blobs/${id}`,
    etag: '"1"',
    ...given,
    id,
  };
}

/** Columns of a mod that a set of copies shares. */
export type CopiedMod = Pick<
  Prisma.ModGetPayload<object>,
  'gameId' | 'teamId' | 'authorId' | 'title' | 'summary' | 'description' | 'state' | 'document'
>;

/**
 * Inserts mods that differ only in id and slug, `copy-1`, `copy-2` and so on, with one statement.
 * For thousands of mods: rows of `modRow` would each be sent to the database.
 */
export async function insertModCopies(db: Tx, of: CopiedMod, count: number): Promise<void> {
  await db.$executeRaw`
    insert into mods (id, slug, game_id, team_id, author_id, title, summary, description, state,
      snapshot)
    select gen_random_uuid(), 'copy-' || n, ${of.gameId}::uuid, ${of.teamId}::uuid,
      ${of.authorId}::uuid, ${JSON.stringify(of.title)}::jsonb,
      ${JSON.stringify(of.summary)}::jsonb, ${JSON.stringify(of.description)}::jsonb,
      ${of.state}::"ModState", ${JSON.stringify(of.document)}::jsonb
    from generate_series(1, ${count}::int) n`;
}
