import { type Html, html } from '../../platform/html/html.js';
import { textarea } from './form-components.js';
import { KIT_TEXTS } from './texts.js';
import type { Needs, Visit } from './visit.js';

/** The rows of a text that is shown again. */
const ROWS = 8;

/**
 * The texts of a form that was not executed (`Needs.texts`), read-only for copying; null without
 * any. A visit has fields only after `requireSameOrigin`, so a form from another site shows nothing.
 */
export function keptTexts({ fields, locale }: Visit, { texts }: Needs): Html | null {
  const typed = Object.entries(texts?.(locale) ?? {})
    .map(([name, label]) => ({ name, label, value: fields.all(name).join('\n') }))
    .filter(({ value }) => value.trim() !== '');
  if (typed.length === 0) return null;
  return html`<p>${KIT_TEXTS[locale].copyFirst}</p>
${typed.map((text) => textarea({ ...text, readonly: true, rows: ROWS }))}`;
}
