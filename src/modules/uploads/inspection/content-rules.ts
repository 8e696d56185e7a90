import { basename } from 'node:path/posix';
import type { ArchiveFormat } from '../../../registry/archives.js';
import {
  CLASSIFIED_BYTES,
  CONTENT_KINDS,
  type ContentKind,
  type Magic,
  type NormalContent,
} from '../../../registry/contents.js';
import { createdNames } from './created-names.js';
import { quotePath, refuse } from './fault.js';
import { isFolderIcon } from './folder-icon.js';
import type { ArchiveJob } from './job.js';
import { unpackNbt } from './nbt.js';

/** How many bytes of a content `startsLikeZip` looks at. */
export const ZIP_MAGIC_BYTES = 4;

const KINDS = Object.entries(CONTENT_KINDS);
const BUNDLES = new Set(KINDS.flatMap(([, { bundles = [] }]) => [...bundles]));

const HARMLESS: Readonly<
  Record<NonNullable<ContentKind['harmless']>, (head: Uint8Array) => boolean>
> = {
  local_folder_setting: isLocalFolderSetting,
  folder_icon: isFolderIcon,
};

const FORMS: Readonly<Record<NonNullable<NormalContent['form']>, (head: Uint8Array) => boolean>> = {
  zip: startsLikeZip,
  gzipped_nbt: isGzippedNbt,
};

/** What is known of a content when it has been read. */
interface Content {
  readonly path: string;
  /** Its extension as the archive spells it, in lower case. */
  readonly extension: string;
  /** The names that systems create for it, in lower case. */
  readonly names: readonly string[];
  /** Its first bytes, `CLASSIFIED_BYTES` where it has as many. */
  readonly head: Uint8Array;
}

/** A content as the rules see it. */
export interface JudgedContent {
  readonly path: string;
  /** The path by which other programs know it, if the archive has one. */
  readonly otherPath?: string | undefined;
  /** Its first bytes, `CLASSIFIED_BYTES` where it has as many. */
  readonly head: Uint8Array;
}

/**
 * Decides by path and first bytes whether a content is more than data: what a desktop would run and
 * archives in archives go to review, unless they are normal content of the game; what is forbidden
 * throws `archive_dangerous_entry`. Names are judged as every system creates them. Spec 4.4.
 */
export function judgeContent(
  { path, otherPath, head }: JudgedContent,
  job: Pick<ArchiveJob, 'container' | 'findings' | 'normal'>,
): void {
  const [name, other] = [basename(path), otherPath && basename(otherPath)];
  const names = createdNames(name);
  const content: Content = {
    path,
    extension: extensionOf(name.toLowerCase()),
    names: other && other !== name ? [...names, ...createdNames(other)] : names,
    head,
  };
  const found = kindOf(content);
  if (!found) return;
  const [id, { consequence }] = found;
  if (consequence === 'refused') {
    refuse('archive_dangerous_entry', `${quotePath(path)} is not accepted in any archive`);
  }
  if (!job.normal.some((row) => isNormal(row, id, content, job.container))) {
    job.findings.review(consequence);
  }
}

/** Whether a folder of the path is a program for some desktop, whatever its files are called. */
export function isInBundle(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) =>
    createdNames(folder).some((name) => BUNDLES.has(extensionOf(name))),
  );
}

/** Whether bytes begin as a ZIP with an entry does. */
export function startsLikeZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/** What is refused by its name, else the kind that the bytes tell, else the one that the name tells. */
function kindOf(content: Content): [string, ContentKind] | undefined {
  return (
    KINDS.find(([, kind]) => kind.consequence === 'refused' && isNamed(kind, content)) ??
    KINDS.find(([id, kind]) => begins(id, kind, content.head)) ??
    KINDS.find(([, kind]) => isNamed(kind, content) && !isHarmless(kind, content))
  );
}

function isNamed(kind: ContentKind, { names }: Content): boolean {
  return names.some(
    (name) =>
      kind.extensions?.has(extensionOf(name)) === true ||
      kind.names?.has(name) === true ||
      kind.pattern?.test(name) === true,
  );
}

function isHarmless({ harmless }: ContentKind, { head }: Content): boolean {
  return harmless !== undefined && HARMLESS[harmless](head);
}

/** Like `extname`, but also for names such as `.bat`, which Windows runs. */
function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1 || name.length);
}

/** A small `desktop.ini` that names nothing elsewhere: no server, no address, no class of an object. */
function isLocalFolderSetting(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length)
    .toString('latin1')
    .replaceAll('\0', '');
  return head.length < CLASSIFIED_BYTES && !/[\\/]{2}|clsid/i.test(text);
}

function begins(id: string, { magics = [] }: ContentKind, head: Uint8Array): boolean {
  return (
    magics.some((magic) => holds(head, magic)) ||
    (id === 'mac_program' && isFatMachO(head)) ||
    (id === 'unix_script' && isScript(head))
  );
}

/** The path of an interpreter, which blanks may precede. Shells also run a script behind a byte order mark. */
function isScript(head: Uint8Array): boolean {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  let at = start + 2;
  while (head[at] === 0x20 || head[at] === 0x09) at += 1;
  return head[start] === 0x23 && head[start + 1] === 0x21 && head[at] === 0x2f;
}

function isNormal(
  row: NormalContent,
  kind: string,
  { path, extension, head }: Content,
  container: ArchiveFormat,
): boolean {
  return (
    row.kind === kind &&
    row.extensions.has(extension) &&
    (row.container === null || row.container === container) &&
    (row.path === undefined || row.path.test(path)) &&
    (row.form === undefined || FORMS[row.form](head))
  );
}

/** The first bytes of NBT may be those of a tar as well, whose magic lies behind them. */
function isGzippedNbt(head: Uint8Array): boolean {
  const unpacked = unpackNbt(head);
  return unpacked !== null && !KINDS.some(([id, kind]) => begins(id, kind, unpacked));
}

function holds(head: Uint8Array, { at = 0, text }: Magic): boolean {
  for (let i = 0; i < text.length; i++) if (head[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Shares its magic with Java classes, whose version, in the same place, is never this low. */
function isFatMachO(head: Uint8Array): boolean {
  const [a, b, c, d, e, f, g, architectures = 0] = head;
  const isFat = a === 0xca && b === 0xfe && c === 0xba && (d === 0xbe || d === 0xbf);
  return isFat && !e && !f && !g && architectures < 43;
}
