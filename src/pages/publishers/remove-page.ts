import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  confirmationPage,
  type Faults,
  faultsOf,
  type PageKit,
  type PageReply,
  redirectTo,
  type Visit,
} from '../kit/index.js';
import { readPublisher } from './data.js';
import { modIdOf, PUBLISHERS } from './parts.js';
import { PUBLISHER_TEXTS } from './texts.js';

/**
 * Asks for confirmation before a trusted publisher is removed. The page requires a recent second
 * factor.
 */
export function removePage(kit: PageKit): RequestHandler {
  return kit.page((visit) => question(kit, visit, null), { signIn: true, stepUp: true });
}

/**
 * Removes a trusted publisher and redirects to the publishers of the mod. Its runs lose their
 * access at once, and the owners get a mail, within their daily limit. Shows the question again
 * after an error that the visitor can fix (`faultsOf`).
 */
export function removeForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const modId = modIdOf(visit);
      try {
        await kit.run(visit.ctx, 'pageDeletePublisher', { modId, id: idOf(visit) });
        return redirectTo(`${PUBLISHERS}/${modId}`, { notice: 'publisher_removed' });
      } catch (error) {
        return question(kit, visit, faultsOf(visit, error));
      }
    },
    { signIn: true },
  );
}

const idOf = ({ req }: Visit) => String(req.params['id']);

async function question(kit: PageKit, visit: Visit, faults: Faults | null): Promise<PageReply> {
  const texts = PUBLISHER_TEXTS[visit.locale];
  const modId = modIdOf(visit);
  const { repository, workflow } = await readPublisher(kit, visit, modId, idOf(visit));
  return confirmationPage(visit, {
    title: texts.removeTitle,
    text: html`<p><strong>${repository}</strong>, <code>${workflow}</code></p>
<p>${texts.removeWhat}</p>`,
    label: texts.remove,
    cancel: [`${PUBLISHERS}/${modId}`, texts.cancel],
    faults,
  });
}
