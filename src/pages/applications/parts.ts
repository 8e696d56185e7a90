import { type Html, html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import type { ShownApp } from './data.js';
import { OWNER_TEXTS } from './texts/owner.js';

/** The path of the pages of an owner's applications. */
export const APPLICATIONS = '/account/developer/applications';

/**
 * A short mark of a state. Its text is sufficient without its colour. The badge of the kit does not
 * have the look `waiting`.
 */
export function badge(label: string, look: 'plain' | 'good' | 'waiting' | 'bad' = 'plain'): Html {
  return html`<span class="badge ${look}">${label}</span>`;
}

/** The kind and the state of an application, as badges next to its name. */
export function badgesOf(app: ShownApp, locale: Locale): Html {
  const texts = OWNER_TEXTS[locale];
  const review = {
    none: null,
    pending: badge(texts.reviewWaits, 'waiting'),
    approved: badge(texts.reviewDone, 'good'),
    rejected: badge(texts.reviewRejected, 'bad'),
  }[app.review];
  return html`<span class="badges">${badge(
    app.kind === 'public' ? texts.publicKind : texts.confidentialKind,
  )}${review}${app.disabledAt && badge(texts.switchedOff, 'bad')}</span>`;
}
