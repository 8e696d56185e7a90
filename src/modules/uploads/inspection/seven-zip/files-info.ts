import { ARCHIVE_LIMITS } from '../../../../registry/limits.js';
import { refuse } from '../fault.js';
import { createFieldReader, type FieldReader } from '../field-reader.js';
import { expectInline, ID, readBits, readDefined, readNumber } from './fields.js';

/** One file or folder as the header lists it. */
export interface NamedEntry {
  readonly path: string;
  readonly attributes: number;
  /** Whether it takes the next stream; what does not is empty. */
  readonly hasStream: boolean;
  readonly isFile: boolean;
}

/** Properties that say nothing about where or what a file is. */
const IGNORED: ReadonlySet<number> = new Set([
  ID.createdAt,
  ID.accessedAt,
  ID.modifiedAt,
  ID.startPosition,
  ID.padding,
]);

const utf16 = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true });

/** Reads the list of files, each property of which may occur once. Throws ArchiveFault. */
export function readFilesInfo(fields: FieldReader): NamedEntry[] {
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
  if (bits(ID.anti, emptyCount).includes(true)) {
    refuse('archive_dangerous_entry', 'the archive asks for files to be removed');
  }
  const names = readNames(properties.get(ID.names), count);
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
    return { path, attributes: attributes[i] ?? 0, hasStream, isFile };
  });
}

function readProperties(fields: FieldReader): Map<number, FieldReader> {
  const known: ReadonlySet<number> = new Set([
    ...IGNORED,
    ...[ID.emptyStream, ID.emptyFile, ID.anti, ID.names, ID.attributes],
  ]);
  const properties = new Map<number, FieldReader>();
  for (let id = readNumber(fields); id !== ID.end; id = readNumber(fields)) {
    const property = createFieldReader(fields.bytes(readNumber(fields)));
    if (!known.has(id) || (properties.has(id) && id !== ID.padding)) {
      refuse('archive_validation_failed', `the files have an odd property ${id}`);
    }
    properties.set(id, property);
  }
  return properties;
}

function readNames(property: FieldReader | undefined, count: number): string[] {
  if (!property) return refuse('archive_validation_failed', 'the files have no names');
  expectInline(property);
  const bytes = property.bytes(property.leftBytes());
  let text: string;
  try {
    text = utf16.decode(bytes);
  } catch {
    return refuse('archive_validation_failed', 'a path is no UTF-16');
  }
  const names = text.split('\0');
  // Each name ends with a zero, so that nothing may follow the last one.
  if (names.pop() !== '' || names.length !== count) {
    refuse('archive_validation_failed', 'the archive has more or fewer names than files');
  }
  return names;
}

function readAttributes(property: FieldReader | undefined, count: number): number[] {
  if (!property) return [];
  const defined = readDefined(property, count);
  expectInline(property);
  return defined.map((isDefined) => (isDefined ? property.uint32() : 0));
}
