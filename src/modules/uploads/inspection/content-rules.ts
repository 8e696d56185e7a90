import { basename, extname } from 'node:path/posix';
import type { ArchiveFormat } from '../../../registry/archives.js';
import {
  CONTENT_KINDS,
  type ContentKind,
  type Magic,
  type NormalContent,
} from '../../../registry/contents.js';
import { quotePath, refuse } from './fault.js';
import type { ArchiveJob } from './job.js';
import { unpackNbt } from './nbt.js';

/** How many bytes of a content `startsLikeZip` looks at. */
export const ZIP_MAGIC_BYTES = 4;

const KINDS = Object.entries(CONTENT_KINDS);

const FORMS: Readonly<Record<NonNullable<NormalContent['form']>, (head: Uint8Array) => boolean>> = {
  zip: startsLikeZip,
  gzipped_nbt: isGzippedNbt,
};

/** What is known of a content when it has been read. */
interface Content {
  readonly path: string;
  /** In lower case. */
  readonly name: string;
  readonly extension: string;
  /** Its first bytes, `CLASSIFIED_BYTES` where it has as many. */
  readonly head: Uint8Array;
}

/**
 * Decides by path and first bytes whether a content is more than data: what a desktop would run and
 * archives in archives go to review, unless they are normal content of the game; what is forbidden
 * throws `archive_dangerous_entry`. Spec 4.4.
 */
export function judgeContent(
  path: string,
  head: Uint8Array,
  job: Pick<ArchiveJob, 'container' | 'findings' | 'normal'>,
): void {
  const name = basename(path).toLowerCase();
  const content: Content = { path, name, extension: extname(name).slice(1), head };
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

/** Whether bytes begin as a ZIP with an entry does. */
export function startsLikeZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/** What is refused by its name, else the kind that the bytes tell, else the one that the name tells. */
function kindOf(content: Content): [string, ContentKind] | undefined {
  return (
    KINDS.find(([, kind]) => kind.consequence === 'refused' && isNamed(kind, content)) ??
    KINDS.find(([id, kind]) => begins(id, kind, content.head)) ??
    KINDS.find(([, kind]) => isNamed(kind, content))
  );
}

function isNamed(kind: ContentKind, { name, extension }: Content): boolean {
  return (
    kind.extensions?.has(extension) === true ||
    kind.names?.has(name) === true ||
    kind.pattern?.test(name) === true
  );
}

function begins(id: string, { magics = [] }: ContentKind, head: Uint8Array): boolean {
  return magics.some((magic) => holds(head, magic)) || (id === 'mac_program' && isFatMachO(head));
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
  return (
    a === 0xca && b === 0xfe && c === 0xba && d === 0xbe && !e && !f && !g && architectures < 43
  );
}
