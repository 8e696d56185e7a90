import { detailOf, type Locale } from './error-texts.js';
import type { ErrorCode, FieldProblem, TextForPeople } from './errors.js';

/** The characters that a detail shows of a text that a client or a creator wrote. */
const SHOWN_CHARACTERS = 80;
/** Whole characters: one outside the first plane is never cut in two. */
const TOO_LONG = new RegExp(`^(.{${SHOWN_CHARACTERS}}).+`, 'su');

/**
 * Returns a text from outside as one line that is safe to show. Control and invisible characters
 * become U+FFFD. A text of more than `SHOWN_CHARACTERS` is cut there and ends with `…`.
 */
export function shown(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return line.replace(TOO_LONG, '$1…');
}

/** Advice to the client: one sentence for each kind of fault. */
const SENTENCES = {
  en: {
    unknown_member: (members) => `Remove ${members}.`,
    required: (members) => `Add ${members}.`,
    other: (members) => `Correct ${members}.`,
  },
  ru: {
    unknown_member: (members) => `Уберите ${members}.`,
    required: (members) => `Добавьте ${members}.`,
    other: (members) => `Исправьте ${members}.`,
  },
  de: {
    unknown_member: (members) => `Entfernen Sie ${members}.`,
    required: (members) => `Ergänzen Sie ${members}.`,
    other: (members) => `Korrigieren Sie ${members}.`,
  },
} as const satisfies Readonly<Record<Locale, Readonly<Record<Fault, (members: string) => string>>>>;

type Fault = 'unknown_member' | 'required' | 'other';

const FAULTS: readonly Fault[] = ['unknown_member', 'required', 'other'];
/** The most members of one kind that a detail names. */
const NAMED_AT_MOST = 5;

/**
 * The `detail` of an error whose code does not allow `fields`. It says what to do with each faulty
 * member, and ends with the usual text of the code. The dashboard recognizes such a detail by this
 * end, and does not show it.
 */
export function membersDetail(code: ErrorCode, problems: readonly FieldProblem[]): TextForPeople {
  const textIn = (locale: Locale) => {
    const sentences = FAULTS.flatMap((fault) => {
      const members = problems.filter((problem) => faultOf(problem) === fault);
      if (members.length === 0) return [];
      const names = members.slice(0, NAMED_AT_MOST).map(({ field }) => shown(field));
      return [SENTENCES[locale][fault](names.join(', '))];
    });
    return [...sentences, detailOf(code, locale)].join(' ');
  };
  return { en: textIn('en'), ru: textIn('ru'), de: textIn('de') };
}

function faultOf({ code }: FieldProblem): Fault {
  return code === 'unknown_member' || code === 'required' ? code : 'other';
}
