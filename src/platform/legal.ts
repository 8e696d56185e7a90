import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config.js';

/** The legal texts that an operator may provide, in the order of their links. */
export const LEGAL_NAMES = ['terms', 'privacy', 'imprint'] as const;

/** The name of a legal text. */
export type LegalName = (typeof LEGAL_NAMES)[number];

/** A legal text as Markdown, and its language. */
export interface LegalText {
  readonly source: string;
  readonly language: string;
}

/** The legal texts of this installation. */
export interface Legal {
  /** The texts that exist. */
  readonly names: readonly LegalName[];
  /** The text in a language, else in English, else in any other; null if it does not exist. */
  read(name: LegalName, language: string): LegalText | null;
}

const FILE = /^(terms|privacy|imprint)(?:\.([a-z]{2}))?\.md$/;

/**
 * Reads the legal texts from a folder, once at start. `privacy.md` is in English, and
 * `privacy.de.md` in German; other files are ignored. Without a folder there are no texts. Throws
 * ConfigError if the folder cannot be read.
 */
export function openLegal(folder: string | undefined): Legal {
  const texts = folder === undefined ? [] : readTexts(folder);
  const of = (name: LegalName) => texts.filter((text) => text.name === name);
  return {
    names: LEGAL_NAMES.filter((name) => of(name).length > 0),
    read(name, language) {
      const known = of(name);
      const inLanguage = (wanted: string) => known.find((text) => text.language === wanted);
      return inLanguage(language) ?? inLanguage('en') ?? known[0] ?? null;
    },
  };
}

function readTexts(folder: string): (LegalText & { readonly name: LegalName })[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((file) => {
        const [, name, language = 'en'] = FILE.exec(file) ?? [];
        const known = LEGAL_NAMES.find((legal) => legal === name);
        if (!known) return [];
        return [{ name: known, language, source: readFileSync(join(folder, file), 'utf8') }];
      });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`LEGAL_DIR cannot be read: ${reason}`);
  }
}
