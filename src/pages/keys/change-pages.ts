import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  confirmationPage,
  type Faults,
  faultsOf,
  type PageKit,
  type PageReply,
  redirectTo,
  secretPage,
  type Visit,
} from '../kit/index.js';
import { rotateKey, type ShownSecretKey } from './data.js';
import { KEYS } from './list-page.js';
import { KEY_TEXTS } from './texts.js';

/**
 * The page with the secret of a key. Send it only as the response to the form that made the secret;
 * no other response contains it.
 */
export function secretReply({ locale }: Visit, { name, secret }: ShownSecretKey): PageReply {
  const texts = KEY_TEXTS[locale];
  return secretPage({
    title: name,
    warning: texts.secretOnce,
    secret,
    use: texts.secretUse,
    done: [KEYS, texts.secretKept],
  });
}

/** Asks for confirmation before a key is replaced. Does not check that the key exists. */
export function rotatePage(kit: PageKit): RequestHandler {
  return kit.page((visit) => rotation(visit, null), { signIn: true });
}

/** Replaces a key and shows the new secret. The old one stays valid for ten minutes. */
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
  return confirmationPage(visit, {
    title: texts.rotateTitle,
    text: html`<p>${texts.rotateWhat}</p>`,
    label: texts.rotate,
    cancel: [KEYS, texts.cancel],
    faults,
  });
}

/** Asks for confirmation before a key is revoked. Does not check that the key exists. */
export function revokePage(kit: PageKit): RequestHandler {
  return kit.page(
    (visit) => {
      const texts = KEY_TEXTS[visit.locale];
      return confirmationPage(visit, {
        title: texts.revokeTitle,
        text: html`<p>${texts.revokeWhat}</p>`,
        label: texts.revoke,
        cancel: [KEYS, texts.cancel],
      });
    },
    { signIn: true },
  );
}

/**
 * Revokes a key at once, with all keys that were created with it and the agent tokens of these
 * keys. The webhook subscriptions of these keys are disabled.
 */
export function revokeForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      await kit.run(visit.ctx, 'pageRevokeKey', { id: idOf(visit) });
      return redirectTo(KEYS, { notice: 'key_revoked' });
    },
    { signIn: true },
  );
}

const idOf = ({ req }: Visit) => String(req.params['id']);
