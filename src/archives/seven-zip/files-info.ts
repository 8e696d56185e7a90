import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { quotePath, refuse } from '../findings.js';
import type { Pace } from '../pace.js';
import { createFieldReader, type FieldReader } from '../stream-reader.js';
import { expectInline, ID, readBits, readDefined, readNumber } from './fields.js';

/** One file or folder of the header. */
export interface NamedEntry {
  /** Not checked yet. */
  readonly path: string;
  readonly attributes: number;
  /** Whether its content is the next stream of the folders, in order. Otherwise it is empty. */
  readonly hasStream: boolean;
  readonly isFile: boolean;
}

/** Properties that do not affect the path or type of a file. */
const IGNORED: ReadonlySet<number> = new Set([
  ID.createdAt,
  ID.accessedAt,
  ID.modifiedAt,
  ID.startPosition,
  ID.padding,
]);

/** Nine properties besides padding are known, and programs write padding once or twice. */
const PROPERTIES = 32;

/**
 * Reads the list of files. Each property except padding may occur once. Throws ArchiveFault, also
 * for an anti-item, which removes a file when it is unpacked.
 */
export async function readFilesInfo(fields: FieldReader, pace: Pace): Promise<NamedEntry[]> {
  const count = readNumber(fields);
  if (count > ARCHIVE_LIMITS.entries) {
    refuse('zip_entry_limit', `the archive has ${count} entries`);
  }
  const properties = readProperties(fields);
  const bits = (id: number, of: number): boolean[] => {
    const property = properties.get(id);
    return property ? readBits(property, of) : new Array<boolean>(of).fill(false);
  };
  const empty = bits(ID.emptyStream, count);
  const emptyCount = empty.filter(Boolean).length;
  const emptyFiles = bits(ID.emptyFile, emptyCount).values();
  const removed = bits(ID.anti, emptyCount).indexOf(true);
  await pace();
  const names = await readNames(properties.get(ID.names), count, pace);
  if (removed >= 0) {
    const path = names.filter((_, i) => empty[i])[removed] ?? '';
    refuse('archive_dangerous_entry', `${quotePath(path)} declares that a file is to be removed`, {
      path,
    });
  }
  const attributes = readAttributes(properties.get(ID.attributes), count);
  for (const [id, property] of properties) {
    if (!IGNORED.has(id) && property.leftBytes() > 0) {
      refuse(
        'archive_validation_failed',
        `property ${id} of the files is longer than it should be`,
      );
    }
  }
  return names.map((path, i) => {
    const hasStream = empty[i] === false;
    const isFile = hasStream || emptyFiles.next().value === true;
    // Some packers end the name of a folder with a slash.
    const name = isFile || path === '/' ? path : path.replace(/\/$/, '');
    return { path: name, attributes: attributes[i] ?? 0, hasStream, isFile };
  });
}

function readProperties(fields: FieldReader): Map<number, FieldReader> {
  const known: ReadonlySet<number> = new Set([
    ...IGNORED,
    ID.emptyStream,
    ID.emptyFile,
    ID.anti,
    ID.names,
    ID.attributes,
  ]);
  const properties = new Map<number, FieldReader>();
  let count = 0;
  for (let id = readNumber(fields); id !== ID.end; id = readNumber(fields)) {
    const property = createFieldReader(fields.bytes(readNumber(fields)));
    count += 1;
    const isRepeated = properties.has(id) && id !== ID.padding;
    if (!known.has(id) || isRepeated || count > PROPERTIES) {
      refuse('archive_validation_failed', `the files have an unexpected property ${id}`);
    }
    properties.set(id, property);
  }
  return properties;
}

async function readNames(
  property: FieldReader | undefined,
  count: number,
  pace: Pace,
): Promise<string[]> {
  if (!property) return refuse('archive_validation_failed', 'the files have no names');
  expectInline(property);
  const bytes = property.bytes(property.leftBytes());
  // A copy, because two-byte units need even offsets.
  const units = new Uint16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1);
  const names: string[] = [];
  let at = 0;
  for (let end = units.indexOf(0); end >= 0 && names.length < count; end = units.indexOf(0, at)) {
    names.push(readName(bytes.subarray(2 * at, 2 * end)));
    at = end + 1;
    await pace();
  }
  // Each name ends with a zero, and nothing may follow the last one.
  if (2 * at !== bytes.length || names.length !== count) {
    refuse('archive_validation_failed', 'the archive has more or fewer names than files');
  }
  return names;
}

function readName(bytes: Buffer): string {
  const name = bytes.toString('utf16le');
  if (!name.isWellFormed()) {
    refuse('archive_validation_failed', 'a path is not valid UTF-16', { path: name });
  }
  return name;
}

function readAttributes(property: FieldReader | undefined, count: number): number[] {
  if (!property) return [];
  const defined = readDefined(property, count);
  expectInline(property);
  return defined.map((isDefined) => (isDefined ? property.uint32() : 0));
}
