import type { RequestHandler } from 'express';
import type { Locale } from '../../registry/error-texts.js';
import {
  authorName,
  type Feed,
  type FeedEntry,
  type PageKit,
  type PageReply,
  sendFeed,
  textOf,
  type Visit,
} from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { readOpenAuthor } from './author-page.js';
import { readGameFeed, type ShownCard } from './data.js';
import { nameIn } from './query.js';
import { AUTHOR_TEXTS } from './texts/author.js';
import { HOME_TEXTS } from './texts/home.js';

/** The Atom feed of the newest mods of a game. Throws `not_found` for an unknown game. */
export function gameFeed(kit: PageKit): RequestHandler {
  return kit.page(async (visit) => {
    const { game, mods } = await readGameFeed(kit, visit, nameIn(visit, 'slug'));
    const texts = HOME_TEXTS[visit.locale];
    return send(visit, {
      page: CATALOG_PATHS.game(game.slug),
      self: CATALOG_PATHS.gameFeed(game.slug, visit.locale),
      title: texts.gameFeed(game.name),
      since: game.createdAt,
      mods: mods.items,
    });
  });
}

/**
 * The Atom feed of the newest mods of an author. Throws `not_found` for an unknown author, and for
 * one who closed their public profile.
 */
export function authorFeed(kit: PageKit): RequestHandler {
  return kit.page(async (visit) => {
    const { author, name, mods } = await readOpenAuthor(kit, visit, null);
    return send(visit, {
      page: CATALOG_PATHS.user(author.username),
      self: CATALOG_PATHS.userFeed(author.username, visit.locale),
      title: AUTHOR_TEXTS[visit.locale].feed(name),
      // The creation of an account is not public, so an empty feed has the date 1970-01-01.
      since: new Date(0),
      mods: mods.items,
    });
  });
}

/** A feed of mods. Its addresses are paths. */
interface ModFeed extends Pick<Feed, 'title'> {
  readonly page: string;
  readonly self: string;
  /** The moment of the last change while there are no mods. */
  readonly since: Date;
  readonly mods: readonly ShownCard[];
}

function send(visit: Visit, feed: ModFeed): PageReply {
  const { ctx, locale } = visit;
  const at = (path: string) => new URL(path, ctx.platform.publicUrl).href;
  const entries = feed.mods.map((mod) => entryOf(mod, locale, at));
  const updated = Math.max(Number(feed.since), ...entries.map((entry) => Number(entry.updated)));
  return sendFeed(visit, {
    id: at(feed.page),
    title: feed.title,
    language: locale,
    self: at(feed.self),
    page: at(feed.page),
    updated: new Date(updated),
    entries,
  });
}

function entryOf(mod: ShownCard, locale: Locale, at: (path: string) => string): FeedEntry {
  const { author } = mod;
  const page = at(CATALOG_PATHS.mod(mod.id));
  return {
    id: page,
    title: textOf(mod.title, locale),
    page,
    published: mod.publishedAt ?? undefined,
    updated: mod.updatedAt,
    author: {
      name: authorName(author, locale),
      page: author.profileUrl === null ? undefined : at(CATALOG_PATHS.user(author.username)),
    },
    summary: textOf(mod.summary, locale) || undefined,
  };
}
