import type { RequestHandler } from 'express';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import { PAGE_ADDRESSES } from '../../registry/addresses.js';
import {
  authorName,
  bestOf,
  type Feed,
  type FeedEntry,
  type PageKit,
  sendFeed,
  textOf,
  type Visit,
} from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { readFeed } from './data.js';
import { idIn } from './filters.js';
import { titleOf } from './mod-frame.js';
import { MOD_TEXTS } from './texts/mod.js';
import { VERSION_TEXTS } from './texts/versions.js';

type FedMod = Awaited<ReturnType<typeof readFeed>>;

/** The feed of the newest versions of a mod. */
export function modFeed(kit: PageKit, render: RenderMarkdown): RequestHandler {
  return kit.page(async (visit) => {
    const mod = await readFeed(kit, visit, idIn(visit, 'id'));
    return sendFeed(visit, await feedOf(render, visit, mod));
  });
}

async function feedOf(render: RenderMarkdown, visit: Visit, mod: FedMod): Promise<Feed> {
  const { locale, ctx } = visit;
  const at = (path: string) => new URL(path, ctx.platform.publicUrl).href;
  const entries = await Promise.all(
    mod.versions.map((version) => entryOf(render, visit, mod, version)),
  );
  const newest = Math.max(...[mod.updatedAt, ...entries.map(({ updated }) => updated)].map(Number));
  return {
    id: at(MOD_PATHS.mod(mod.id)),
    title: MOD_TEXTS[locale].feedTitle(titleOf(mod, visit)),
    subtitle: textOf(mod.summary, locale) || undefined,
    language: locale,
    self: at(MOD_PATHS.feed(mod.id, locale)),
    page: at(MOD_PATHS.mod(mod.id)),
    updated: new Date(newest),
    entries,
  };
}

async function entryOf(
  render: RenderMarkdown,
  visit: Visit,
  mod: FedMod,
  version: FedMod['versions'][number],
): Promise<FeedEntry> {
  const { locale, ctx } = visit;
  const at = (path: string) => new URL(path, ctx.platform.publicUrl).href;
  const { author } = mod;
  const page = at(MOD_PATHS.version(mod.id, version.id));
  const changes = bestOf(version.changelog, locale)?.text ?? '';
  return {
    id: page,
    title: VERSION_TEXTS[locale].versionTitle(titleOf(mod, visit), version.version),
    page,
    published: version.publishedAt ?? undefined,
    updated: version.updatedAt,
    author: {
      name: authorName(author, locale),
      page: author.profileUrl ? at(PAGE_ADDRESSES.user(author.username)) : undefined,
    },
    content: changes === '' ? undefined : (await render(changes, ctx.viewer.actor)).text,
  };
}
