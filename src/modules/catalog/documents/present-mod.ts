import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModState } from '../../../platform/database/generated/enums.js';
import { etagOf } from '../../../request/etag.js';
import type { MediaItem } from '../mods/media.type.js';
import type { Mod } from '../mods/mod.type.js';
import type { MediaSnapshot, ModSnapshot } from './snapshot.js';

/**
 * The columns that a list reads of a mod: the key of its document, and values that change without a
 * new document.
 */
export interface ModHead {
  readonly id: string;
  readonly state: ModState;
  readonly revision: number;
  readonly snapshotRevision: number;
  readonly downloadsCount: bigint;
}

/** The columns of a head. The statement must alias the mod as `m`. */
export const HEAD_COLUMNS = Prisma.sql`m.id, m.state::text, m.revision,
  m.snapshot_revision as "snapshotRevision", m.downloads_count as "downloadsCount"`;

/** All mutable parts of a mod, for the ETag. The document changes only with its revision. */
export function headStamp(head: ModHead): unknown {
  return [head.id, head.state, head.revision, head.snapshotRevision, Number(head.downloadsCount)];
}

/** A snapshot with the URLs of this service. It can be served many times. */
export type ModDocument = Omit<Mod, 'downloadsCount' | 'state' | 'etag' | 'search'>;

/** File extensions of the permanent picture URLs. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** Adds URLs and dates to a stored snapshot. */
export function documentOf(snapshot: ModSnapshot, publicUrl: string): ModDocument {
  const { profileOpen, ...author } = snapshot.author;
  const release = snapshot.latestRelease;
  return {
    ...snapshot,
    descriptionFormat: 'markdown',
    author: { ...author, profileUrl: profileOpen ? `${publicUrl}/users/${author.username}` : null },
    latestVersion: release?.version ?? null,
    latestRelease: release && {
      ...release,
      publishedAt: new Date(release.publishedAt),
      updatedAt: new Date(release.updatedAt),
    },
    links: linksOf(snapshot, publicUrl),
    cover: snapshot.cover && presentMedia(snapshot.cover, publicUrl),
    gallery: snapshot.gallery.map((picture) => presentMedia(picture, publicUrl)),
    createdAt: new Date(snapshot.createdAt),
    updatedAt: new Date(snapshot.updatedAt),
    publishedAt: snapshot.publishedAt === null ? null : new Date(snapshot.publishedAt),
  };
}

/** The permanent URLs of a mod. */
export function linksOf(mod: { id: string }, publicUrl: string): Mod['links'] {
  const api = `${publicUrl}/v1/mods/${mod.id}`;
  return { web: `${publicUrl}/mods/${mod.id}`, api, versions: `${api}/versions` };
}

/** A picture with the permanent URLs of itself and of its smaller copies. */
export function presentMedia(picture: MediaSnapshot, publicUrl: string): MediaItem {
  const { variants = [] } = picture;
  const urlOf = (name: string, contentType: string) =>
    `${publicUrl}/media/${name}.${EXTENSIONS[contentType] ?? 'bin'}`;
  return {
    ...picture,
    url: urlOf(picture.id, picture.contentType),
    variants: variants.map(({ sha256: _, ...variant }) => ({
      ...variant,
      url: urlOf(`${picture.id}-${variant.width}`, variant.contentType),
    })),
  };
}

/** Merges a document with the current values of its head. */
export function presentMod(document: ModDocument, head: ModHead): Mod {
  return {
    ...document,
    downloadsCount: Number(head.downloadsCount),
    state: head.state,
    etag: etagOf(head.id, head.revision),
  };
}
