import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import { type ErrorCode, type FieldProblem, RegisteredError } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { isShownScope } from '../../registry/scopes.js';
import {
  button,
  choices,
  type Faults,
  faultAt,
  faultsOf,
  field,
  form,
  type PageKit,
  type PageReply,
  show,
  textarea,
  textOf,
  type Visit,
} from '../kit/index.js';
import { secretReply } from './change-pages.js';
import {
  createKey,
  type NewKey,
  readCapabilities,
  readKeys,
  type ShownCapabilities,
} from './data.js';
import { KEYS } from './list-page.js';
import { KEY_TEXTS } from './texts.js';

/** The lifetimes that the form offers, in days. None exceeds `apiKeyLifetimeSeconds`. */
const LIFETIMES = [30, 90, 365] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The values of the form of a new key. */
interface KeyValues {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly modIds: readonly string[];
  /** Ids that the visitor entered, because the list does not have all mods. */
  readonly unlistedModIds: readonly string[];
  readonly days: number;
}

const EMPTY: KeyValues = { name: '', scopes: [], modIds: [], unlistedModIds: [], days: 90 };

/** The form of a new key. */
export function newKeyPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => keyForm(kit, visit, EMPTY, null), { signIn: true });
}

/**
 * Creates a key, and shows its secret in the response only. If an active key on the first page of
 * the list has the same name, it creates none and shows the form again.
 */
export function createForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const values = readFields(visit);
      // A form that is sent again finds the name of its first key, and creates no second one.
      if (await isNameOnFirstPage(kit, visit, values.name)) {
        return keyForm(kit, visit, values, faultOf('name', 'not_unique'));
      }
      try {
        return secretReply(visit, await createKey(kit, visit, inputOf(visit, values)));
      } catch (error) {
        const isAboutMods = error instanceof RegisteredError && ABOUT_MODS.includes(error.code);
        return keyForm(
          kit,
          visit,
          values,
          isAboutMods ? faultOf('resourceGrants', 'not_allowed') : faultsOf(visit, error),
        );
      }
    },
    {
      signIn: true,
      back: `${KEYS}/new`,
      texts: (locale) => ({ other_mods: KEY_TEXTS[locale].unlistedMods }),
    },
  );
}

/** The codes for a mod that does not exist, or whose team the visitor is not in. */
const ABOUT_MODS: readonly ErrorCode[] = ['not_found', 'gone', 'resource_scope_denied'];

function faultOf(field: string, code: FieldProblem['code']): Faults {
  return { status: 422, above: null, fields: [{ field, code }] };
}

/** Returns whether an active key on the first page of the list has this name. */
async function isNameOnFirstPage(kit: PageKit, visit: Visit, name: string): Promise<boolean> {
  const { items } = await readKeys(kit, visit, null);
  return items.some((key) => key.state === 'active' && key.name === name.trim());
}

/** Reads the form. A lifetime that the form does not offer counts as the shortest one. */
function readFields({ fields }: Visit): KeyValues {
  const days = LIFETIMES.find((offered) => String(offered) === fields.one('days'));
  return {
    name: fields.one('name'),
    scopes: fields.all('scopes'),
    modIds: fields.all('mods'),
    unlistedModIds: fields
      .one('other_mods')
      .split(/[\s,]+/)
      .filter(Boolean),
    days: days ?? LIFETIMES[0],
  };
}

function inputOf({ ctx }: Visit, values: KeyValues): NewKey {
  const { name, scopes, modIds, unlistedModIds, days } = values;
  return {
    name,
    scopes,
    resourceGrants: [...new Set([...modIds, ...unlistedModIds])].map((id) => ({ type: 'mod', id })),
    expiresAt: new Date(ctx.platform.clock.now().getTime() + days * DAY_MS),
  };
}

async function keyForm(
  kit: PageKit,
  visit: Visit,
  values: KeyValues,
  faults: Faults | null,
): Promise<PageReply> {
  const texts = KEY_TEXTS[visit.locale];
  const able = await readCapabilities(kit, visit);
  return show({
    title: texts.create,
    width: 'wide',
    status: faults?.status ?? 200,
    body: html`<p class="lead">${texts.createLead}</p>
${faults?.above}${form(
  visit,
  html`${nameField(visit, values, faults)}<div class="columns">
${scopeChoices(visit, able, values, faults)}${modChoices(visit, able, values, faults)}</div>
${lifetimeChoices(visit, values)}${button({ label: texts.doCreate })}`,
)}`,
  });
}

function nameField({ locale }: Visit, { name }: KeyValues, faults: Faults | null): Html {
  const texts = KEY_TEXTS[locale];
  return field({
    name: 'name',
    label: texts.name,
    hint: texts.nameHint,
    value: name,
    error: faultAt(faults, 'name', {
      too_short: texts.nameMissing,
      not_unique: texts.nameTaken,
      otherwise: texts.nameOdd,
    }),
    required: true,
    autocomplete: 'off',
    maxlength: LIMITS.credentialNameCharacters,
  });
}

function lifetimeChoices({ locale }: Visit, values: KeyValues): Html {
  const texts = KEY_TEXTS[locale];
  return choices({
    name: 'days',
    legend: texts.lifetime,
    kind: 'one',
    choices: LIFETIMES.map((days) => ({
      value: String(days),
      label: texts.days(days),
      chosen: values.days === days,
    })),
  });
}

function scopeChoices(
  { locale }: Visit,
  { scopes }: ShownCapabilities,
  values: KeyValues,
  faults: Faults | null,
): Html {
  const texts = KEY_TEXTS[locale];
  const offered = scopes.filter(
    ({ name, grantable, stepUpRequired }) => isShownScope(name) && (grantable || stepUpRequired),
  );
  return choices({
    name: 'scopes',
    legend: texts.scopes,
    hint: texts.scopesHint,
    kind: 'any',
    error: faultAt(faults, 'scopes', { otherwise: texts.scopesMissing }),
    choices: offered.map(({ name, description, stepUpRequired }) => ({
      value: name,
      label: description,
      hint: html`<code>${name}</code>${stepUpRequired && html` · ${texts.stepUp}`}`,
      chosen: values.scopes.includes(name),
    })),
  });
}

function modChoices(
  { locale }: Visit,
  { mods, moreMods }: ShownCapabilities,
  values: KeyValues,
  faults: Faults | null,
) {
  const texts = KEY_TEXTS[locale];
  const error = faultAt(faults, 'resourceGrants', { otherwise: texts.modsOdd });
  const list =
    mods.length > 0 &&
    choices({
      name: 'mods',
      legend: texts.mods,
      hint: texts.modsHint,
      kind: 'any',
      error,
      choices: mods.map(({ id, slug, title }) => ({
        value: id,
        label: textOf(title, locale) || slug,
        hint: html`<code>${slug}</code>`,
        chosen: values.modIds.includes(id),
      })),
    });
  if (!moreMods) return list || html`<p class="dim">${texts.noOwnMods}</p>`;
  return html`${list}${textarea({
    name: 'other_mods',
    label: texts.unlistedMods,
    hint: texts.unlistedModsHint,
    value: values.unlistedModIds.join('\n'),
    spellcheck: false,
  })}`;
}
