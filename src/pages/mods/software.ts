import { PAGE_ADDRESSES } from '../../registry/addresses.js';
import { authorName, textOf, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import type { ShownMod, ShownVersion } from './shapes.js';

/**
 * Describes a mod in the vocabulary of schema.org, for search engines (JSON-LD). `latest` is the
 * version that the page offers, or null without one.
 */
export function softwareOf(
  { ctx, locale }: Visit,
  mod: ShownMod,
  latest: ShownVersion | null,
): object {
  const at = (path: string) => new URL(path, ctx.platform.publicUrl).href;
  const { author, game, license, cover } = mod;
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: textOf(mod.title, locale),
    description: textOf(mod.summary, locale),
    url: at(MOD_PATHS.mod(mod.id)),
    applicationCategory: 'GameApplication',
    applicationSubCategory: 'Mod',
    operatingSystem: game.name,
    ...(cover && { image: at(cover.url) }),
    // A bare text would be read as an address.
    ...(license && { license: { '@type': 'CreativeWork', name: license } }),
    ...(latest && { softwareVersion: latest.version }),
    ...(mod.publishedAt && { datePublished: mod.publishedAt.toISOString() }),
    dateModified: mod.updatedAt.toISOString(),
    author: {
      '@type': 'Person',
      name: authorName(author, locale),
      ...(author.profileUrl && { url: at(PAGE_ADDRESSES.user(author.username)) }),
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/DownloadAction',
      userInteractionCount: mod.downloadsCount,
    },
    isPartOf: { '@type': 'VideoGame', name: game.name, url: at(MOD_PATHS.game(game.slug)) },
  };
}
