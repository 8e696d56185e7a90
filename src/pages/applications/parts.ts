import { type Html, html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import { badge } from '../kit/index.js';
import type { ShownApp } from './data.js';
import { OWNER_TEXTS } from './texts/owner.js';

/** The path of the pages of an owner's applications. */
export const APPLICATIONS = '/account/developer/applications';

/** The kind and the state of an application, as badges next to its name. */
export function badgesOf(app: ShownApp, locale: Locale): Html {
  const texts = OWNER_TEXTS[locale];
  const review = {
    none: null,
    pending: badge('waiting', texts.reviewWaits),
    approved: badge('good', texts.reviewDone),
    rejected: badge('bad', texts.reviewRejected),
  }[app.review];
  return html`<span class="badges">${badge(
    'plain',
    app.kind === 'public' ? texts.publicKind : texts.confidentialKind,
  )}${review}${app.disabledAt && badge('bad', texts.switchedOff)}</span>`;
}
