import { z } from 'zod';
import { html } from '../../../platform/html/html.js';
import type { FieldProblem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  button,
  card,
  choices,
  type Faults,
  faultAt,
  faultsOf,
  field,
  form,
  type Handler,
  notice,
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  textarea,
  type Visit,
} from '../../kit/index.js';
import { PROFILE_TEXTS } from './texts.js';

/** The path of the page where users edit their profile. */
export const PROFILE = '/account/profile';

/** The languages of mails, each under its own name. */
const LANGUAGES = { en: 'English', ru: 'Русский', de: 'Deutsch' } as const;

const profile = z.object({
  username: z.string(),
  displayName: z.string(),
  profileUrl: z.string().nullable(),
  profileOpen: z.boolean(),
  locale: z.string(),
  bio: z.string().nullable(),
  links: z.array(z.string()),
});

const read = z.object({ getMyProfile: profile });

type ShownProfile = z.output<typeof profile>;

async function readProfile(kit: PageKit, { ctx }: Visit): Promise<ShownProfile> {
  return read.parse(await kit.run(ctx, 'pageProfile')).getMyProfile;
}

/** The form of the visitor's profile. */
export function profilePage(kit: PageKit): Handler {
  return async (visit) => profileForm(visit, await readProfile(kit, visit), null);
}

/** Saves the profile, or shows the form again with its input. */
export function saveProfile(kit: PageKit): Handler {
  return async (visit) => {
    const input = valuesOf(visit);
    try {
      await kit.run(visit.ctx, 'pageUpdateProfile', { input });
      return redirectTo(PROFILE, { notice: 'profile_saved' });
    } catch (error) {
      const faults = faultsOf(visit, error);
      return profileForm(visit, { ...(await readProfile(kit, visit)), ...input }, faults);
    }
  };
}

/** The long texts of the profile, which the error page of a refused form shows (`Needs.texts`). */
export function profileTexts(locale: Visit['locale']) {
  const { bio, links } = PROFILE_TEXTS[locale];
  return { bio, links };
}

function valuesOf({ fields }: Visit) {
  const locale = fields.one('locale');
  return {
    displayName: fields.one('displayName'),
    // Browsers send line breaks as CRLF, which count once.
    bio: fields.one('bio').replaceAll('\r\n', '\n'),
    links: fields
      .one('links')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    profileOpen: fields.one('profileOpen') !== 'no',
    ...(locale === '' ? {} : { locale }),
  };
}

function profileForm(visit: Visit, values: ShownProfile, faults: Faults | null): PageReply {
  const texts = PROFILE_TEXTS[visit.locale];
  const { profileUrl } = values;
  return show({
    title: texts.title,
    status: faults?.status ?? 200,
    body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'profile_saved' && notice('done', html`<p>${texts.saved}</p>`)}
${faults?.above}${profileUrl && html`<p>${texts.yourPage}: <a href="${profileUrl}">${profileUrl}</a></p>\n`}
${card(form(visit, [...textFields(visit, values, faults), ...options(visit, values), button({ label: texts.save })]))}`,
  });
}

function textFields(visit: Visit, values: ShownProfile, faults: Faults | null) {
  const texts = PROFILE_TEXTS[visit.locale];
  return [
    field({
      name: 'username',
      label: texts.username,
      hint: texts.usernameHint,
      value: values.username,
      readonly: true,
    }),
    field({
      name: 'displayName',
      label: texts.displayName,
      hint: texts.displayNameHint,
      value: values.displayName,
      error: faultAt(faults, 'displayName', { otherwise: texts.displayNameOdd }),
      required: true,
      maxlength: LIMITS.displayNameCharacters,
      autocomplete: 'nickname',
    }),
    textarea({
      name: 'bio',
      label: texts.bio,
      hint: texts.bioHint,
      value: values.bio ?? '',
      error: faultAt(faults, 'bio', { too_long: texts.bioLong, otherwise: texts.bioOdd }),
      rows: 8,
    }),
    linksField(visit, values, faults),
  ];
}

function linksField(visit: Visit, { links }: ShownProfile, faults: Faults | null) {
  const texts = PROFILE_TEXTS[visit.locale];
  return textarea({
    name: 'links',
    label: texts.links,
    hint: texts.linksHint,
    value: links.join('\n'),
    error: linksFault(faults, texts),
    rows: LIMITS.profileLinks,
    spellcheck: false,
    autocapitalize: 'none',
  });
}

/** One text for all faults of the links: that for too many links, or else that for a bad one. */
function linksFault(
  faults: Faults | null,
  texts: { readonly linksMany: string; readonly linksOdd: string },
): string | null {
  const isOfLinks = ({ field: name }: FieldProblem) =>
    name === 'links' || name.startsWith('links[');
  const found = faults?.fields.filter(isOfLinks) ?? [];
  if (found.length === 0) return null;
  const tooMany = found.some(({ field: name, code }) => name === 'links' && code === 'too_long');
  return tooMany ? texts.linksMany : texts.linksOdd;
}

function options(visit: Visit, { profileOpen, locale }: ShownProfile) {
  const texts = PROFILE_TEXTS[visit.locale];
  return [
    choices({
      name: 'profileOpen',
      legend: texts.who,
      kind: 'one',
      choices: [
        { value: 'yes', label: texts.open, hint: texts.openHint, chosen: profileOpen },
        { value: 'no', label: texts.closed, hint: texts.closedHint, chosen: !profileOpen },
      ],
    }),
    choices({
      name: 'locale',
      legend: texts.language,
      hint: texts.languageHint,
      kind: 'one',
      choices: Object.entries(LANGUAGES).map(([value, label]) => ({
        value,
        label,
        chosen: value === locale,
      })),
    }),
  ];
}
