/** The names of streams and storages in Microsoft compound files. */
const STREAMS = [
  'VBA',
  'Macros',
  'WordDocument',
  'Workbook',
  'PowerPoint',
  'Ole10Native',
  'Equation',
];
/** The root class of a Windows Installer package, patch or transform, without its first byte. */
const INSTALLER = Buffer.from('100c0000000000c000000000000046', 'hex');

const MARKS = [...STREAMS.map((name) => Buffer.from(name, 'utf16le')), INSTALLER];
const OVERLAP_BYTES = Math.max(...MARKS.map(({ length }) => length)) - 1;

/** Searches a content in pieces for marks of documents with code. */
export function createMarkSearch(): { take(piece: Uint8Array): void; hasFound(): boolean } {
  let rest = Buffer.alloc(0);
  let found = false;
  return {
    take(piece) {
      if (found) return;
      const bytes = Buffer.concat([rest, piece]);
      found = MARKS.some((mark) => bytes.includes(mark));
      rest = Buffer.from(bytes.subarray(-OVERLAP_BYTES));
    },
    hasFound: () => found,
  };
}
