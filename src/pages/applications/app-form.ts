import { type Html, html } from '../../platform/html/html.js';
import { LIMITS } from '../../registry/limits.js';
import { isShownScope, SCOPES, type ScopeKind, SESSION_SCOPES } from '../../registry/scopes.js';
import {
  type Choice,
  choices,
  type Faults,
  faultAt,
  field,
  scopeList,
  scopeWords,
  textarea,
  type Visit,
} from '../kit/index.js';
import type { AppValues, ShownApp } from './data.js';
import { FAULT_TEXTS } from './texts/faults.js';
import { FORM_TEXTS } from './texts/form.js';

/** The values of an empty form. */
export const EMPTY: AppValues = { name: '', redirectUris: [], scopes: [] };

/** The values and faults of an application's form. It marks the `approvedScopes` as approved. */
interface AppFormOptions {
  readonly kind: ShownApp['kind'];
  readonly values: AppValues;
  readonly approvedScopes?: readonly string[];
  readonly faults: Faults | null;
}

/** The fields of an application: its name, its redirect URIs and its scopes. */
export function appFields({ locale }: Visit, options: AppFormOptions): Html {
  const { kind, values, faults } = options;
  const texts = FORM_TEXTS[locale];
  return html`${field({
    name: 'name',
    label: texts.nameLabel,
    hint: texts.nameHint,
    value: values.name,
    error: faultAt(faults, 'name', nameWords(locale)),
    required: true,
    autocomplete: 'off',
    maxlength: LIMITS.appNameCharacters,
  })}${textarea({
    name: 'redirect_uris',
    label: texts.urisLabel,
    hint:
      kind === 'public' ? texts.urisHint : html`${texts.urisHint} ${texts.urisHintConfidential}`,
    value: values.redirectUris.join('\n'),
    error: urisFault(faults, values.redirectUris, locale),
    required: kind === 'public',
    spellcheck: false,
  })}${scopeFields(locale, options)}`;
}

/** The label of the long text that the error page shows after a refusal (`Needs.texts`). */
export const appTexts = (locale: Visit['locale']) => ({
  redirect_uris: FORM_TEXTS[locale].urisLabel,
});

/** The scopes of every application, and the choice of the others. */
function scopeFields(locale: Visit['locale'], options: AppFormOptions): Html {
  const texts = FORM_TEXTS[locale];
  return html`<div class="field">
<p class="legend">${texts.baseScopes}</p>
${scopeList(namesOf('base'), locale)}</div>
<div class="columns">
${choices({
  name: 'standard',
  legend: texts.standardScopes,
  hint: texts.standardHint,
  kind: 'any',
  choices: scopeChoices('standard', locale, options),
})}${choices({
  name: 'sensitive',
  legend: texts.sensitiveScopes,
  hint: texts.sensitiveHint,
  kind: 'any',
  choices: scopeChoices('sensitive', locale, options),
})}</div>
${keptScopes(options.values)}`;
}

function scopeChoices(
  group: ScopeKind,
  locale: Visit['locale'],
  { values, approvedScopes = [] }: AppFormOptions,
): Choice[] {
  const { isApproved } = FORM_TEXTS[locale];
  return namesOf(group).map((scope) => ({
    value: scope,
    label: scopeWords(scope, locale),
    hint: html`<code>${scope}</code>${approvedScopes.includes(scope) && html` · ${isApproved}`}`,
    chosen: values.scopes.includes(scope),
  }));
}

/** Hidden fields for the application's scopes that the form does not offer. */
function keptScopes({ scopes }: AppValues): Html[] {
  const kept = scopes.filter((scope) => !isShownScope(scope));
  return kept.map((scope) => html`<input type="hidden" name="standard" value="${scope}">\n`);
}

/** Reads the submitted fields. Empty lines are no redirect URIs. */
export function readAppFields({ fields }: Visit): AppValues {
  const lines = fields.one('redirect_uris').split(/\r?\n/);
  return {
    name: fields.one('name'),
    redirectUris: lines.map((line) => line.trim()).filter((line) => line !== ''),
    scopes: [...fields.all('standard'), ...fields.all('sensitive')],
  };
}

function namesOf(kind: ScopeKind) {
  return SESSION_SCOPES.filter((scope) => SCOPES[scope].kind === kind && isShownScope(scope));
}

function nameWords(locale: Visit['locale']) {
  const texts = FAULT_TEXTS[locale];
  return {
    too_short: texts.nameMissing,
    too_long: texts.nameLong,
    invalid_format: texts.nameUnseen,
    not_allowed: texts.nameMisleads,
    not_unique: texts.nameTaken,
    otherwise: texts.nameOdd,
  };
}

/** The errors of the redirect URIs, as a whole and of each one, in lines; null without errors. */
function urisFault(
  faults: Faults | null,
  uris: readonly string[],
  locale: Visit['locale'],
): string | null {
  const texts = FAULT_TEXTS[locale];
  const whole = faultAt(faults, 'redirectUris', {
    required: texts.urisMissing,
    too_many: texts.urisMany,
    otherwise: texts.urisOdd,
  });
  const each = uris.map((uri, at) =>
    faultAt(faults, `redirectUris[${at}]`, {
      too_long: texts.uriLong(`${uri.slice(0, 60)}…`),
      invalid_format: texts.uriForm(uri),
      not_allowed: texts.uriKind(uri),
      not_unique: texts.uriTwice(uri),
      otherwise: texts.urisOdd,
    }),
  );
  return [whole, ...each].filter((fault) => fault !== null).join('\n') || null;
}
