/** A name by one code page. */
export interface LegacyName {
  readonly text: string;
  readonly isDoubleByte: boolean;
}

/** Code pages that packers of their countries write without saying so. */
const CODE_PAGES: readonly { readonly label: string; readonly isDoubleByte: boolean }[] = [
  { label: 'shift_jis', isDoubleByte: true },
  { label: 'gbk', isDoubleByte: true },
  { label: 'big5', isDoubleByte: true },
  { label: 'euc-kr', isDoubleByte: true },
  { label: 'ibm866', isDoubleByte: false },
  { label: 'windows-1251', isDoubleByte: false },
];

const DECODERS = CODE_PAGES.map(({ label, isDoubleByte }) => ({
  isDoubleByte,
  decoder: new TextDecoder(label, { fatal: true, ignoreBOM: true }),
}));

/** Decodes a name by each old code page. Leaves out code pages in which the bytes are not valid. */
export function decodeLegacy(nameBytes: Uint8Array): readonly LegacyName[] {
  const names: LegacyName[] = [];
  for (const { decoder, isDoubleByte } of DECODERS) {
    try {
      names.push({ text: decoder.decode(nameBytes), isDoubleByte });
    } catch {
      // Not a text in this code page.
    }
  }
  return names;
}

/** The backslash and the bar, which are second bytes of characters as well. */
export const TRAIL_BYTES = [0x5c, 0x7c] as const;

/** Whether the code page takes each backslash and bar of the name for the second byte of a character. */
export function hasTrailBytes({ text, isDoubleByte }: LegacyName): boolean {
  return isDoubleByte && !/[\\|]/.test(text);
}
