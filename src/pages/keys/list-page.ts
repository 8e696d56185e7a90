import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import {
  actions,
  badge,
  cursorOf,
  day,
  dayAndTime,
  emptyList,
  facts,
  linkButton,
  moreLink,
  notice,
  type PageKit,
  plural,
  scopeList,
  show,
} from '../kit/index.js';
import { readKeys, type ShownKey } from './data.js';
import { KEY_TEXTS } from './texts.js';

/** The path of the list of tokens and keys. */
export const KEYS = '/account/keys';

/**
 * Lists the visitor's tokens and keys, newest first. On each page, revoked and expired ones follow
 * after the others, in a section that visitors can open.
 */
export function keysPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const { locale } = visit;
      const texts = KEY_TEXTS[locale];
      const { items, pagination } = await readKeys(kit, visit, cursorOf(visit));
      const ended = items.filter(hasEnded);
      const valid = items.filter((key) => !hasEnded(key));
      return show({
        title: texts.title,
        body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'key_revoked' && notice('done', html`<p>${texts.revoked}</p>`)}
${
  valid.length === 0 && ended.length === 0
    ? emptyList('key', html`<p>${texts.none}</p>`, [`${KEYS}/new`, texts.create])
    : actions(linkButton(`${KEYS}/new`, texts.create))
}
${valid.map((key) => keyCard(key, locale))}
${
  ended.length > 0 &&
  html`<details><summary>${texts.ended}</summary>
${ended.map((key) => keyCard(key, locale))}</details>
`
}${moreLink(KEYS, pagination.nextCursor, texts.more)}`,
      });
    },
    { signIn: true },
  );
}

const hasEnded = ({ state }: ShownKey) => state === 'revoked' || state === 'expired';

function keyCard(key: ShownKey, locale: Locale): Html {
  const texts = KEY_TEXTS[locale];
  const { id, kind, name, state, expiresAt, lastUsedAt, retiresAt, createdAt } = key;
  const look = { active: 'good', retiring: 'plain', revoked: 'bad', expired: 'bad' } as const;
  return html`<section class="card key">
<h2>${name} ${badge('plain', texts.kinds[kind])} ${badge(look[state], texts.states[state])}</h2>
${facts([
  [texts.prefix, html`<code>${key.displayPrefix}…</code>`],
  [texts.mods, modsOf(key, locale)],
  [texts.expires, expiresAt ? day(expiresAt, locale) : texts.expiresNever],
  ...(retiresAt && state === 'retiring'
    ? [[texts.retires, dayAndTime(retiresAt, locale)] as const]
    : []),
  [texts.used, lastUsedAt ? day(lastUsedAt, locale) : texts.never],
  [texts.made, day(createdAt, locale)],
])}<details><summary>${plural(key.scopes.length, locale, texts.rights)}</summary>
${scopeList(key.scopes, locale)}</details>
${
  !hasEnded(key) &&
  actions(
    state === 'active' && linkButton(`${KEYS}/${id}/rotate`, `${texts.rotate}: ${name}`, 'quiet'),
    linkButton(`${KEYS}/${id}/revoke`, `${texts.revoke}: ${name}`, 'danger'),
  )
}</section>
`;
}

function modsOf({ resourceGrants }: ShownKey, locale: Locale): string {
  const texts = KEY_TEXTS[locale];
  if (resourceGrants === null) return texts.allMods;
  return resourceGrants.length === 0
    ? texts.noMods
    : plural(resourceGrants.length, locale, texts.someMods);
}
