import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.js';
import type { PartReport } from '../../platform/parts.js';
import { LIMITS } from '../../registry/limits.js';
import { createFaultFinder, type ProxyFault, type RequestFaults } from './request-faults.js';
import { reportOf } from './view.js';

/** Each fault as a sentence for operators. */
const FAULTS: Readonly<Record<ProxyFault, string>> = {
  untrusted:
    'most requests bring X-Forwarded-For from an address that TRUST_PROXY does not name, so all ' +
    'clients of that proxy share one address',
  no_address:
    'most requests of the trusted proxy bring no X-Forwarded-For, so all of its clients share one address',
  missing_proxy:
    'X-Forwarded-For of most requests has a private address that TRUST_PROXY does not name before the ' +
    'trusted proxy, so all clients of it share one address',
  forged:
    'requests of several addresses have passed fewer proxies than TRUST_PROXY counts, so clients can choose their address',
  protocol: 'X-Forwarded-Proto of most requests is not the protocol of PUBLIC_URL',
  host: 'most requests name a host that is not that of PUBLIC_URL',
};
const NAMES = Object.keys(FAULTS) as ProxyFault[];

/**
 * The requests of half of `proxyWatchSeconds`. In `seen`, each address counts once, however many
 * requests it sends, so that no single client decides.
 */
interface Counts {
  requests: number;
  /** Requests of the trusted proxy without an address. Clients cannot forge them. */
  bare: number;
  /** The faults of each address. */
  readonly seen: Map<string, Set<ProxyFault>>;
}

/** The knowledge about the proxy from the requests of the last minutes. */
export interface ProxyWatch {
  /** Counts a request of the public port. */
  notice(req: IncomingMessage): void;
  /** The sentences of all faults. */
  report(): PartReport;
  /** Each fault, and whether it is present now, for the metrics. */
  faults(): Readonly<Record<ProxyFault, boolean>>;
}

/** Requests of the machine and its monitoring, which pass no proxy, and tests of the proxy. */
const UNCOUNTED = /^\/(healthz|readyz|metrics)\b|^\/(v1|storage|graphql)\/proxy-probe\?/;

/**
 * Creates the watch of the proxy. A client can forge each header, so a fault counts only if more
 * than `LIMITS.proxyFaultPercent` of the addresses show it. Exceptions: for `no_address`, that part
 * of the requests; for `forged`, `LIMITS.proxyWatchAddresses` addresses. `now` returns milliseconds
 * of a steady clock.
 */
export function createProxyWatch(
  config: Pick<Config, 'trustProxy' | 'publicUrl'>,
  now: () => number = () => performance.now(),
): ProxyWatch {
  const findFaults = createFaultFinder(config);
  const counts = createRollingCounts(now);
  const faults = () => {
    const halves = counts.halves();
    const found = NAMES.map((name) => [name, isFault(name, halves)]);
    return Object.fromEntries(found) as Record<ProxyFault, boolean>;
  };
  return {
    notice(req) {
      // The sample of the current half of the time is full, so its further requests cost nothing.
      if (counts.isFull() || UNCOUNTED.test(req.url ?? '/')) return;
      counts.add(findFaults(req));
    },
    faults,
    report() {
      const found = faults();
      return reportOf(NAMES.filter((name) => found[name]).map((name) => FAULTS[name]));
    },
  };
}

/** Whether enough of the counted requests show a fault. */
function isFault(name: ProxyFault, halves: readonly Counts[]): boolean {
  const sumOf = (value: (half: Counts) => number) =>
    halves.reduce((sum, half) => sum + value(half), 0);
  const isMost = (part: number, all: number) => part > all * (LIMITS.proxyFaultPercent / 100);
  const requests = sumOf((half) => half.requests);
  if (requests < LIMITS.proxyWatchRequests) return false;
  if (name === 'no_address')
    return isMost(
      sumOf((half) => half.bare),
      requests,
    );
  const showing = sumOf((half) => showingOf(half, name));
  // A request through all counted proxies never shows this fault, and a client that adds enough
  // entries hides it. So no majority is necessary.
  if (name === 'forged') return showing >= LIMITS.proxyWatchAddresses;
  const addresses = sumOf((half) => half.seen.size);
  return addresses >= LIMITS.proxyWatchAddresses && isMost(showing, addresses);
}

/** Creates the counts of the current and the previous half of `proxyWatchSeconds`. */
function createRollingCounts(now: () => number) {
  let before = noCounts();
  let current = noCounts();
  let turnedAt = now();
  const turn = () => {
    const half = (LIMITS.proxyWatchSeconds * 1000) / 2;
    const turns = Math.floor((now() - turnedAt) / half);
    if (turns === 0) return;
    before = turns === 1 ? current : noCounts();
    current = noCounts();
    turnedAt += turns * half;
  };
  return {
    /** Whether the current half has a full sample. */
    isFull() {
      turn();
      return isFull(current);
    },
    /** Counts a request in the current half. */
    add({ address, found }: RequestFaults) {
      current.requests += 1;
      if (found.includes('no_address')) current.bare += 1;
      const known = current.seen.get(address) ?? new Set();
      for (const name of found) known.add(name);
      current.seen.set(address, known);
    },
    halves(): readonly Counts[] {
      turn();
      return [before, current];
    },
  };
}

const noCounts = (): Counts => ({ requests: 0, bare: 0, seen: new Map() });

const isFull = ({ requests, seen }: Counts): boolean =>
  seen.size >= LIMITS.proxySampleAddresses || requests >= LIMITS.proxySampleRequests;

const showingOf = ({ seen }: Counts, name: ProxyFault): number =>
  [...seen.values()].filter((found) => found.has(name)).length;
