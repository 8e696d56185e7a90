import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const NUMBERS = graphql(`
  fragment Numbers on Statistics {
    since
    until
    downloads
    downloadsBefore
    days {
      day
      downloads
    }
    mods {
      modId
      title
      downloads
    }
    versions {
      versionId
      version
      downloads
    }
    gameVersions {
      name
      downloads
    }
    regions {
      name
      downloads
    }
    referrers {
      name
      downloads
    }
    checks {
      day
      checks
      meanSeconds
      longestSeconds
    }
  }
`);

const OF_MOD = graphql(
  `
    query ModStatistics($modId: ID!, $days: Int!) {
      modStatistics(modId: $modId, days: $days) {
        ...Numbers
      }
    }
  `,
  [NUMBERS],
);

const OF_ALL = graphql(
  `
    query MyStatistics($days: Int!) {
      myStatistics(days: $days) {
        ...Numbers
      }
    }
  `,
  [NUMBERS],
);

/**
 * The downloads and checks of a period in UTC, which ends today. `downloadsBefore` is about the
 * equally long period before. `days` has every day, and `checks` each day with checks. The other
 * lists have the 20 largest rows. `regions` omits downloads of an unknown region, and `referrers`
 * those of an unknown referrer. A download counts for each game version of its version.
 */
export type Numbers = ResultOf<typeof NUMBERS>;

/** The periods that the view offers, in days. */
export const PERIODS = [7, 30, 90, 365] as const;

/** The period that an address names, in days; 30 without a known one. */
export function periodIn(search: URLSearchParams): number {
  return PERIODS.find((days) => String(days) === search.get('days')) ?? 30;
}

const periodOf = ({ url }: Request) => periodIn(new URL(url).searchParams);

/** Reads the numbers of a mod for the period in the address. Throws a `Problem`. */
export async function readOfMod(modId: string, request: Request): Promise<Numbers> {
  const variables = { modId, days: periodOf(request) };
  return (await read(OF_MOD, variables, request.signal)).modStatistics;
}

/**
 * Reads the numbers of all mods whose numbers the user may see, for the period in the address.
 * Throws a `Problem`.
 */
export async function readOfAll(request: Request): Promise<Numbers> {
  return (await read(OF_ALL, { days: periodOf(request) }, request.signal)).myStatistics;
}
