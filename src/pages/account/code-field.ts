import type { Html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import { field, tooManyOf, type Visit } from '../kit/index.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** The field for a code of the second factor. */
export function codeField(
  locale: Locale,
  {
    fault,
    autofocus = true,
  }: { readonly fault?: string | undefined; readonly autofocus?: boolean },
): Html {
  const texts = SIGN_IN_TEXTS[locale];
  return field({
    name: 'code',
    label: texts.code,
    hint: texts.codeHint,
    error: fault,
    required: true,
    autofocus,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    maxlength: 10,
    look: 'code',
  });
}

/** The error with which a form is shown again, and the status and headers of the response. */
export interface Fault {
  readonly fault?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Evaluates a guess. Returns null if it was right, else the error for the form: `wrong` with status
 * 422, or the rate limit with 429. Throws other errors.
 */
export async function faultOf(
  { locale }: Visit,
  wrong: string,
  guess: () => Promise<boolean>,
): Promise<Fault | null> {
  try {
    return (await guess()) ? null : { fault: wrong, status: 422 };
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return { fault: text, ...more };
  }
}
