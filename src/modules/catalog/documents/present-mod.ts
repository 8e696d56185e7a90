import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModState } from '../../../platform/database/generated/enums.js';
import { API_ADDRESSES, PAGE_ADDRESSES } from '../../../registry/addresses.js';
import { etagOf } from '../../../request/validator.js';
import type { MediaItem } from '../mods/media.type.js';
import type { HEAD_FIELDS, Mod } from '../mods/mod.type.js';
import type { StoredMedia, StoredModDocument } from './mod-document.js';

/**
 * The columns that a list reads of a mod: the key of its document, and values that change without a
 * new document.
 */
export interface ModHead {
  readonly id: string;
  readonly state: ModState;
  /** Rises with a write of the mod or its pictures. The `etag` for the next write has it. */
  readonly revision: number;
  /** Rises with each new document, also for a change of its game, author or files. */
  readonly documentRevision: number;
  readonly downloadsCount: bigint;
}

/** The columns of a head. The statement must alias the mod as `m`. */
export const HEAD_COLUMNS = Prisma.sql`m.id, m.state::text, m.revision,
  m.snapshot_revision as "documentRevision", m.downloads_count as "downloadsCount"`;

/**
 * All mutable parts of a mod, for the ETag of a response, with its download count. The document
 * changes only with its `documentRevision`.
 */
export function headStamp(head: ModHead): unknown {
  return [head.id, head.state, head.revision, head.documentRevision, Number(head.downloadsCount)];
}

/** A mod document with the URLs of this service, but no values of a head. Requests share it. */
export type ModDocument = Omit<Mod, (typeof HEAD_FIELDS)[number]>;

/** File extensions of the permanent picture URLs. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The key of a document: each `documentRevision` of a mod has one document. */
export function versionOf({
  id,
  documentRevision,
}: Pick<ModHead, 'id' | 'documentRevision'>): string {
  return `${id}.${documentRevision}`;
}

/**
 * Adds to a stored document its version, the URLs and the fields that derive from others. Times
 * become dates.
 */
export function documentOf(
  stored: StoredModDocument,
  documentVersion: string,
  publicUrl: string,
): ModDocument {
  const { profileOpen, ...author } = stored.author;
  const release = stored.latestRelease;
  return {
    ...stored,
    documentVersion,
    descriptionFormat: 'markdown',
    author: {
      ...author,
      profileUrl: profileOpen ? `${publicUrl}${PAGE_ADDRESSES.user(author.username)}` : null,
    },
    latestVersion: release?.version ?? null,
    latestRelease: release && {
      ...release,
      publishedAt: new Date(release.publishedAt),
      updatedAt: new Date(release.updatedAt),
    },
    links: linksOf(stored, publicUrl),
    cover: stored.cover && presentMedia(stored.cover, publicUrl),
    gallery: stored.gallery.map((picture) => presentMedia(picture, publicUrl)),
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
    publishedAt: stored.publishedAt === null ? null : new Date(stored.publishedAt),
  };
}

/** The permanent URLs of a mod. */
export function linksOf(mod: { id: string }, publicUrl: string): Mod['links'] {
  return {
    web: `${publicUrl}${PAGE_ADDRESSES.mod(mod.id)}`,
    api: `${publicUrl}${API_ADDRESSES.mod(mod.id)}`,
    versions: `${publicUrl}${API_ADDRESSES.modVersions(mod.id)}`,
  };
}

/** A picture with the permanent URLs of itself and of its smaller copies. */
export function presentMedia(picture: StoredMedia, publicUrl: string): MediaItem {
  const { variants = [] } = picture;
  const urlOf = (name: string, contentType: string) =>
    `${publicUrl}${PAGE_ADDRESSES.picture(name, EXTENSIONS[contentType] ?? 'bin')}`;
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
