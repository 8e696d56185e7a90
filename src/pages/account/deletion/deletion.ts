import { countSoleMods } from '../../../modules/collaboration/index.js';
import {
  cancelDeletion,
  type DeletionRefusal,
  readDeletion,
  requestDeletion,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import { isModerator } from '../../../registry/access.js';
import { requireUser } from '../../../request/authorize.js';
import {
  actions,
  button,
  card,
  choices,
  DELETION,
  day,
  field,
  form,
  type Handler,
  notice,
  type PageKit,
  type PageReply,
  pathWithNext,
  plural,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import { EXPORT } from '../export/export.js';
import { OWNER_TEXTS, passwordField } from '../owner-proof.js';
import { HOME } from '../sign-in.js';
import { DELETION_TEXTS } from './texts.js';

/** The form that cancels a deletion, and the page after the request of one. */
const CANCEL_DELETION = `${DELETION}/cancel`;
const DELETION_REQUESTED = `${DELETION}/requested`;

/**
 * Explains the deletion, with the form that requests it. An account ends 30 days after the request;
 * until then, the page offers to cancel the deletion.
 */
export const deletionPage: Handler = async (visit) => {
  const pending = await readDeletion(visit.ctx);
  if (!pending) return deletionForm(visit, {});
  const { locale } = visit;
  const texts = DELETION_TEXTS[locale];
  return show({
    title: texts.pendingTitle,
    width: 'narrow',
    body: html`${notice('info', html`<p>${texts.pendingOn} ${day(pending.dueAt, locale)}</p>`)}
<p>${pending.removesMods ? texts.pendingRemoves : texts.pendingLeaves}</p>
<p>${texts.pendingAccess}</p>
${form(visit, button({ label: texts.cancel }), CANCEL_DELETION)}`,
  });
};

/**
 * Requests the deletion. This at once signs the user out in all browsers, and ends all keys and
 * approvals. The form needs the username, and the password unless a recent second factor replaces
 * it. Staff cannot delete their account.
 */
export function requestOwnDeletion({ sessionCookie }: PageKit): Handler {
  return async (visit) => {
    const { ctx, fields, locale } = visit;
    const texts = DELETION_TEXTS[locale];
    try {
      const refusal = await requestDeletion(ctx, {
        username: fields.one('username'),
        password: fields.one('password'),
        removesMods: fields.one('mods') === 'remove',
      });
      if (refusal === null) {
        return redirectTo(DELETION_REQUESTED, { cookies: [sessionCookie.forget()] });
      }
      const faults: Record<DeletionRefusal, Faults> = {
        staff: { form: texts.staff },
        wrong_username: { username: texts.wrongUsername },
        wrong_password: { password: OWNER_TEXTS[locale].wrongPassword },
      };
      return deletionForm(visit, faults[refusal]);
    } catch (error) {
      const { text, ...more } = tooManyOf(error, locale);
      return deletionForm(visit, { form: text }, more);
    }
  };
}

type Faults = Partial<Record<'username' | 'password' | 'form', string>>;

async function deletionForm(
  visit: Visit,
  faults: Faults,
  more: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<PageReply> {
  const { ctx, locale } = visit;
  const texts = DELETION_TEXTS[locale];
  const isStaff = isModerator(requireUser(ctx).role);
  return show({
    title: texts.title,
    ...(Object.keys(faults).length > 0 ? { status: 422 } : {}),
    ...more,
    body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'deletion_cancelled' && notice('done', html`<p>${texts.cancelled}</p>`)}
${faults.form && notice('failed', html`<p>${faults.form}</p>`)}
${card(lines(texts.atOnce), texts.atOnceTitle)}${card(lines(texts.later), texts.laterTitle)}
<p>${texts.copyFirst} <a href="${EXPORT}">${texts.toCopy}</a></p>
${isStaff ? notice('info', html`<p>${texts.staff}</p>`) : card(form(visit, await fieldsOf(visit, faults)))}`,
  });
}

const lines = (texts: readonly string[]): Html => html`<ul>
${texts.map((text) => html`<li>${text}</li>\n`)}</ul>
`;

async function fieldsOf(visit: Visit, faults: Faults): Promise<Html[]> {
  const { ctx, fields, locale } = visit;
  const texts = DELETION_TEXTS[locale];
  const { username } = requireUser(ctx);
  return [
    ...(await modsChoice(visit)),
    field({
      name: 'username',
      label: texts.username,
      hint: html`${texts.usernameHint} <strong>${username}</strong>`,
      value: fields.one('username'),
      error: faults.username,
      required: true,
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: false,
    }),
    await passwordField(visit, DELETION, faults.password),
    actions(
      button({ label: texts.doDelete, look: 'danger' }),
      html`<a href="${HOME}">${texts.keep}</a>`,
    ),
  ];
}

/**
 * The choice to leave or to remove the mods of which the user is the only owner. Empty without such
 * mods.
 */
async function modsChoice({ ctx, fields, locale }: Visit): Promise<Html[]> {
  const texts = DELETION_TEXTS[locale];
  const count = await countSoleMods(ctx);
  if (count === 0) return [];
  const removes = fields.one('mods') === 'remove';
  return [
    choices({
      name: 'mods',
      legend: plural(count, locale, texts.mods),
      kind: 'one',
      choices: [
        { value: 'leave', label: texts.leave, hint: texts.leaveHint, chosen: !removes },
        { value: 'remove', label: texts.remove, hint: texts.removeHint, chosen: removes },
      ],
    }),
  ];
}

/** The same page for everyone, after the user was signed out. */
export const deletionRequestedPage: Handler = ({ locale }) => {
  const texts = DELETION_TEXTS[locale];
  return show({
    title: texts.requestedTitle,
    width: 'narrow',
    body: html`<p>${texts.requested}</p>
<p><a href="${pathWithNext('/account/sign-in', DELETION)}">${texts.toSignIn}</a></p>
`,
  });
};

/** Cancels the deletion. A form that is sent twice leads to the same page. */
export const keepAccount: Handler = async ({ ctx }) => {
  const isCancelled = await cancelDeletion(ctx);
  return redirectTo(DELETION, isCancelled ? { notice: 'deletion_cancelled' } : {});
};
