import { basename } from 'node:path/posix';
import {
  CLASSIFIED_BYTES,
  CONTENT_KINDS,
  type ContentForm,
  type ContentKind,
  type Magic,
  type NormalContent,
} from '../registry/contents.js';
import { hasNoData, isPackedBlend, unpackNbt } from './content-forms.js';
import { SIGNS } from './content-signs.js';
import { createdNames } from './created-names.js';
import { quotePath, refuse } from './findings.js';
import type { ArchiveJob } from './inspection.js';
import { type SeenBytes, seenHead } from './seen-bytes.js';

/** Number of bytes that `startsLikeZip` needs. */
export const ZIP_MAGIC_BYTES = 4;

/** A kind and its id. */
type NamedKind = readonly [string, ContentKind];

const KINDS: readonly NamedKind[] = Object.entries(CONTENT_KINDS);
const BUNDLES = new Set(KINDS.flatMap(([, { bundles = [] }]) => [...bundles]));

/** The kinds by extension and by whole name: an archive of many files must not try each kind. */
const BY_EXTENSION = kindsBy(({ extensions }) => extensions);
const BY_NAME = kindsBy(({ names }) => names);
const WITH_PATTERN = KINDS.filter(([, { pattern }]) => pattern);
const WITH_BYTES = KINDS.filter(([, { magics, signs }]) => magics || signs);

const HARMLESS: Readonly<
  Record<NonNullable<ContentKind['harmless']>, (head: Uint8Array) => boolean>
> = {
  local_folder_setting: isLocalFolderSetting,
  folder_icon: hasNoData,
};

const FORMS: Readonly<Record<ContentForm, (seen: SeenBytes) => boolean>> = {
  zip: ({ head }) => startsLikeZip(head),
  gzipped_nbt: ({ head }) => isGzippedNbt(head),
  shader: ({ head }) => head[0] !== 0x23 || head[1] !== 0x21,
  thumbnail_cache: ({ hasDocumentMarks }) => !hasDocumentMarks,
  packed_blend: ({ head }) => isPackedBlend(head),
};

/** A file after its content was read. */
interface Content {
  readonly path: string;
  /** The names that systems create for it, in lower case. */
  readonly names: readonly string[];
  readonly seen: SeenBytes;
}

/** A file to check. */
export interface CheckedContent {
  readonly path: string;
  /** Further paths that some programs read for this file. Absent if all read `path`. */
  readonly otherPaths?: readonly string[] | undefined;
  readonly seen: SeenBytes;
}

/**
 * Decides by path and bytes whether a file is one of `CONTENT_KINDS` or plain data. Executables
 * and nested archives go to review, unless they are normal content of the game
 * (`job.policy.normal`). Forbidden content throws `archive_dangerous_entry`. Names are checked in
 * the form that each system creates. Spec 4.4.
 */
export function checkContent(
  { path, otherPaths, seen }: CheckedContent,
  job: Pick<ArchiveJob, 'container' | 'findings' | 'packFolder' | 'policy' | 'scripts'>,
): void {
  const name = basename(path);
  const names = otherPaths ? namesOf(path, otherPaths) : createdNames(name);
  const content: Content = { path, names, seen };
  const found = kindOf(content);
  if (!found) return;
  const [id, { consequence }] = found;
  if (consequence === 'refused') {
    const about = { path, finding: 'disguised_program' } as const;
    refuse('archive_dangerous_entry', `${quotePath(path)} is not accepted in any archive`, about);
  }
  const spellings = [path, ...(otherPaths ?? [])];
  const fits = (row: NormalContent): boolean =>
    spellings.every((spelling) => isNormal(row, id, { path: spelling, seen }, job));
  if (job.policy.normal.some(fits)) return;
  const allowable = job.policy.allowable.find(fits);
  job.findings.review(consequence, {
    path,
    ...(allowable ? { finding: 'content_of_a_loader', values: { content: allowable.id } } : {}),
  });
}

/** The names that systems create for each spelling of a path. */
function namesOf(path: string, otherPaths: readonly string[]): readonly string[] {
  const spellings = new Set([path, ...otherPaths].map((spelling) => basename(spelling)));
  return [...spellings].flatMap((name) => createdNames(name));
}

/**
 * Whether a desktop opens a folder of the path as a program, regardless of its files. The last
 * segment is a file: the path of a folder must end with a slash.
 */
