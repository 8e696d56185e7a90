import type { RequestHandler } from 'express';
import { z } from 'zod';
import { html } from '../../platform/html/html.js';
import { problem, RegisteredError } from '../../registry/errors.js';
import {
  actions,
  button,
  card,
  confirmationPage,
  day,
  type Faults,
  facts,
  faultsOf,
  form,
  linkButton,
  type PageKit,
  type PageReply,
  scopeList,
  secretPage,
  show,
  type Visit,
} from '../kit/index.js';
import { ACCOUNT_KEY_TEXTS } from './texts/account-key.js';

/** The path of the account key page. */
const ACCOUNT_KEY = '/account/developer/key';

const key = z.object({
  id: z.string(),
  masked: z.string(),
  scopes: z.array(z.string()),
  lastUsedAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
});
const opened = z.object({ openAccountKey: key });
const withSecret = z.object({ secret: z.string() });
const revealed = z.object({ revealAccountKey: withSecret });
const rotated = z.object({ rotateAccountKey: withSecret });

/**
 * Shows the masked account key (`mfak_`). Each account has one, besides its tokens and API keys.
 * The first visit creates it. Spec 5.4.
 */
export function accountKeyPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const { locale } = visit;
      const texts = ACCOUNT_KEY_TEXTS[locale];
      const it = await readKey(kit, visit);
      return show({
        title: texts.title,
        body: html`<p class="lead">${texts.lead}</p>
${card(
  html`${facts([
    [texts.key, html`<code>${it.masked}</code>`],
    [texts.made, day(it.createdAt, locale)],
    [texts.used, it.lastUsedAt ? day(it.lastUsedAt, locale) : texts.never],
  ])}<p class="legend">${texts.may}</p>
${scopeList(it.scopes, locale)}<p class="dim">${texts.revealHow}</p>
${form(
  visit,
  actions(
    button({ label: texts.reveal }),
    linkButton(`${ACCOUNT_KEY}/replace`, texts.rotate, 'quiet'),
  ),
)}`,
)}`,
      });
    },
    { signIn: true },
  );
}

/** Shows the key after a recent second factor, only in the response to the form. */
export function revealKeyForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const data = revealed.parse(await kit.run(visit.ctx, 'pageRevealAccountKey'));
      return secretOf(visit, data.revealAccountKey.secret);
    },
    { signIn: true, stepUp: true },
  );
}

/** Asks for confirmation before the key is replaced, after a recent second factor. */
export function replaceKeyPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => confirmReplacement(visit, (await readKey(kit, visit)).id, null),
    { signIn: true, stepUp: true },
  );
}

/**
 * Replaces the key after a recent second factor, and shows the new one. The old one ends at once.
 * If the key has changed since the page was shown, as after a reload of the response, it asks for
 * confirmation again.
 */
export function replaceKeyForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const secret = await rotate(kit, visit);
      if (secret !== null) return secretOf(visit, secret);
      return confirmReplacement(visit, (await readKey(kit, visit)).id, changed(visit));
    },
    { signIn: true, stepUp: true },
  );
}

/** Replaces the key of the form and returns the new one; null if it is not the current key. */
async function rotate(kit: PageKit, { ctx, fields }: Visit): Promise<string | null> {
  try {
    const expectedId = fields.one('key');
    const data = rotated.parse(await kit.run(ctx, 'pageRotateAccountKey', { expectedId }));
    return data.rotateAccountKey.secret;
  } catch (error) {
    if (error instanceof RegisteredError && error.code === 'invalid_state') return null;
    throw error;
  }
}

async function readKey(kit: PageKit, { ctx }: Visit): Promise<z.output<typeof key>> {
  return opened.parse(await kit.run(ctx, 'pageOpenAccountKey')).openAccountKey;
}

function changed(visit: Visit): Faults {
  const text = ACCOUNT_KEY_TEXTS[visit.locale].rotatedAlready;
  return faultsOf(visit, problem('precondition_failed'), { precondition_failed: text });
}

function confirmReplacement(visit: Visit, id: string, faults: Faults | null): PageReply {
  const texts = ACCOUNT_KEY_TEXTS[visit.locale];
  return confirmationPage(visit, {
    title: texts.rotateTitle,
    text: html`<p>${texts.rotateWhat}</p>`,
    fields: html`<input type="hidden" name="key" value="${id}">\n`,
    label: texts.rotateDo,
    cancel: [ACCOUNT_KEY, texts.cancel],
    faults,
  });
}

function secretOf({ locale }: Visit, secret: string): PageReply {
  const texts = ACCOUNT_KEY_TEXTS[locale];
  return secretPage({
    title: texts.title,
    warning: texts.shown,
    secret,
    done: [ACCOUNT_KEY, texts.back],
  });
}
