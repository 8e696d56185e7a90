import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import { LINK_REL } from '../../registry/author-texts.js';
import { problem, RegisteredError } from '../../registry/errors.js';
import {
  cursorOf,
  metadataOf,
  type PageKit,
  type PageReply,
  show,
  type Visit,
} from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { readAuthor } from './data.js';
import { modCards } from './mod-card.js';
import { empty, feedLink, initialSign, pagerOf, section } from './parts.js';
import { nameIn } from './query.js';
import { AUTHOR_TEXTS } from './texts/author.js';
import { orWayBack } from './way-back.js';

/**
 * An author with an open profile, and one page of the mods. A closed profile is `not_found`. For an
 * expired cursor, it shows a link to the first page instead.
 */
export function authorPage(kit: PageKit, render: RenderMarkdown): RequestHandler {
  return kit.page((visit) => orWayBack(visit, () => showAuthor(kit, render, visit)));
}

async function showAuthor(kit: PageKit, render: RenderMarkdown, visit: Visit): Promise<PageReply> {
  const { locale } = visit;
  const texts = AUTHOR_TEXTS[locale];
  const cursor = cursorOf(visit);
  const found = await readOpenAuthor(kit, visit, cursor);
  const { author, name, mods } = found;
  const path = CATALOG_PATHS.user(author.username);
  const { nextCursor } = mods.pagination;
  const about = author.bio ? await render(author.bio, visit.ctx.viewer.actor) : null;
  const feed = { path: CATALOG_PATHS.userFeed(author.username, locale), title: texts.feed(name) };
  const picture = mods.items[0]?.cover?.url;
  const description = texts.description(name);
  return show({
    title: name,
    heading: 'own',
    width: 'full',
    scripts: true,
    ...(cursor !== null && { robots: 'noindex' as const }),
    head: metadataOf(visit, {
      title: name,
      description,
      path,
      type: 'profile',
      picture,
      feed,
      structured: [profileOf(kit.platform.publicUrl, found)],
    }),
    body: html`${profileHead(visit, found)}
${about && html`<div class="prose profile-about" dir="auto">\n${about}</div>\n`}${section({
  title: texts.mods,
  body:
    mods.items.length > 0
      ? modCards(mods.items, { locale, level: 3, look: 'grid', without: 'author' })
      : empty(html`<p>${texts.none}</p>`),
})}${pagerOf(locale, path, { cursor, nextCursor })}`,
  });
}

/** Describes an author in the vocabulary of schema.org. */
function profileOf(
  publicUrl: string,
  { author, name }: Awaited<ReturnType<typeof readOpenAuthor>>,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name,
      alternateName: author.username,
      url: new URL(CATALOG_PATHS.user(author.username), publicUrl).href,
      ...(author.links.length > 0 && { sameAs: author.links }),
    },
  };
}

function profileHead(
  { locale }: Visit,
  { author, name }: Awaited<ReturnType<typeof readOpenAuthor>>,
): Html {
  const feed = CATALOG_PATHS.userFeed(author.username, locale);
  return html`<header class="profile">
${initialSign(author.username, name)}<div><p class="eyebrow">${AUTHOR_TEXTS[locale].author}</p>
<h1>${name}</h1>
${name !== author.username && html`<p class="dim">@${author.username}</p>\n`}</div>
<p class="profile-links">${author.links.map(profileLink)}${feedLink(locale, feed)}</p>
</header>`;
}

/** A link of an author, shown by its host and path. */
function profileLink(address: string) {
  const { host, pathname } = new URL(address);
  const shown = pathname === '/' ? host : `${host}${pathname}`;
  return html`<a href="${address}" rel="${LINK_REL}">${shown}</a> `;
}

/**
 * The author in the path, their name for people, and one page of their mods. Throws `not_found` for
 * an unknown author, and for a closed profile.
 */
export async function readOpenAuthor(kit: PageKit, visit: Visit, cursor: string | null) {
  try {
    const found = await readAuthor(kit, visit, nameIn(visit, 'username'), cursor);
    if (found.author.profileUrl === null) throw problem('not_found');
    return { ...found, name: found.author.displayName || found.author.username };
  } catch (error) {
    const isUnknown = error instanceof RegisteredError && error.code === 'user_not_found';
    throw isUnknown ? problem('not_found', { cause: error }) : error;
  }
}
