import type { Prisma } from '../platform/database/generated/client.js';
import { LIMITS } from '../registry/limits.js';
import type { Texts } from '../request/scalars.js';
import { createDraws } from './draws.js';
import type { SeedGame } from './games.js';
import { writeChangelog } from './texts.js';

/** A version of the seed with its only file, before they become rows. */
export interface SeedVersion {
  readonly key: string;
  readonly version: string;
  readonly channel: 'release' | 'beta';
  readonly changelog: Texts;
  readonly gameVersions: readonly string[];
  readonly loaders: readonly string[];
  readonly createdAt: Date;
  readonly publishedAt: Date;
  readonly sizeBytes: number;
  readonly downloads: number;
  /** The downloads of the trend window, included in `downloads`. */
  readonly recentDownloads: number;
}

const MINUTE_MS = 60_000;

/** The facts that all versions of a mod share. */
interface VersionsPlan {
  readonly key: string;
  readonly game: SeedGame;
  readonly createdAt: Date;
  /** Whether it supports every version and loader of the game. */
  readonly supportsAll: boolean;
  readonly downloads: number;
  /** The downloads of the trend window. Only the newest version gets them, up to its own total. */
  readonly recentDownloads: number;
  readonly versionsPerMod: number;
  /** The English title of the mod. */
  readonly englishTitle: string;
}

/** The versions of a mod, oldest first, each published within a month of the previous one. */
export function planVersions(plan: VersionsPlan): SeedVersion[] {
  const { game, supportsAll, versionsPerMod } = plan;
  let publishedMs = plan.createdAt.getTime();
  return Array.from({ length: versionsPerMod }, (_, at): SeedVersion => {
    const key = `${plan.key}/${at}`;
    const draws = createDraws(key);
    const createdMs = publishedMs + draws.int(1, 12 * 60) * MINUTE_MS;
    const downloads = share(plan.downloads, versionsPerMod, at);
    publishedMs = createdMs + draws.int(1, 25 * 24 * 60) * MINUTE_MS;
    return {
      key,
      version: `1.${at}.0`,
      channel: at > 0 && draws.chance(0.1) ? 'beta' : 'release',
      changelog: writeChangelog(draws, plan.englishTitle),
      gameVersions: supportsAll ? [...game.versions] : draws.some(game.versions),
      loaders: supportsAll ? [...game.loaders] : draws.some(game.loaders),
      createdAt: new Date(createdMs),
      publishedAt: new Date(publishedMs),
      sizeBytes: Math.min(Math.floor(4096 * (1 - draws.unit()) ** -1.5), LIMITS.singleUploadBytes),
      downloads,
      recentDownloads: at === versionsPerMod - 1 ? Math.min(plan.recentDownloads, downloads) : 0,
    };
  });
}

/** The downloads of one version. The newest has about twice as many as each older one. */
function share(downloads: number, versions: number, at: number): number {
  const older = Math.floor(downloads / (versions + 1));
  return at === versions - 1 ? downloads - older * (versions - 1) : older;
}

const DAY_SECONDS = 24 * 60 * 60;
const TREND_DAYS = LIMITS.trendingWindowSeconds / DAY_SECONDS;

/**
 * The download days of a file. Recent downloads spread evenly over the trend window, which ends
 * today; all others fall on the day of publication. No download has a grant.
 */
export function downloadDaysOf(
  artifactId: string,
  { downloads, recentDownloads, publishedAt }: SeedVersion,
  now: Date,
): Prisma.DownloadDayCreateManyInput[] {
  const counts = [{ day: publishedAt, downloads: downloads - recentDownloads }];
  for (let age = 0; age < TREND_DAYS; age += 1) {
    // The remainder falls on the last days.
    const share = Math.floor((recentDownloads + TREND_DAYS - 1 - age) / TREND_DAYS);
    counts.push({ day: new Date(now.getTime() - age * DAY_SECONDS * 1000), downloads: share });
  }
  return counts
    .filter((count) => count.downloads > 0)
    .map((count) => ({ artifactId, ...count, imported: count.downloads }));
}
