import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
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
  show,
  type Visit,
} from '../kit/index.js';
import { readApp, rotateSecret, type ShownSecret } from './data.js';
import { APPLICATIONS } from './parts.js';
import { FAULT_TEXTS } from './texts/faults.js';
import { OWNER_TEXTS } from './texts/owner.js';
import { SECRET_TEXTS } from './texts/secret.js';

/**
 * The only response with a secret: the response to the form itself. No URL, cookie or log contains
 * the secret. Sending the form again creates nothing and shows nothing.
 */
export function secretReply(
  { locale }: Visit,
  { app, secret }: ShownSecret,
  status: number,
): PageReply {
  const texts = SECRET_TEXTS[locale];
  return show({
    title: texts.secretTitle(app.name),
    status,
    headers: SECRET_HEADERS,
    body: html`${notice('info', html`<p>${texts.secretOnce}</p>`)}${card(
      html`<p class="legend">${OWNER_TEXTS[locale].clientId}</p>
<p><code class="secret">${app.clientId}</code></p>
<p class="legend">${texts.secret}</p>
<p><code class="secret">${secret}</code></p>
<p class="dim">${texts.secretUse}</p>
`,
    )}${actions(linkButton(`${APPLICATIONS}/${app.id}`, texts.secretKept))}`,
  });
}

/** Asks for confirmation before the secret is replaced, after a second factor. */
export function rotatePage(kit: PageKit): RequestHandler {
  return kit.page((visit) => confirmRotation(kit, visit, null), { signIn: true, stepUp: true });
}

/** Replaces the secret and shows the new one. */
export function rotateForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const { req, fields, locale } = visit;
      const id = String(req.params['id']);
      try {
        return secretReply(
          visit,
          await rotateSecret(kit, visit, { id, etag: fields.one('etag') }),
          200,
        );
      } catch (error) {
        const faults = faultsOf(visit, error, {
          precondition_failed: SECRET_TEXTS[locale].rotatedAlready,
          invalid_state: FAULT_TEXTS[locale].switchedOff,
        });
        return confirmRotation(kit, visit, faults);
      }
    },
    { signIn: true },
  );
}

async function confirmRotation(
  kit: PageKit,
  visit: Visit,
  faults: Faults | null,
): Promise<PageReply> {
  const app = await readApp(kit, visit, String(visit.req.params['id']));
  const texts = SECRET_TEXTS[visit.locale];
  return show({
    title: texts.rotateTitle(app.name),
    status: faults?.status ?? 200,
    body: html`${faults?.above}<p>${texts.rotateWhat}</p>
<ul>
${texts.rotateEnds.map((end) => html`<li>${end}</li>\n`)}</ul>
${form(
  visit,
  html`<input type="hidden" name="etag" value="${app.etag}">
${actions(
  button({ label: texts.rotateDo, look: 'danger' }),
  html`<a href="${APPLICATIONS}/${app.id}">${OWNER_TEXTS[visit.locale].cancel}</a>`,
)}`,
)}`,
  });
}
