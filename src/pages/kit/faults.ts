import { type Html, html } from '../../platform/html/html.js';
import { detailOf } from '../../registry/error-texts.js';
import { type ErrorCode, type FieldProblem, RegisteredError } from '../../registry/errors.js';
import { notice } from './components.js';
import { KIT_TEXTS } from './texts.js';
import { pathWithNext, type Visit } from './visit.js';

/** The errors of a form: one above it and those of its fields. */
export interface Faults {
  readonly status: number;
  /** The error of the form as a whole; null if there are errors of fields. */
  readonly above: Html | null;
  readonly fields: readonly FieldProblem[];
}

/** The errors after which the form is shown again with its input. */
const STAYS: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_scope',
  'invalid_state',
  'invalid_state_transition',
  'precondition_failed',
  'step_up_required',
];

/**
 * Converts the error of an operation for its form. If it names fields, only their errors are shown
 * (`faultAt`). Otherwise its text is that of `meant` for the code, else the detail of the error,
 * else the standard text of the code. `step_up_required` always gets a link to the second factor.
 * Rethrows an error that the form cannot fix (not in `STAYS`), which then gets its own page.
 */
export function faultsOf(
  visit: Visit,
  error: unknown,
  meant: Partial<Record<ErrorCode, string>> = {},
): Faults {
  if (!(error instanceof RegisteredError) || !STAYS.includes(error.code)) throw error;
  const { code, status, extensions, detail } = error;
  const fields = extensions.fields ?? [];
  const text = meant[code] ?? detail?.[visit.locale] ?? detailOf(code, visit.locale);
  const whole = code === 'step_up_required' ? stepUpOf(visit) : html`<p>${text}</p>`;
  return { status, above: fields.length > 0 ? null : notice('failed', whole), fields };
}

/** The error texts of one field; null without errors. */
export function faultAt(faults: Faults | null, field: string, words: Words): string | null {
  const fieldFaults = faults?.fields.filter((fault) => fault.field === field) ?? [];
  return fieldFaults.map(({ code }) => words[code] ?? words.otherwise).join(' ') || null;
}

/** The text of each code of a field. `otherwise` is the text of all codes without their own. */
export type Words = Partial<Record<FieldProblem['code'], string>> & { readonly otherwise: string };

/** Asks for the second factor in a new tab, so that no input is lost. */
function stepUpOf({ locale, path }: Visit): Html {
  const texts = KIT_TEXTS[locale];
  return html`<p>${texts.stepUp}</p>
<p><a href="${pathWithNext('/account/step-up', path)}" target="_blank">${texts.stepUpHow}</a></p>`;
}
