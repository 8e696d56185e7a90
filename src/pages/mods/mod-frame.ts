import { type Html, type HtmlValue, html } from '../../platform/html/html.js';
import { type IconName, icon } from '../../platform/html/icons.js';
import { PAGE_ADDRESSES } from '../../registry/addresses.js';
import {
  authorName,
  bestOf,
  breadcrumbs,
  type LanguageTexts,
  type Metadata,
  metadataOf,
  momentOf,
  notice,
  type PageReply,
  pictureOf,
  show,
  textOf,
  type Visit,
} from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import type { ShownHead } from './shapes.js';
import { MOD_TEXTS } from './texts/mod.js';

/** A page of a mod below the head that all of them share. */
export interface ModPage {
  readonly mod: ShownHead;
  readonly current: 'overview' | 'versions' | 'plan';
  /** The title of the page; the title of the mod if omitted. */
  readonly title?: string;
  readonly body: HtmlValue;
  readonly metadata: Pick<Metadata, 'path'> & Partial<Metadata>;
  readonly robots?: 'noindex';
}

/**
 * Shows a page of a mod. The title of the mod is its main heading. Search engines may index it only
 * if the mod is published or archived.
 */
export function showModPage(visit: Visit, page: ModPage): PageReply {
  const { mod, body, metadata } = page;
  const { locale } = visit;
  const texts = MOD_TEXTS[locale];
  const name = titleOf(mod, visit);
  const title = page.title ?? name;
  const isPublic = mod.state === 'published' || mod.state === 'archived';
  const { publicUrl } = visit.ctx.platform;
  const places = [
    { name: texts.mods, path: '/mods' },
    { name: mod.game.name, path: MOD_PATHS.game(mod.game.slug) },
    { name, path: MOD_PATHS.mod(mod.id) },
  ];
  return show({
    title,
    heading: 'own',
    width: 'full',
    scripts: true,
    ...(isPublic && page.robots === undefined ? {} : { robots: 'noindex' as const }),
    head: metadataOf(visit, {
      title,
      description: textOf(mod.summary, locale),
      picture: mod.cover?.url,
      feed: { path: MOD_PATHS.feed(mod.id, locale), title: texts.feedTitle(name) },
      ...metadata,
      structured: [breadcrumbs(publicUrl, places), ...(metadata.structured ?? [])],
    }),
    body: html`${trail(places)}${headOf(visit, mod)}${
      mod.state !== 'published' && stateNotice(visit, mod.id, mod.state)
    }${tabs(visit, mod, page.current)}${body}`,
  });
}

/**
 * Explains the state of a mod that is not published. For a draft or hidden mod, it links to the
 * dashboard.
 */
function stateNotice(
  { locale }: Visit,
  modId: string,
  state: Exclude<ShownHead['state'], 'published'>,
): Html {
  const texts = MOD_TEXTS[locale];
  const isOfTeam = state === 'draft' || state === 'hidden';
  return notice(
    'info',
    html`<p>${texts.states[state]}${isOfTeam && html` <a href="${MOD_PATHS.dashboard(modId)}">${texts.edit}</a>`}</p>`,
  );
}

/** The title of a mod in the language that the visitor reads best. */
export function titleOf(mod: Pick<ShownHead, 'title'>, { locale }: Visit): string {
  return textOf(mod.title, locale);
}

/** A short text of an author, marked if it is in another language; null without a text. */
export function localText(texts: LanguageTexts, { locale }: Visit): Html | null {
  const best = bestOf(texts, locale);
  if (best === null) return null;
  if (best.language === locale) return html`${best.text}`;
  return html`<span lang="${best.language}">${best.text}</span>`;
}

/** A fact beside an icon. */
export function fact(name: IconName, body: HtmlValue): Html {
  return html`<li>${icon(name)}<span>${body}</span></li>
`;
}

function trail(places: readonly { readonly name: string; readonly path: string }[]): Html {
  const links = places
    .slice(0, -1)
    .map(
      ({ name, path }, at) =>
        html`<li>${at > 0 && icon('chevron')}<a href="${path}">${name}</a></li>\n`,
    );
  return html`<ol class="trail">
${links}</ol>
`;
}

function headOf(visit: Visit, mod: ShownHead): Html {
  const { locale } = visit;
  const texts = MOD_TEXTS[locale];
  const { author, cover } = mod;
  const name = authorName(author, locale);
  const link = author.profileUrl
    ? html`<a href="${PAGE_ADDRESSES.user(author.username)}">${name}</a>`
    : name;
  const look = { locale, sizes: '(max-width: 40rem) 92vw, 18rem', eager: true };
  return html`<header class="mod-head">
<div class="mod-cover">${cover ? pictureOf(cover, look) : html`<span aria-hidden="true">${[...titleOf(mod, visit)][0]}</span>`}</div>
<div class="mod-title">
<h1>${localText(mod.title, visit)}</h1>
<p class="mod-summary">${localText(mod.summary, visit)}</p>
<ul class="mod-facts">
${fact('user', html`${texts.by} ${link}`)}${fact('game', html`<a href="${MOD_PATHS.game(mod.game.slug)}">${mod.game.name}</a>`)}${fact('download', texts.downloads(mod.downloadsCount))}${fact(
  'calendar',
  html`${texts.updated} ${momentOf(mod.updatedAt, locale)}`,
)}</ul>
</div>
</header>
`;
}

function tabs({ locale }: Visit, { id }: ShownHead, current: ModPage['current']): Html {
  const texts = MOD_TEXTS[locale];
  const links = [
    ['overview', MOD_PATHS.mod(id)],
    ['versions', MOD_PATHS.versions(id)],
    ['plan', MOD_PATHS.plan(id)],
  ] as const;
  return html`<nav class="tabs" aria-label="${texts.parts}"><ul>
${links.map(([name, path]) => html`<li><a href="${path}"${name === current && html` aria-current="page"`}>${texts[name]}</a></li>\n`)}</ul>
<a class="feed" href="${MOD_PATHS.feed(id, locale)}">${icon('feed')}<span>${texts.feed}</span></a></nav>
`;
}
