import type { IncomingMessage } from 'node:http';
import { getCountryData, type TContinentCode, type TCountryCode } from 'countries-list';

/** The region of a country: the code of its continent, such as `EU`. */
export type Region = TContinentCode;

/** The site that a request came from, and the region of its client. For statistics only. */
export interface RequestSource {
  /** A public host name in lower case; null if `Referer` has none, or that of this service. */
  readonly referrer: string | null;
  /** Null if no proxy names a known country. */
  readonly region: Region | null;
}

/** A name of the public DNS: at least two labels, the last of which is no number. */
const PUBLIC_HOST = /^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/;

/** Top-level names of private networks (RFC 6761, 6762, 7686, 8375, and names in wide use). */
const PRIVATE_NAMES =
  /\.(?:arpa|corp|home|internal|intranet|invalid|lan|local|localhost|onion|private|test)$/;

/** The configuration that the source depends on. */
interface SourceOptions {
  /** The header with the country, in lower case; unset if no proxy sets one. */
  readonly countryHeader: string | undefined;
  /** The host name of the service: its own pages are no source. */
  readonly ownHost: string;
}

/**
 * Reads the source of a request. Of a `Referer` only the host is used, because a path may name a
 * person. Names of private networks and IP addresses are dropped. The header with the country is
 * the one that the operator's proxy sets, so it is read only if the configuration names it.
 */
export function requestSource(
  { headers }: IncomingMessage,
  { countryHeader, ownHost }: SourceOptions,
): RequestSource {
  const country = countryHeader === undefined ? undefined : headers[countryHeader];
  const referrer = hostOf(headers.referer);
  return {
    referrer: referrer === ownHost ? null : referrer,
    region: typeof country === 'string' ? regionOf(country) : null,
  };
}

function hostOf(referer: string | undefined): string | null {
  const url = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const { hostname } = url;
  return PUBLIC_HOST.test(hostname) && !PRIVATE_NAMES.test(hostname) ? hostname : null;
}

function regionOf(code: string): Region | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  // Returns an object without a continent for an unknown code, such as XX or T1.
  const country: { readonly continent?: Region } = getCountryData(
    code.toUpperCase() as TCountryCode,
  );
  return country.continent ?? null;
}
