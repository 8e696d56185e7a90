const CONSONANT = '[бвгджзклмнпрстфхцчшщ]';
const VOWEL = '[аеиоуыэюя]';

/** The endings of case forms after the last consonant of a stem. */
const CASES = 'а|о|у|е|и|ы|ом|ем|ой|ей|ов|ев|ам|ами|ах';

/** A form with the vowel, and the stems of its forms without it. */
const WITH_VOWEL: readonly (readonly [form: RegExp, stems: readonly string[]])[] = [
  [new RegExp(`^(.+${CONSONANT})ок$`), ['$1к']],
  [new RegExp(`^(.+${CONSONANT})ек$`), ['$1к', '$1ьк']],
  [new RegExp(`^(.+${VOWEL})ек$`), ['$1йк']],
  [new RegExp(`^(.+${CONSONANT})ец$`), ['$1ц', '$1ьц']],
  [new RegExp(`^(.+${VOWEL})ец$`), ['$1йц']],
];

/** A form without the vowel, and the forms with it. */
const WITHOUT_VOWEL: readonly (readonly [form: RegExp, forms: readonly string[]])[] = [
  [new RegExp(`^(.+${CONSONANT})к(?:${CASES})$`), ['$1ок', '$1ек']],
  [new RegExp(`^(.+)[йь]к(?:${CASES})$`), ['$1ек']],
  [new RegExp(`^(.+${CONSONANT})ц(?:${CASES})$`), ['$1ец']],
  [new RegExp(`^(.+)[йь]ц(?:${CASES})$`), ['$1ец']],
];

/** A shorter word, such as `ток`, has no fleeting vowel, and its stem would be a word by chance. */
const LETTERS_MIN = 4;

/**
 * The terms of the other case forms of a Russian word whose last vowel comes and goes: `рынк`, the
 * stem of `рынка`, for `рынок`, and `рынок` for `рынка`. The stemmer of PostgreSQL only cuts
 * endings, so these forms have no stem in common. Some of the terms are no words. They find nothing
 * unless a mod has them.
 */
export function fleetingForms(term: string): string[] {
  if (term.length < LETTERS_MIN) return [];
  const rules = [...WITH_VOWEL, ...WITHOUT_VOWEL];
  return rules.flatMap(([form, others]) =>
    form.test(term) ? others.map((other) => term.replace(form, other)) : [],
  );
}
