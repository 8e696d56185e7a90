import { EXIT, type ExitName } from './exit-codes.js';
import { FAILURES, type Facts, type FailureCode } from './failures.js';
import type { Language } from './language.js';

/** The details of a failure for programs: further members of the JSON on stderr. */
export type Details = Readonly<Record<string, unknown>>;

/** A failure that this program expects, with its own code. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly exit: ExitName;
  readonly details: Details;
  readonly #text: (language: Language) => string;

  constructor(code: FailureCode, exit: ExitName, details: Details, text: (l: Language) => string) {
    super(text('en'));
    this.code = code;
    this.exit = exit;
    this.details = details;
    this.#text = text;
  }

  /** The message, in a language. */
  text(language: Language): string {
    return this.#text(language);
  }

  get exitCode(): number {
    return EXIT[this.exit];
  }
}

/**
 * The failure with this code. The facts fill its message, and all of them except `reason` are its
 * details.
 */
export function failure<C extends FailureCode>(code: C, facts: Facts<C> & object): Failure {
  const { exit, text } = FAILURES[code];
  // The facts fit the text of the same code; the compiler cannot relate the two.
  const textIn = (language: Language) => (text[language] as (facts: Facts<C>) => string)(facts);
  return new Failure(code, exit, detailsOf(facts), textIn);
}

/** The details of a failure; its reason is a part of the message. */
function detailsOf(facts: object): Details {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => name !== 'reason'));
}