export function isInBundle(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) =>
    createdNames(folder).some((name) => BUNDLES.has(extensionOf(name))),
  );
}

/** Whether bytes start like a ZIP with an entry. */
export function startsLikeZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/**
 * Precedence: kinds rejected by name, then the kind of the bytes, then the kind of the name unless
 * the bytes are harmless for that kind.
 */
function kindOf(content: Content): NamedKind | undefined {
  const named = kindsNamed(content.names);
  return (
    named.find(([, kind]) => kind.consequence === 'refused') ??
    WITH_BYTES.find(([, kind]) => matchesKind(kind, content.seen)) ??
    named.find(([, kind]) => !isHarmless(kind, content))
  );
}

/** The kinds that claim one of the names, in the order of the registry. */
function kindsNamed(names: readonly string[]): readonly NamedKind[] {
  const found = new Set<NamedKind>();
  for (const name of names) {
    for (const kind of BY_EXTENSION.get(extensionOf(name)) ?? []) found.add(kind);
    for (const kind of BY_NAME.get(name) ?? []) found.add(kind);
    for (const kind of WITH_PATTERN) if (kind[1].pattern?.test(name)) found.add(kind);
  }
  return found.size < 2 ? [...found] : KINDS.filter((kind) => found.has(kind));
}

function kindsBy(
  keysOf: (kind: ContentKind) => ReadonlySet<string> | undefined,
): ReadonlyMap<string, readonly NamedKind[]> {
  const keys = new Set(KINDS.flatMap(([, kind]) => [...(keysOf(kind) ?? [])]));
  return new Map([...keys].map((key) => [key, KINDS.filter(([, kind]) => keysOf(kind)?.has(key))]));
}

function isHarmless({ harmless }: ContentKind, { seen }: Content): boolean {
  return harmless !== undefined && HARMLESS[harmless](seen.head);
}

/** Like `extname`, but also for names such as `.bat`, which Windows runs. */
function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1 || name.length);
}

/** A small `desktop.ini` without external references: no server, no URL, no class of an object. */
function isLocalFolderSetting(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length)
    .toString('latin1')
    .replaceAll('\0', '');
  return head.length < CLASSIFIED_BYTES && !/[\\/]{2}|clsid/i.test(text);
}

function matchesKind({ magics = [], signs = [] }: ContentKind, seen: SeenBytes): boolean {
  return (
    magics.some((magic) => matchesMagic(seen.head, magic)) ||
    signs.some((sign) => SIGNS[sign](seen))
  );
}

/**
 * Whether a row allows content of a kind under a path: by its extension or its whole name, and by
 * all further conditions of the row. A row without a condition for the path allows any folder.
 */
function isNormal(
  row: NormalContent,
  kind: string,
  { path, seen }: Pick<Content, 'path' | 'seen'>,
  { container, packFolder, scripts }: Pick<ArchiveJob, 'container' | 'packFolder' | 'scripts'>,
): boolean {
  const ownName = basename(path).toLowerCase();
  return (
    row.kind === kind &&
    (row.extensions?.has(extensionOf(ownName)) === true || row.names?.has(ownName) === true) &&
    (row.container === null || row.container === container) &&
    (row.path === undefined || row.path.test(path)) &&
    (row.packPath === undefined || isInPack(row.packPath, path, packFolder)) &&
    (row.manifest === undefined || scripts.has(row.manifest, path)) &&
    (row.form === undefined || FORMS[row.form](seen))
  );
}

/** Whether the path matches from the root of the archive or from its pack folder. */
function isInPack(pattern: RegExp, path: string, packFolder: string | null): boolean {
  const start = packFolder === null ? null : `${packFolder}/`;
  return (
    pattern.test(path) ||
    (start !== null && path.startsWith(start) && pattern.test(path.slice(start.length)))
  );
}

/** The first bytes of NBT may also be those of a tar, whose magic bytes follow later. */
function isGzippedNbt(head: Uint8Array): boolean {
  const unpacked = unpackNbt(head);
  return unpacked !== null && !KINDS.some(([, kind]) => matchesKind(kind, seenHead(unpacked)));
}

function matchesMagic(head: Uint8Array, { at = 0, text }: Magic): boolean {
  for (let i = 0; i < text.length; i++) if (head[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
