import { html } from '../../platform/html/html.js';
import { button, card, field, form, type Reply, show, type Visit } from '../kit/index.js';
import { DECISION_TEXTS } from './texts.js';

/** The page where users type the code of a device, as announced to devices. */
export const DEVICE_PATH = '/oauth/device';

/** The previous input and its error. */
export interface Typed {
  readonly code?: string;
  readonly text?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The form for the code of a device. */
export function codeForm(visit: Visit, { code = '', text, ...more }: Typed): Reply {
  const texts = DECISION_TEXTS[visit.locale];
  const input = field({
    name: 'user_code',
    label: texts.code,
    value: shownCode(code),
    error: text,
    required: true,
    autofocus: true,
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: false,
    maxlength: 20,
  });
  return show({
    status: text === undefined ? 200 : 422,
    ...more,
    title: texts.device,
    width: 'narrow',
    body: html`<p>${texts.deviceHow}</p>
${card(form(visit, [input, button({ label: texts.goOn })], DEVICE_PATH))}`,
  });
}

/** The URL of the page with the code filled in. */
export function pageOfCode(code: string): string {
  return `${DEVICE_PATH}?${new URLSearchParams({ user_code: shownCode(code) })}`;
}

/** A code in the form that devices show. */
export function shownCode(code: string): string {
  return code.replace(/^(.{4})(.{4})$/, '$1-$2');
}
