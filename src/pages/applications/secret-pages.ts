import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  confirmationPage,
  type Faults,
  faultsOf,
  type PageKit,
  type PageReply,
  secretPage,
  type Visit,
} from '../kit/index.js';
import { readApp, rotateSecret, type ShownSecret } from './data.js';
import { APPLICATIONS } from './parts.js';
import { FAULT_TEXTS } from './texts/faults.js';
import { OWNER_TEXTS } from './texts/owner.js';
import { SECRET_TEXTS } from './texts/secret.js';

/**
 * The page with the secret of an application. Send it only as the response to the form that made
 * the secret; no other response contains it.
 */
export function secretReply(
  { locale }: Visit,
  { app, secret }: ShownSecret,
  status: number,
): PageReply {
  const texts = SECRET_TEXTS[locale];
  return secretPage({
    title: texts.secretTitle(app.name),
    status,
    warning: texts.secretOnce,
    before: html`<p class="legend">${OWNER_TEXTS[locale].clientId}</p>
<p><code class="secret">${app.clientId}</code></p>
<p class="legend">${texts.secret}</p>
`,
    secret,
    use: texts.secretUse,
    done: [`${APPLICATIONS}/${app.id}`, texts.secretKept],
  });
}

/** Asks for confirmation before the secret is replaced, after a second factor. */
export function rotatePage(kit: PageKit): RequestHandler {
  return kit.page((visit) => confirmRotation(kit, visit, null), { signIn: true, stepUp: true });
}

/**
 * Replaces the secret and shows the new one. The old one and all refresh tokens end at once. After
 * an error that the visitor can fix (`faultsOf`), the question appears again, as for an application
 * that has changed since the page was shown.
 */
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
  return confirmationPage(visit, {
    title: texts.rotateTitle(app.name),
    text: html`<p>${texts.rotateWhat}</p>
<ul>
${texts.rotateEnds.map((end) => html`<li>${end}</li>\n`)}</ul>`,
    fields: html`<input type="hidden" name="etag" value="${app.etag}">\n`,
    label: texts.rotateDo,
    cancel: [`${APPLICATIONS}/${app.id}`, OWNER_TEXTS[visit.locale].cancel],
    faults,
  });
}
