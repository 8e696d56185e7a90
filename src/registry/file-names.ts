/** Names of Windows devices, which exist in every folder and with any extension. */
export const DEVICE_NAME =
  /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;

/**
 * Characters that Windows forbids in names, except the colon and the separators, for which the
 * rules for paths have checks of their own. Programs that unpack replace them by `_` or drop them.
 * Only for `replace`: the `test` of a global pattern would begin at the end of its last match.
 */
export const FORBIDDEN_ON_WINDOWS = /[<>|?*"]/g;

/**
 * A name that Windows generates as the short form (8.3) of a longer one: `PROGRA~1`,
 * `LONGFI~1.TXT`.
 */
export const SHORT_NAME =
  /^(?=[^~]*[a-z])(?=[^.]{1,8}(?:\.|$))[^\s.~]{1,6}~[1-9]\d{0,5}(?:\.[^\s.]{1,3})?$/i;

/**
 * A name with the class id of a shell object as its extension: `x.{…}`. Explorer opens that object
 * instead of the file or folder.
 */
export const SHELL_CLASS = /\.\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}[. ]*$/i;

/**
 * Characters that some programs convert to the key: by Unicode normalization (NFKC), or by the best
 * fit of an old code page. A key is one character, or two or three dots.
 */
export const CONVERTED: Readonly<Record<string, string>> = {
  '.': '\u2024\ufe52\uff0e',
  '..': '\u2025\ufe30',
  '...': '\u2026\ufe19',
  '/': '\uff0f\u2044\u2215\u29f8',
  '\\': '\uff3c\ufe68\u2216\u29f5\u29f9\u00a5\u20a9\uffe5\uffe6',
  ':': '\uff1a\ufe55\ufe13\u2236\ua789\u02d0',
  ' ': '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
};

/** Characters that look like the key, but that no program converts to it. */
export const LOOK_ALIKE: Readonly<Record<string, string>> = {
  '.': '\u3002\uff61\u06d4\u0701\u0702\ua4f8\ua60e\u{10a50}\u0660\u06f0',
  ' ': '\u2800',
};

/**
 * Private-use characters by which Cygwin, WSL, Samba and macOS replace forbidden ASCII characters,
 * such as U+F03A for `:`.
 */
export const PRIVATE_ASCII = { first: 0xf001, last: 0xf07f, offset: 0xf000 } as const;

/** Scripts whose letters change their shape next to a joiner or non-joiner. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Nko',
  'Mongolian',
  'Phags_Pa',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');

/**
 * The contexts in which invisible characters are ordinary spelling. Elsewhere they hide something.
 * Only for `replace`, like `FORBIDDEN_ON_WINDOWS`.
 */
export const VISIBLE_SEQUENCES = new RegExp(
  [
    // Keycaps and flags of regions.
    '[\\d#*]\\ufe0f?\\u20e3',
    '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}',
    // Emoji: skin tones, variation selectors and joined sequences.
    '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?(?:\\u200d\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?)*',
    // Variants of Han characters and of letters.
    '\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
    '\\p{Script=Myanmar}\\ufe00',
    '\\p{Script=Mongolian}[\\u180b-\\u180f]',
    `(?<=[${JOINING}])[\\u200c\\u200d]`,
  ].join('|'),
  'gu',
);
