import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import { LIMITS } from '../../registry/limits.js';
import {
  actions,
  button,
  choices,
  type Faults,
  faultAt,
  faultsOf,
  field,
  form,
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  type Visit,
} from '../kit/index.js';
import { readPublishers } from './data.js';
import { issuerName, modIdOf, PUBLISHERS, titleOf } from './parts.js';
import { PUBLISHER_TEXTS } from './texts.js';

/** The optional members of a trusted publisher. An empty field leaves the member unset. */
const OPTIONAL = ['environment', 'ref', 'repositoryId', 'repositoryOwnerId'] as const;
const TEXT_FIELDS = ['repository', 'workflow', ...OPTIONAL] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/** The values of the form, as the visitor entered them. */
type PublisherValues = Readonly<Record<TextField | 'issuer', string>>;

/** The form of a new trusted publisher. Asks for the second factor first, as adding needs it. */
export function newPublisherPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => publisherForm(kit, visit, readFields(visit), null), {
    signIn: true,
    stepUp: true,
  });
}

/**
 * Adds a trusted publisher. The owners of the mod get a mail, within their daily limit. A fault
 * that the visitor can fix shows the form with its input.
 */
export function createForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const values = readFields(visit);
      const modId = modIdOf(visit);
      try {
        await kit.run(visit.ctx, 'pageCreatePublisher', { modId, input: inputOf(values) });
        return redirectTo(`${PUBLISHERS}/${modId}`, { notice: 'publisher_added' });
      } catch (error) {
        return publisherForm(kit, visit, values, faultsOf(visit, error));
      }
    },
    { signIn: true },
  );
}

function readFields({ fields }: Visit): PublisherValues {
  const texts = TEXT_FIELDS.map((name) => [name, fields.one(name).trim()] as const);
  const { repository = '', workflow = '', ...rest } = Object.fromEntries(texts);
  const { environment = '', ref = '', repositoryId = '', repositoryOwnerId = '' } = rest;
  const issuer = fields.one('issuer');
  return { issuer, repository, workflow, environment, ref, repositoryId, repositoryOwnerId };
}

function inputOf(values: PublisherValues) {
  const optional = OPTIONAL.map((name) => [name, values[name] || null] as const);
  return { ...values, ...Object.fromEntries(optional) };
}

async function publisherForm(
  kit: PageKit,
  visit: Visit,
  values: PublisherValues,
  faults: Faults | null,
): Promise<PageReply> {
  const { locale } = visit;
  const texts = PUBLISHER_TEXTS[locale];
  const { mod } = await readPublishers(kit, visit, modIdOf(visit));
  return show({
    title: texts.addTo(titleOf(mod, locale)),
    status: faults?.status ?? 200,
    body: html`<p class="lead">${texts.addLead}</p>
${faults?.above}${form(
  visit,
  html`${issuerChoices(visit, values, faults)}${TEXT_FIELDS.map((name) => textField(visit, name, values, faults))}${actions(
    button({ label: texts.add }),
    html`<a href="${PUBLISHERS}/${mod.id}">${texts.cancel}</a>`,
  )}`,
)}`,
  });
}

function issuerChoices(
  { ctx, locale }: Visit,
  values: PublisherValues,
  faults: Faults | null,
): Html {
  const texts = PUBLISHER_TEXTS[locale];
  const { trustedIssuers } = ctx.platform.config;
  const chosen = trustedIssuers.includes(values.issuer) ? values.issuer : trustedIssuers[0];
  return choices({
    name: 'issuer',
    legend: texts.issuer,
    kind: 'one',
    error: faultAt(faults, 'issuer', { otherwise: texts.issuerOdd }),
    choices: trustedIssuers.map((issuer) => ({
      value: issuer,
      label: issuerName(issuer),
      chosen: issuer === chosen,
    })),
  });
}

function textField(
  { locale }: Visit,
  name: TextField,
  values: PublisherValues,
  faults: Faults | null,
): Html {
  const { label, hint, odd } = PUBLISHER_TEXTS[locale].fields[name];
  return field({
    name,
    label,
    hint,
    value: values[name],
    error: faultAt(faults, name, { otherwise: odd }),
    required: name === 'repository' || name === 'workflow',
    autocomplete: 'off',
    spellcheck: false,
    autocapitalize: 'none',
    maxlength: LIMITS.trustedPublisherCharacters,
  });
}
