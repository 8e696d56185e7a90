import type { Prisma } from '../platform/database/generated/client.js';
import { LIMITS } from '../registry/limits.js';
import type { SeedVersion } from './plan-versions.js';

const DAY_SECONDS = 24 * 60 * 60;
const TREND_DAYS = LIMITS.trendingWindowSeconds / DAY_SECONDS;

/**
 * The download days of a file. Recent downloads spread evenly over the trend window, which ends
 * today; all others fall on the day of publication. They have no grants.
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
