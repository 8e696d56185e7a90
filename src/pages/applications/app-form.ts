import { type Html, html } from '../../platform/html/html.js';
import { LIMITS } from '../../registry/limits.js';
import { isShownScope, SCOPES, type ScopeKind, SESSION_SCOPES } from '../../registry/scopes.js';
import { type Choice, choices, field, textarea, type Visit } from '../kit/index.js';
import type { AppValues, ShownApp } from './data.js';
import { type Faults, faultAt } from './faults.js';
import { scopeList, scopeWords } from './parts.js';
import { FAULT_TEXTS } from './texts/faults.js';
import { FORM_TEXTS } from './texts/form.js';

/** The values of an empty form. */
export const EMPTY: AppValues = { name: '', redirectUris: [], scopes: [] };

/** The values of an application's form. */
export interface AppFormOptions {
  readonly kind: ShownApp['kind'];
  readonly values: AppValues;
  readonly approvedScopes?: readonly string[];
  readonly faults: Faults | null;
}

/** The fields of an application: its name, its redirect URIs and its scopes. */
export function appFields({ locale }: Visit, options: AppFormOptions): Html {
  const { kind, values, approvedScopes = [], faults } = options;
  const texts = FORM_TEXTS[locale];
  const scopesOf = (group: ScopeKind): Choice[] =>
    namesOf(group).map((scope) => {
      const isApproved = approvedScopes.includes(scope);
      return {
        value: scope,
        label: scopeWords(scope, locale),
        hint: html`<code>${scope}</code>${isApproved && html` · ${texts.isApproved}`}`,
        chosen: values.scopes.includes(scope),
      };
    });
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
  })}<div class="field">
<p class="legend">${texts.baseScopes}</p>
${scopeList(namesOf('base'), locale)}</div>
<div class="columns">
${choices({
  name: 'standard',
  legend: texts.standardScopes,
  hint: texts.standardHint,
  kind: 'any',
  choices: scopesOf('standard'),
})}${choices({
  name: 'sensitive',
  legend: texts.sensitiveScopes,
  hint: texts.sensitiveHint,
  kind: 'any',
  choices: scopesOf('sensitive'),
})}</div>
${keptScopes(values)}`;
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

/** Reports the error of each redirect URI. */
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
