import { rewriteModDocument } from '../../../src/modules/catalog/index.js';
import type { Tx } from '../../../src/platform/database/connect.js';
import type { Prisma } from '../../../src/platform/database/generated/client.js';
import { newId } from '../../../src/request/ids.js';
import type { World } from '../../harness.js';
import { sha256Of } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, seedVersion } from './catalog-rows.js';

/** Two published mods on one shelf; all changes are to the first one. */
export interface Stock {
  readonly shelf: Shelf;
  readonly mod: Seeded;
  readonly other: Seeded;
}

/** A change to the catalog; the number makes each repetition distinct. */
export type Change = (world: World, stock: Stock, nth: number) => Promise<unknown>;

type Row<M> = (tx: Tx, id: string, data: M) => Promise<unknown>;

/** A change to a mod's own rows that also rewrites its document, as the verbs do. */
function ofMod(write: (tx: Tx, stock: Stock, nth: number) => Promise<unknown>): Change {
  return ({ platform }, stock, nth) =>
    platform.db.$transaction(async (tx) => {
      await write(tx, stock, nth);
      await rewriteModDocument(tx, stock.mod.modId);
    });
}

const mod: Row<Prisma.ModUpdateInput> = (tx, id, data) =>
  tx.mod.update({ where: { id }, data: { ...data, revision: { increment: 1 } } });

const version: Row<Prisma.ModVersionUpdateInput> = (tx, id, data) =>
  tx.modVersion.update({ where: { id }, data: { ...data, revision: { increment: 1 } } });

const first = ({ mod: { versions } }: Stock) => {
  const [ids] = versions;
  if (!ids) throw new Error('a mod without versions');
  return ids;
};

/** Alternates between two values, so an earlier state recurs. */
const inTurn = <T>(nth: number, even: T, odd: T): T => (nth % 2 ? odd : even);

async function picture(tx: Tx, modId: string, kind: 'cover' | 'gallery', nth: number) {
  const id = newId();
  const more = { id, modId, kind, managedBy: 'uploader', storageKey: `media/${id}` } as const;
  const size = { width: 1, height: 1, sizeBytes: 1, contentType: 'image/png', position: nth };
  const sha256 = sha256Of(Buffer.from(id));
  await tx.media.create({ data: { ...more, ...size, sha256, alt: {} } });
  return id;
}

/** All kinds of changes that are visible in the catalog. */
export const CHANGES = {
  title: ofMod((tx, { mod: { modId } }, nth) =>
    mod(tx, modId, { title: { en: `Seeded ${nth}`, de: `Gesät ${nth}` } }),
  ),
  description: ofMod((tx, { mod: { modId } }, nth) =>
    mod(tx, modId, { description: { en: `A seeded text ${nth}.` } }),
  ),
  'access tier': ofMod((tx, { mod: { modId } }, nth) =>
    mod(tx, modId, { accessTier: inTurn(nth, 'paid', 'public') }),
  ),
  "author's name": ofMod((tx, { shelf }, nth) =>
    tx.user.update({ where: { id: shelf.userId }, data: { displayName: `Author ${nth}` } }),
  ),
  'categories of a mod': ofMod(async (tx, { shelf, mod: { modId } }, nth) => {
    const slug = inTurn(nth, 'tools', 'magic');
    const where = { gameId_slug: { gameId: shelf.gameId, slug } };
    const { id } = await tx.category.findUniqueOrThrow({ where });
    await tx.modCategory.deleteMany({ where: { modId } });
    await tx.modCategory.create({ data: { modId, categoryId: id } });
  }),
  cover: ofMod(async (tx, { mod: { modId } }, nth) =>
    mod(tx, modId, { coverId: await picture(tx, modId, 'cover', nth) }),
  ),
  gallery: ofMod((tx, { mod: { modId } }, nth) => picture(tx, modId, 'gallery', nth)),
  'downloads count': ({ platform }, { mod: { modId } }) =>
    platform.db.mod.update({ where: { id: modId }, data: { downloadsCount: { increment: 1 } } }),
  'a mod is hidden, or shown again': ({ platform }, { mod: { modId } }, nth) =>
    platform.db.mod.update({
      where: { id: modId },
      data: { state: inTurn(nth, 'hidden', 'published'), revision: { increment: 1 } },
    }),
  'a further mod': (world, { shelf }, nth) =>
    seedMod(world, shelf, { title: { en: `Seeded further ${nth}` } }),
  'a further version': (world, { shelf, mod: { modId }, other }, nth) =>
    seedVersion(world, shelf, modId, {
      version: `2.${nth}.0`,
      dependencies: [{ kind: 'required', modId: other.modId }],
    }),
  changelog: ({ platform }, stock, nth) =>
    version(platform.db, first(stock).versionId, { changelog: { en: `Text ${nth}` } }),
  'a version is withdrawn, or published again': ofMod((tx, stock, nth) =>
    version(tx, first(stock).versionId, { state: inTurn(nth, 'withdrawn', 'published') }),
  ),
  'scan of a file': ({ platform }, stock, nth) =>
    platform.db.artifact.update({
      where: { id: first(stock).artifactId },
      data: { scanStatus: inTurn(nth, 'quarantined', 'clean') },
    }),
  'state of a file': ({ platform }, stock, nth) =>
    platform.db.artifact.update({
      where: { id: first(stock).artifactId },
      data: { state: inTurn(nth, 'archived', 'published') },
    }),
  'label of a file': ({ platform }, stock, nth) =>
    platform.db.artifact.update({
      where: { id: first(stock).artifactId },
      data: { label: `Label ${nth}` },
    }),
  'upload of a file': ({ platform }, stock, nth) =>
    platform.db.uploadSession.update({
      where: { id: first(stock).uploadId },
      data: { state: inTurn(nth, 'failed', 'published') },
    }),
  'blob of a file': ({ platform }, stock, nth) =>
    platform.db.blob.updateMany({
      where: { artifacts: { some: { id: first(stock).artifactId } } },
      data: { state: inTurn(nth, 'unsafe', 'sealed') },
    }),
  'a dependency is added': ({ platform }, stock, nth) =>
    platform.db.dependency.create({
      data: {
        modId: stock.mod.modId,
        versionId: first(stock).versionId,
        kind: 'optional',
        // A version has one active dependency of each kind on a mod, and a change may be repeated.
        targetModId: newId(),
        note: `Note ${nth}`,
        createdAt: new Date(0),
      },
    }),
  'dependencies are removed': ({ platform }, stock) =>
    platform.db.dependency.updateMany({
      where: { versionId: first(stock).versionId },
      data: { state: 'removed' },
    }),
  'name of a game': ({ platform }, { shelf }, nth) =>
    platform.db.game.update({ where: { id: shelf.gameId }, data: { name: `Game ${nth}` } }),
  'versions of a game': ({ platform }, { shelf }, nth) =>
    platform.db.game.update({
      where: { id: shelf.gameId },
      data: { versions: ['1.20', '1.21', `1.22.${nth}`] },
    }),
  'name of a category': ({ platform }, { shelf }, nth) =>
    platform.db.category.update({
      where: { gameId_slug: { gameId: shelf.gameId, slug: 'tools' } },
      data: { name: `Tools ${nth}` },
    }),
  'a further category': ({ platform }, { shelf }, nth) =>
    platform.db.category.create({
      data: {
        id: newId(),
        gameId: shelf.gameId,
        slug: `further-${nth}`,
        name: 'Further',
        createdAt: new Date(0),
      },
    }),
} as const satisfies Readonly<Record<string, Change>>;
