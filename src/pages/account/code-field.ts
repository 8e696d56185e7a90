import type { Html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import { field } from '../kit/index.js';
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
