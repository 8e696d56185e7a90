import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import {
  actions,
  button,
  card,
  type Faults,
  faultsOf,
  form,
  linkButton,
  notice,
  type PageKit,
  type PageReply,
  SECRET_HEADERS,
  seeOther,
  show,
  type Visit,
} from '../kit/index.js';
import { rotateKey, type ShownSecretKey } from './data.js';
import { KEYS } from './list-page.js';
import { KEY_TEXTS } from './texts.js';

/** The only response with the secret of a key: the response to the form itself. */
export function secretReply({ locale }: Visit, { name, secret }: ShownSecretKey): PageReply {
  const texts = KEY_TEXTS[locale];
  return show({
    title: name,
    headers: SECRET_HEADERS,
    body: html`${notice('info', html`<p>${texts.secretOnce}</p>`)}${card(
      html`<p><code class="secret">${secret}</code></p>
<p class="dim">${texts.secretUse}</p>
`,
    )}${actions(linkButton(KEYS, texts.secretKept))}`,
  });
}

/** Asks for confirmation before a key is replaced. */
export function rotatePage(kit: PageKit): RequestHandler {
  return kit.page((visit) => rotation(visit, null), { signIn: true });
}

/** Replaces a key and shows the new secret. */
export function rotateForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      try {
        return secretReply(visit, await rotateKey(kit, visit, idOf(visit)));
      } catch (error) {
        return rotation(visit, faultsOf(visit, error));
      }
    },
    { signIn: true },
  );
}

function rotation(visit: Visit, faults: Faults | null): PageReply {
  const texts = KEY_TEXTS[visit.locale];
  return question(visit, {
    title: texts.rotateTitle,
    body: html`${faults?.above}<p>${texts.rotateWhat}</p>`,
    label: texts.rotate,
    status: faults?.status ?? 200,
  });
}

/** Asks for confirmation before a key is revoked. */
export function revokePage(kit: PageKit): RequestHandler {
  return kit.page(
    (visit) => {
      const texts = KEY_TEXTS[visit.locale];
      return question(visit, {
        title: texts.revokeTitle,
        body: html`<p>${texts.revokeWhat}</p>`,
        label: texts.revoke,
        status: 200,
      });
    },
    { signIn: true },
  );
}

/** Revokes a key. */
export function revokeForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      await kit.run(visit.ctx, 'pageRevokeKey', { id: idOf(visit) });
      return seeOther(KEYS, { notice: 'key_revoked' });
    },
    { signIn: true },
  );
}

const idOf = ({ req }: Visit) => String(req.params['id']);

interface Question {
  readonly title: string;
  readonly body: Html;
  readonly label: string;
  readonly status: number;
}

function question(visit: Visit, { title, body, label, status }: Question): PageReply {
  const texts = KEY_TEXTS[visit.locale];
  return show({
    title,
    status,
    body: html`${body}
${form(
  visit,
  actions(button({ label, look: 'danger' }), html`<a href="${KEYS}">${texts.cancel}</a>`),
)}`,
  });
}
