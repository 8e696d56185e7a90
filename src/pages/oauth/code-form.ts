import { html } from '../../platform/html/html.js';
import { button, card, field, form, type Reply, show, type Visit } from '../kit/index.js';
import { DECISION_TEXTS } from './texts.js';

/** Where users type the code of a device; the issuer tells devices so. */
export const DEVICE_PATH = '/oauth/device';

/** What was typed before, and what was wrong with it. */
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

/** The page that asks for a code, with the code in its place. */
export function pageOfCode(code: string): string {
  return `${DEVICE_PATH}?${new URLSearchParams({ user_code: shownCode(code) })}`;
}

/** A code as devices show it. */
export function shownCode(code: string): string {
  return code.replace(/^(.{4})(.{4})$/, '$1-$2');
}
