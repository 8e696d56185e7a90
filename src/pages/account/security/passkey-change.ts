import {
  isProtected,
  listPasskeys,
  type OwnPasskey,
  readOwnFactors,
  removePasskey,
  renamePasskey,
} from '../../../modules/identity/index.js';
import { html } from '../../../platform/html/html.js';
import { isModerator } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  redirectTo,
  show,
  type Visit,
} from '../../kit/index.js';
import { PASSKEY_TEXTS } from './passkey-texts.js';
import { PASSKEYS } from './passkeys.js';

/**
 * The page of one passkey, with the forms that rename and remove it. Staff keep their last second
 * factor, so they get an explanation instead of the second form. Throws `not_found` for a passkey of
 * another account.
 */
export const passkeyPage: Handler = async (visit) => {
  const { ctx, locale, user } = visit;
  const texts = PASSKEY_TEXTS[locale];
  const { id, name } = await passkeyOf(visit);
  const factors = await readOwnFactors(ctx);
  const isLast = !isProtected({ ...factors, passkeys: factors.passkeys - 1 });
  return show({
    title: name,
    width: 'narrow',
    body: html`${card(
      form(visit, [
        field({
          name: 'name',
          label: texts.name,
          hint: texts.nameHint,
          value: name,
          required: true,
          maxlength: LIMITS.passkeyNameCharacters,
          autocomplete: 'off',
        }),
        button({ label: texts.rename }),
      ]),
    )}
${card(
  isLast && user && isModerator(user.role)
    ? html`<p>${texts.staffKeep}</p>`
    : html`<p>${texts.removeWhat}</p>
${isLast && html`<p><strong>${texts.removeLast}</strong></p>\n`}${form(
  visit,
  button({ label: texts.remove, look: 'danger' }),
  `${PASSKEYS}/${id}/remove`,
)}`,
  texts.remove,
)}
<p><a href="${PASSKEYS}">${texts.back}</a></p>
`,
  });
};

/** Renames a passkey. Throws the errors of `renamePasskey`. */
export const savePasskeyName: Handler = async (visit) => {
  await renamePasskey(visit.ctx, idOf(visit), visit.fields.one('name'));
  return redirectTo(PASSKEYS, { notice: 'passkey_renamed' });
};

/**
 * Removes a passkey, signs the user out of all other browsers and mails the user. Recovery codes
 * end with the last second factor. Throws the errors of `removePasskey`, such as `forbidden` for
 * the last second factor of staff.
 */
export const deletePasskey: Handler = async (visit) => {
  await removePasskey(visit.ctx, idOf(visit));
  return redirectTo(PASSKEYS, { notice: 'passkey_removed' });
};

function idOf({ req }: Visit): string {
  return String(req.params['id']);
}

async function passkeyOf(visit: Visit): Promise<OwnPasskey> {
  const passkey = (await listPasskeys(visit.ctx)).find(({ id }) => id === idOf(visit));
  if (!passkey) throw problem('not_found');
  return passkey;
}
