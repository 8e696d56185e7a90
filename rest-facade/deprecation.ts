import { LIMITS } from '../src/registry/limits.js';

/** The announced removal of an operation (Spec 9). */
export interface Deprecation {
  /** The UTC day from which no new client should call it: `2027-01-31`; it may be in the future. */
  readonly since: string;
  /** The UTC day from which it may be removed; absent until a replacement is ready. */
  readonly sunset?: string;
  /** The https address of the guide: replacement, detection, rollout, deadline, contact. */
  readonly migrationUrl: string;
  /** The https address of the entry in the changelog. */
  readonly changelogUrl: string;
}

/**
 * The headers of every response of a deprecated operation: `Deprecation` (RFC 9745), `Sunset` (RFC
 * 8594), and the guide as a `Link` under the relations of both. Without a sunset, `Sunset` and its
 * relation are absent. Empty if nothing is deprecated.
 */
export function deprecationHeaders(deprecation: Deprecation | undefined): Record<string, string> {
  if (!deprecation) return {};
  const { since, sunset, migrationUrl } = deprecation;
  const link = (relation: string) => `<${migrationUrl}>; rel="${relation}"; type="text/html"`;
  return {
    Deprecation: `@${dayOf(since) / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(dayOf(sunset)).toUTCString() }),
    Link: [link('deprecation'), ...(sunset === undefined ? [] : [link('sunset')])].join(', '),
  };
}

/**
 * Checks a deprecation. Throws a sentence about the first broken rule:
 * - the days exist, with at least `LIMITS.deprecationNoticeSeconds` between them
 * - the guide and the changelog entry are https addresses in normalized form, so that they need no
 *   escaping in a `Link`
 */
export function checkDeprecation({ since, sunset, ...urls }: Deprecation): void {
  const noticeMs = LIMITS.deprecationNoticeSeconds * 1000;
  const days = noticeMs / DAY_MS;
  const rules: readonly [boolean, string][] = [
    [isDay(since), `"${since}" is no day to deprecate it on`],
    [sunset === undefined || isDay(sunset), `"${sunset}" is no day to remove it on`],
    [
      sunset === undefined || dayOf(sunset) - dayOf(since) >= noticeMs,
      `from ${since} to ${sunset} it is less than ${days} days`,
    ],
    [isHttps(urls.migrationUrl), 'its migration guide has no https address'],
    [isHttps(urls.changelogUrl), 'its changelog entry has no https address'],
  ];
  for (const [isMet, message] of rules) if (!isMet) throw new Error(message);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first moment of a day, in milliseconds; NaN for a text that parsers refuse (see `isDay`). */
function dayOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/**
 * Whether a text is a day of the calendar; parsers take February 30 for March 2, and a month for
 * its first day.
 */
function isDay(text: string): boolean {
  const ms = dayOf(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** Whether a value is an https address that can be in a `Link` without escaping. */
function isHttps(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.protocol === 'https:' && parsed.href === url;
}
