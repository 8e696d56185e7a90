import type { ArchiveFormatRow } from '../registry/archives.js';
import { type ByteSource, readSlice } from './byte-source.js';
import { refuse } from './fault.js';

const TAR_BYTES = 512;
const TAR_CHECKSUM = { at: 148, bytes: 8 } as const;
const ISO = { at: 0x8001, magic: 'CD001' } as const;
const ZIP_END = { signature: 0x06054b50, bytes: 22, commentBytes: 0xffff } as const;

/**
 * Rejects an archive that is also valid in another format. Programs that detect the format by the
 * bytes, such as the `tar` of Windows and macOS, would unpack files that were never inspected.
 * Throws ArchiveFault.
 */
export async function refusePolyglot(
  source: ByteSource,
  structure: ArchiveFormatRow['structure'],
): Promise<void> {
  const { sizeBytes } = source;
  const head = await readSlice(source, 0, Math.min(TAR_BYTES, sizeBytes));
  if (isTar(head)) odd('tar');
  if (sizeBytes > ISO.at + ISO.magic.length) {
    const magic = await readSlice(source, ISO.at, ISO.at + ISO.magic.length);
    if (magic.toString('latin1') === ISO.magic) odd('ISO 9660');
  }
  if (structure === 'zip') return;
  const start = Math.max(0, sizeBytes - ZIP_END.bytes - ZIP_END.commentBytes);
  if (endsAsZip(await readSlice(source, start, sizeBytes))) odd('ZIP');
}

/**
 * Old versions of tar have only this checksum: the sum of the header's bytes, with blanks in its
 * own field.
 */
function isTar(head: Buffer): boolean {
  if (head.length < TAR_BYTES) return false;
  const { at, bytes } = TAR_CHECKSUM;
  const field = /^ *([0-7]+)[ \0]*$/.exec(head.toString('latin1', at, at + bytes))?.[1];
  if (field === undefined) return false;
  let sum = 0x20 * bytes;
  for (const [i, byte] of head.entries()) if (i < at || i >= at + bytes) sum += byte;
  return sum === Number.parseInt(field, 8);
}

/** Whether there is an end record whose comment ends exactly at the end. */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.length - ZIP_END.bytes; at >= 0; at--) {
    const endsHere = at + ZIP_END.bytes + tail.readUInt16LE(at + 20) === tail.length;
    if (endsHere && tail.readUInt32LE(at) === ZIP_END.signature) return true;
  }
  return false;
}

function odd(format: string): never {
  refuse('archive_validation_failed', `the archive can be read as ${format} as well`, {
    finding: 'second_format',
    values: { format },
  });
}
