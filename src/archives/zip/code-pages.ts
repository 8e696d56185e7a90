/** A name decoded by one code page. */
export interface LegacyName {
  readonly text: string;
  readonly isDoubleByte: boolean;
}

/** Code pages that packers use without declaring them. */
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

/** Decodes a name by each old code page. Skips code pages in which the bytes are invalid. */
export function decodeLegacy(nameBytes: Uint8Array): readonly LegacyName[] {
  const names: LegacyName[] = [];
  for (const { decoder, isDoubleByte } of DECODERS) {
    try {
      names.push({ text: decoder.decode(nameBytes), isDoubleByte });
    } catch {
      // Not valid in this code page.
    }
  }
  return names;
}

/** The backslash and the bar, which can also be the second byte of a character. */
export const TRAIL_BYTES = [0x5c, 0x7c] as const;

/**
 * Whether each backslash and bar of the name is the second byte of a character in this code page.
 */
export function hasTrailBytes({ text, isDoubleByte }: LegacyName): boolean {
  return isDoubleByte && !/[\\|]/.test(text);
}
