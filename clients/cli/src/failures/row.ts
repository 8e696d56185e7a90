import type { ExitName } from '../exit-codes.js';
import { type Language, type Texts, texts } from '../language.js';

/** A failure of this program: its exit code, and its text with the facts of one case. */
export interface FailureRow<F> {
  readonly exit: ExitName;
  readonly text: Texts<(facts: F) => string>;
}

/** The row of a failure, with its exit code and its texts in all languages. */
export const row = <F>(exit: ExitName, all: Texts<(facts: F) => string>): FailureRow<F> => ({
  exit,
  text: texts(all),
});

/**
 * The reason within a message: a text of the system or the service, which is not translated, or a
 * text of this program in all languages.
 */
export type Reason = { readonly reason: string | Texts };
/** The file that a failure is about. */
export type File = { readonly file: string };
/** The folder that a failure is about. */
export type Folder = { readonly folder: string };
/** The files that a failure is about. */
export type Files = { readonly files: readonly string[] };

/** A reason in a language. */
export const say = (reason: string | Texts, language: Language): string =>
  typeof reason === 'string' ? reason : reason[language];

/**
 * The reason after the file name. A reason of the TypeScript client names the file itself, so
 * `file` is then empty.
 */
export const ofFile = (file: string, reason: string): string =>
  file === '' ? reason : `${file}: ${reason}`;

/** A list with one line for each entry. */
export const listed = (files: readonly string[]): string =>
  files.map((file) => `\n  ${file}`).join('');

/** A mod with its version, if there is one. */
export const named = (mod: string, version: string | null): string =>
  version === null ? mod : `${mod} ${version}`;
