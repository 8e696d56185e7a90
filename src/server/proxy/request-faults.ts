import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import type { Config } from '../../config/config.js';
import { networkOf } from '../../request/network.js';
import { trustOf } from '../clients.js';

/** A fault of the proxy or of its settings that a request can show. */
export type ProxyFault =
  | 'untrusted'
  | 'no_address'
  | 'missing_proxy'
  | 'forged'
  | 'protocol'
  | 'host';

/** Addresses that no client on the internet has. */
const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal', '100.64.0.0/10']);

/** The faults that a request shows, and the address that they count for. */
export interface RequestFaults {
  readonly address: string;
  readonly found: readonly ProxyFault[];
}

/** Creates the function that finds the faults of one request. */
export function createFaultFinder(config: Pick<Config, 'trustProxy' | 'publicUrl'>) {
  const { trustProxy, publicUrl } = config;
  const trusts = trustOf(config);
  const url = publicUrl === undefined ? null : new URL(publicUrl);
  const isTrusted = createSocketTrust(trusts);

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

/**
 * Returns whether a connection comes from a trusted proxy. Remembers it for each connection,
 * because a proxy sends many requests on one.
 */
function createSocketTrust(trusts: ReturnType<typeof trustOf>): (socket: Socket) => boolean {
  const trusted = new WeakMap<Socket, boolean>();
  return (socket) => {
    const known = trusted.get(socket);
    if (known !== undefined) return known;
    const found = socket.remoteAddress !== undefined && trusts(socket.remoteAddress, 0);
    trusted.set(socket, found);
    return found;
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
