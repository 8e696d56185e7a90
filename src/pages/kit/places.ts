import { type Html, html } from '../../platform/html/html.js';
import { KIT_TEXTS } from './texts.js';
import type { Visit } from './visit.js';

/** The sections of the account pages; deeper paths belong to the same section. */
const PLACES = [
  { path: '/account/security', name: 'security' },
  { path: '/account/applications', name: 'grants' },
  { path: '/account/developer/applications', name: 'applications' },
  { path: '/account/developer/key', name: 'accountKey' },
  { path: '/account/review/applications', name: 'reviews', onlyAdmins: true },
] as const;

/**
 * Navigation between the account pages for signed-in users. Pages for decisions or sign-in have
 * none, so that nothing distracts from them.
 */
export function placesOf({ user, path, locale }: Visit): Html | null {
  const { pathname } = new URL(path, 'http://local.invalid');
  const isAt = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  if (!user || !PLACES.some((place) => isAt(place.path))) return null;
  const texts = KIT_TEXTS[locale];
  const open = PLACES.filter((place) => !('onlyAdmins' in place) || user.role === 'admin');
  const links = open.map(({ path: place, name }) => {
    const current = pathname === place ? 'page' : 'true';
    const mark = isAt(place) && html` aria-current="${current}"`;
    return html`<li><a href="${place}"${mark}>${texts[name]}</a></li>
`;
  });
  return html`<nav class="places" aria-label="${texts.settings}"><ul>
${links}</ul></nav>
`;
}
