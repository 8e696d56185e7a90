import { type Html, html } from '../../platform/html/html.js';
import { detailOf } from '../../registry/error-texts.js';
import { type ErrorCode, type FieldProblem, RegisteredError } from '../../registry/errors.js';
import { notice, pathWithNext, type Visit } from '../kit/index.js';
import { FAULT_TEXTS } from './texts/faults.js';

/** Why a form was not done: what is said above it and beside its fields. */
export interface Faults {
  readonly status: number;
  /** What concerns the form as a whole; null where its fields tell all. */
  readonly above: Html | null;
  readonly fields: readonly FieldProblem[];
}

/** The refusals after which the form is shown again, with what was filled in. */
const STAYS: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_scope',
  'invalid_state',
  'invalid_state_transition',
  'precondition_failed',
  'step_up_required',
];

/**
 * What a form says when its operation was refused; `meant` says what a code means there. Whatever
 * no form can mend is thrown on, and becomes a page of its own.
 */
export function faultsOf(
  visit: Visit,
  error: unknown,
  meant: Partial<Record<ErrorCode, string>> = {},
): Faults {
  if (!(error instanceof RegisteredError) || !STAYS.includes(error.code)) throw error;
  const { code, status, extensions } = error;
  const fields = extensions.fields ?? [];
  const text = meant[code] ?? detailOf(code, visit.locale);
  const whole = code === 'step_up_required' ? stepUpOf(visit) : html`<p>${text}</p>`;
  return { status, above: fields.length > 0 ? null : notice('failed', whole), fields };
}

/** The sentences that belong to one field. */
export function faultAt(faults: Faults | null, field: string, words: Words): string | null {
  const said = faults?.fields.filter((fault) => fault.field === field) ?? [];
  return said.map(({ code }) => words[code] ?? words.otherwise).join(' ') || null;
}

/** What is said of each code of a field. */
export type Words = Partial<Record<FieldProblem['code'], string>> & { readonly otherwise: string };

/** In another tab, so that nothing of what was filled in is lost. */
function stepUpOf({ locale, path }: Visit): Html {
  const texts = FAULT_TEXTS[locale];
  return html`<p>${texts.stepUp}</p>
<p><a href="${pathWithNext('/account/step-up', path)}" target="_blank">${texts.stepUpHow}</a></p>`;
}
