import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import type { Config } from '../../config.js';
import type { PartReport } from '../../platform/parts.js';
import { LIMITS } from '../../registry/limits.js';
import { networkOf } from '../../request/network.js';
import { trustOf } from '../clients.js';
import { reportOf } from './view.js';

/** The faults of the proxy and its settings that requests show, with a sentence for operators. */
const FAULTS = {
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
} as const;

/** A fault of the proxy or of its settings. */
export type ProxyFault = keyof typeof FAULTS;
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
  /** For the metrics: which faults count now. */
  faults(): Readonly<Record<ProxyFault, boolean>>;
}

/** Requests of the machine and its monitoring, which pass no proxy, and tests of the proxy. */
const UNCOUNTED = /^\/(healthz|readyz|metrics)\b|^\/(v1|storage|graphql)\/proxy-probe\?/;

/** Addresses that no client on the internet has. */
const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal', '100.64.0.0/10']);

/**
 * Creates the watch of the proxy. A client can forge each header, so a fault counts only if most
 * addresses show it, except `no_address` (most requests) and `forged` (several addresses). It never
 * makes the service unready. `now` gives milliseconds of a steady clock.
 */
export function createProxyWatch(
  config: Pick<Config, 'trustProxy' | 'publicUrl'>,
  now: () => number = () => performance.now(),
): ProxyWatch {
  const findFaults = createFaultFinder(config);
  let [before, current] = [noCounts(), noCounts()];
  let turnedAt = now();
  const turn = () => {
    const half = (LIMITS.proxyWatchSeconds * 1000) / 2;
    const turns = Math.floor((now() - turnedAt) / half);
    if (turns === 0) return;
    before = turns === 1 ? current : noCounts();
    current = noCounts();
    turnedAt += turns * half;
  };
  const faults = () => {
    turn();
    const requests = before.requests + current.requests;
    const addresses = before.seen.size + current.seen.size;
    const isMost = (part: number, all: number) => part > all * (LIMITS.proxyFaultPercent / 100);
    const isFault = (name: ProxyFault) => {
      if (requests < LIMITS.proxyWatchRequests) return false;
      if (name === 'no_address') return isMost(before.bare + current.bare, requests);
      const showing = showingOf(before, name) + showingOf(current, name);
      // A request through all counted proxies never shows this fault, and a client that adds enough
      // entries hides it. So no majority is necessary.
      if (name === 'forged') return showing >= LIMITS.proxyWatchAddresses;
      return addresses >= LIMITS.proxyWatchAddresses && isMost(showing, addresses);
    };
    return Object.fromEntries(NAMES.map((name) => [name, isFault(name)])) as Record<
      ProxyFault,
      boolean
    >;
  };
  return {
    notice(req) {
      turn();
      // The sample of the current half of the time is full, so its further requests cost nothing.
      if (isFull(current) || UNCOUNTED.test(req.url ?? '/')) return;
      const { address, found } = findFaults(req);
      current.requests += 1;
      if (found.includes('no_address')) current.bare += 1;
      const known = current.seen.get(address) ?? new Set();
      for (const name of found) known.add(name);
      current.seen.set(address, known);
    },
    faults,
    report() {
      const found = faults();
      return reportOf(NAMES.filter((name) => found[name]).map((name) => FAULTS[name]));
    },
  };
}

const noCounts = (): Counts => ({ requests: 0, bare: 0, seen: new Map() });

const isFull = ({ requests, seen }: Counts): boolean =>
  seen.size >= LIMITS.proxySampleAddresses || requests >= LIMITS.proxySampleRequests;

const showingOf = ({ seen }: Counts, name: ProxyFault): number =>
  [...seen.values()].filter((found) => found.has(name)).length;

/** The faults that a request shows, and the address whose fault it is. */
interface RequestFaults {
  readonly address: string;
  readonly found: readonly ProxyFault[];
}

/** Creates the function that finds the faults of one request. */
function createFaultFinder(config: Pick<Config, 'trustProxy' | 'publicUrl'>) {
  const { trustProxy, publicUrl } = config;
  const trusts = trustOf(config);
  const url = publicUrl === undefined ? null : new URL(publicUrl);
  /** Of each connection, because a proxy sends many requests on one. */
  const trusted = new WeakMap<Socket, boolean>();
  const isTrusted = (socket: Socket): boolean => {
    const known = trusted.get(socket);
    if (known !== undefined) return known;
    const found = socket.remoteAddress !== undefined && trusts(socket.remoteAddress, 0);
    trusted.set(socket, found);
    return found;
  };

  function chainFault(chain: string, address: string): ProxyFault | null {
    const entries = chain.split(',').length;
    if (typeof trustProxy === 'number' && entries < trustProxy) return 'forged';
    if (!isPrivate(address, 0)) return null;
    // The proxy at this address has named its own client, or the client itself has sent the header.
    return firstOf(chain) === address ? null : 'missing_proxy';
  }

  return (req: IncomingMessage): RequestFaults => {
    const found: ProxyFault[] = [];
    const { headers, socket } = req;
    const chain = headers['x-forwarded-for'];
    const isProxied = isTrusted(socket);
    const address = (isProxied ? proxyAddr(req, trusts) : socket.remoteAddress) ?? '';
    if (chain === undefined) {
      if (isProxied) found.push('no_address');
    } else if (!isProxied) found.push('untrusted');
    else {
      const fault = chainFault(String(chain), address);
      if (fault) found.push(fault);
    }
    const faults = { address: counted(address, chain), found };
    if (url === null) return faults;
    const protocol = isProxied ? firstOf(headers['x-forwarded-proto']) : '';
    if (protocol !== '' && `${protocol}:` !== url.protocol) found.push('protocol');
    const forwarded = isProxied ? firstOf(headers['x-forwarded-host']) : '';
    if (!isHost(forwarded || (headers.host ?? ''), url)) found.push('host');
    return faults;
  };
}

/** The longest address in text. A header may have longer texts. */
const ADDRESS_LENGTH = 45;

/**
 * The address that a request counts for. A private address that TRUST_PROXY does not name is that
 * of a proxy with many clients, because no client of the internet has such an address. So there the
 * last public address of the header counts, which a client of the proxy cannot choose.
 */
function counted(address: string, chain: string | string[] | undefined): string {
  if (chain === undefined || !isPrivate(address, 0)) return keyOf(address);
  const stated = String(chain)
    .split(',')
    .map((entry) => entry.trim());
  const client = stated.findLast((entry) => !isPrivate(entry, 0)) ?? stated.at(-1) ?? '';
  return keyOf(client);
}

function keyOf(address: string): string {
  return isIP(address) ? networkOf(address) : address.slice(0, ADDRESS_LENGTH);
}

/** The first of the values that proxies have added, which is that of the client's own request. */
function firstOf(header: string | string[] | undefined): string {
  return (String(header ?? '').split(',', 1)[0] ?? '').trim();
}

/** Whether a header names the host of an address, with any port. */
function isHost(named: string, { host, hostname }: URL): boolean {
  if (named === host) return true;
  return named.replace(/:\d+$/, '').toLowerCase() === hostname;
}
