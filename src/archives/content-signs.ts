import { crc32 } from 'node:zlib';
import type { ContentSign } from '../registry/contents.js';
import type { SeenBytes } from './seen-bytes.js';

/** Byte checks for kinds without magic bytes at a fixed offset. */
export const SIGNS: Readonly<Record<ContentSign, (seen: SeenBytes) => boolean>> = {
  dos_program: isDosProgram,
  fat_mach_o: ({ head }) => isFatMachO(head),
  script: ({ head }) => isScript(head),
  bzip2: ({ head }) => isBzip2(head),
  arj: ({ head }) => isArj(head),
  lzma: ({ head }) => isLzma(head),
  zip_end: ({ tail }) => endsWithZip(tail),
  iso_9660: ({ isoMagic }) => ['CD001', 'BEA01'].includes(latin1(isoMagic, 0, 5)),
  // Older programs omit the last byte.
  vhd_footer: ({ tail }) => [512, 511].some((bytes) => hasAtEnd(tail, bytes, 'conectix')),
  dmg_trailer: ({ tail }) => hasAtEnd(tail, 512, 'koly'),
};

const HEADER_BYTES = 64;
const NEW_HEADER_AT = 0x3c;

/**
 * Whether bytes start with `MZ`, and not only because they are a text. If all visible bytes are
 * text, the number at 0x3c must lie within the file. In a program it is the position of the Windows
 * header. In a text it is at least 144 MiB.
 */
function isDosProgram({ head, sizeBytes }: SeenBytes): boolean {
  if (head[0] !== 0x4d || head[1] !== 0x5a) return false;
  if (!isText(head)) return true;
  return head.length >= HEADER_BYTES && view(head).readUInt32LE(NEW_HEADER_AT) < sizeBytes;
}

/** UTF-8 without control characters. The last character may be incomplete. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/[^\P{Cc}\t\n\f\r]/u.test(text);
  } catch {
    return false;
  }
}

/**
 * A macOS program for several processors has the same magic bytes as a Java class. The next field
 * is its number of processors. In a class it is a version, which is at least 43.
 */
function isFatMachO(head: Uint8Array): boolean {
  const [a, b, c, d, e, f, g, architectures = 0] = head;
  const isFat = a === 0xca && b === 0xfe && c === 0xba && (d === 0xbe || d === 0xbf);
  return isFat && !e && !f && !g && architectures < 43;
}

/**
 * `#!`, optional blanks and the path of an interpreter. Shells also run a script after a byte order
 * mark.
 */
function isScript(head: Uint8Array): boolean {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  let at = start + 2;
  while (head[at] === 0x20 || head[at] === 0x09) at += 1;
  return head[start] === 0x23 && head[start + 1] === 0x21 && head[at] === 0x2f;
}

/** The magic bytes of the first block, and of the end of an empty stream. */
const BZIP2_BLOCKS = ['314159265359', '177245385090'];

function isBzip2(head: Uint8Array): boolean {
  return (
    head[0] === 0x42 &&
    /^BZh[1-9]$/.test(latin1(head, 0, 4)) &&
    BZIP2_BLOCKS.includes(view(head).toString('hex', 4, 10))
  );
}

const ARJ = { headerAt: 4, leastBytes: 30, mostBytes: 2_600, typeAt: 10, mainType: 2 } as const;

/** Two magic bytes, the size and type of a main header, and its CRC if visible. */
function isArj(head: Uint8Array): boolean {
  const bytes = view(head);
  if (bytes.length < ARJ.headerAt + ARJ.leastBytes || bytes.readUInt16BE(0) !== 0x60ea)
    return false;
  const headerBytes = bytes.readUInt16LE(2);
  const fits = headerBytes >= ARJ.leastBytes && headerBytes <= ARJ.mostBytes;
  if (!fits || bytes.readUInt8(4) < ARJ.leastBytes || bytes[ARJ.typeAt] !== ARJ.mainType) {
    return false;
  }
  const end = ARJ.headerAt + headerBytes;
  return end + 4 > bytes.length || bytes.readUInt32LE(end) === crc32(bytes.subarray(4, end));
}

/**
 * The header of raw LZMA:
 * - properties
 * - a dictionary of 4 KiB to 4 GiB, a power of two or three quarters of one
 * - a size below 256 GiB, or none
 * - the zero byte at the start of the coder
 *
 * Other properties than the usual 0x5d count only if the header has no size.
 */
function isLzma(head: Uint8Array): boolean {
  const bytes = view(head);
  if (bytes.length < 18) return false;
  const properties = bytes.readUInt8(0);
  const dictionary = bytes.readUInt32LE(1);
  const size = bytes.readBigUInt64LE(5);
  const isUnsized = size === 0xffff_ffff_ffff_ffffn;
  const isDictionary = dictionary >= 4_096 && [1, 3].includes(oddFactor(dictionary));
  return (
    (properties === 0x5d ? isUnsized || size < 2n ** 38n : properties < 225 && isUnsized) &&
    isDictionary &&
    bytes.readUInt8(13) === 0
  );
}

function oddFactor(value: number): number {
  return value % 2 === 0 ? oddFactor(value / 2) : value;
}

const END_BYTES = 22;
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_SIGNATURE = 0x02014b50;

/**
 * The end record of a ZIP with entries, directly after its directory. If the directory starts
 * before the visible bytes, the comment of the record must end exactly at the end.
 */
function endsWithZip(tail: Uint8Array): boolean {
  const bytes = view(tail);
  // A negative start would count from the end.
  const find = (from: number): number => (from < 0 ? -1 : bytes.lastIndexOf(END_SIGNATURE, from));
  for (let at = find(bytes.length - END_BYTES); at >= 0; at = find(at - 1)) {
    const start = at - bytes.readUInt32LE(at + 12);
    const isWhole = at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length;
    const hasEntries = bytes.readUInt16LE(at + 10) > 0;
    const isKnown = start >= 0 && start < at - 4;
    if (isKnown && bytes.readUInt32LE(start) === DIRECTORY_SIGNATURE) return true;
    if (start < 0 && isWhole && hasEntries) return true;
  }
  return false;
}

function hasAtEnd(tail: Uint8Array, bytes: number, text: string): boolean {
  const at = tail.length - bytes;
  return at >= 0 && latin1(tail, at, at + text.length) === text;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return view(bytes).toString('latin1', start, end);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
