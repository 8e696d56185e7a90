import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import type { Locale } from '../../registry/error-texts.js';
import {
  authorName,
  bestOf,
  countOf,
  type LanguageTexts,
  momentOf,
  pictureOf,
} from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import type { ShownCard } from './data.js';
import { CARD_TEXTS } from './texts/card.js';

/** How a list shows its cards. */
export interface CardsLook {
  readonly locale: Locale;
  /** The level of the headings of the cards. */
  readonly level: 2 | 3;
  /** Cards side by side, below each other with more details, or short ones in columns. */
  readonly look: 'grid' | 'list' | 'short';
  /** The property that all mods of the list share, so that the cards do not name it. */
  readonly without?: 'game' | 'author';
}

/** The number of loaders on a card. More would distract; the page of the mod has them all. */
const SHOWN_LOADERS = 4;

/**
 * The number of pictures that load at once in the look `list`, which begins on the first screen.
 * All other pictures load when a visitor comes near.
 */
const FIRST = 3;

/** A list of mods as cards. */
export function modCards(mods: readonly ShownCard[], look: CardsLook): Html {
  return html`<ul class="mod-cards ${look.look}">
${mods.map((mod, at) => modCard(mod, look, look.look === 'list' && at < FIRST))}</ul>
`;
}

function modCard(mod: ShownCard, look: CardsLook, isFirst: boolean): Html {
  const { locale, level } = look;
  const title = bestOf(mod.title, locale);
  const heading = html`<a href="${CATALOG_PATHS.mod(mod.id)}"${languageOf(title?.language, locale)}>${title?.text}</a>`;
  return html`<li class="mod-card">
${coverOf(mod, look, isFirst)}<div class="mod-card-text">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
${byLine(mod, look)}${summaryOf(mod.summary, locale)}${look.look !== 'short' && loadersOf(mod)}${numbersOf(mod, locale)}</div>
</li>
`;
}

/** The width of a cover in each look, as the attribute `sizes`. */
const COVER_SIZES: Readonly<Record<CardsLook['look'], string>> = {
  grid: '(max-width: 40rem) 92vw, 24rem',
  list: '(max-width: 40rem) 6rem, 13rem',
  short: '6rem',
};

/** The title beside the picture says the same, so screen readers skip the picture. */
function coverOf({ cover, id, title }: ShownCard, look: CardsLook, isFirst: boolean): Html {
  const { locale } = look;
  if (cover === null) {
    const name = bestOf(title, locale)?.text ?? '';
    return html`<div class="mod-card-cover ${toneOf(id)}" aria-hidden="true">${initialOf(name)}</div>
`;
  }
  const shown = { ...cover, alt: {} };
  const sizes = COVER_SIZES[look.look];
  return html`<div class="mod-card-cover">${pictureOf(shown, { locale, sizes, eager: isFirst })}</div>
`;
}

function byLine({ author, game }: ShownCard, { locale, without }: CardsLook): Html {
  const texts = CARD_TEXTS[locale];
  const name = authorName(author, locale);
  const person = author.profileUrl
    ? html`<a href="${CATALOG_PATHS.user(author.username)}">${name}</a>`
    : html`<span>${name}</span>`;
  return html`<p class="mod-card-by">${without !== 'author' && html`<span class="unseen">${texts.author}</span>${person}`}${
    without === undefined && html` <span aria-hidden="true">·</span> `
  }${without !== 'game' && html`<a href="${CATALOG_PATHS.game(game.slug)}">${game.name}</a>`}</p>
`;
}

function summaryOf(summary: LanguageTexts, locale: Locale): Html | null {
  const best = bestOf(summary, locale);
  if (!best?.text) return null;
  return html`<p class="mod-card-summary"${languageOf(best.language, locale)}>${best.text}</p>
`;
}

function loadersOf({ loaders }: ShownCard): Html | null {
  if (loaders.length === 0) return null;
  const more = loaders.length - SHOWN_LOADERS;
  return html`<p class="badges">${loaders.slice(0, SHOWN_LOADERS).map((loader) => html`<span class="badge">${loader}</span>`)}${
    more > 0 && html`<span class="badge">+${more}</span>`
  }</p>
`;
}

/**
 * The number of downloads, and the date of the latest release. Without a release, it is the date of
 * the mod's publication or last change.
 */
function numbersOf(mod: ShownCard, locale: Locale): Html {
  const texts = CARD_TEXTS[locale];
  const updated = mod.latestRelease?.publishedAt ?? mod.publishedAt ?? mod.updatedAt;
  return html`<p class="mod-card-numbers"><span title="${texts.downloads}">${icon('download')}<span class="unseen">${texts.downloads}</span> ${countOf(mod.downloadsCount, locale)}</span>
<span title="${texts.updated}">${icon('calendar')}<span class="unseen">${texts.updated}</span> ${momentOf(updated, locale)}</span></p>
`;
}

/** The attribute `lang` of a text in another language than its page. */
function languageOf(language: string | undefined, locale: Locale): Html | null {
  return language === undefined || language === locale ? null : html` lang="${language}"`;
}

const TONES = 6;

/** A class with a colour, always the same for the same text. */
export function toneOf(text: string): string {
  let sum = 0;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return `tone-${sum % TONES}`;
}

/** The first character of a name in upper case, in place of a picture; `?` for an empty name. */
export function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '?').toUpperCase();
}
