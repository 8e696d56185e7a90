import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { RequestClient } from '../../rest-facade/routed-request.js';
import type { Config } from '../config/config.js';
import { requestSource } from '../platform/http/request-source.js';
import type { Platform } from '../platform/platform.js';

type Trust = (address: string, hop: number) => boolean;

/**
 * Creates the check whether an address belongs to a proxy of the operator (`TRUST_PROXY`). Hop 0 is
 * the peer of the connection; higher hops are addresses in `X-Forwarded-For`, from its end.
 */
export function trustOf({ trustProxy }: Pick<Config, 'trustProxy'>): Trust {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy === false ? [] : [...trustProxy]);
}

/** Creates the check whether the peer of a connection is a proxy of the operator. */
export function trustsPeerOf(config: Pick<Config, 'trustProxy'>) {
  const trusts = trustOf(config);
  // A closed connection has no address any more.
  return ({ socket: { remoteAddress } }: IncomingMessage): boolean =>
    remoteAddress !== undefined && trusts(remoteAddress, 0);
}

/**
 * Creates the function that finds the client of a request. `address` is the one that the trusted
 * proxies state, or that of the peer without such a proxy; empty if the connection has closed.
 * `source` is for statistics: the site that linked here, and the client's region (`requestSource`).
 */
export function clientsOf({ publicUrl, config }: Pick<Platform, 'publicUrl' | 'config'>) {
  const trusts = trustOf(config);
  const { countryHeader } = config;
  const ownHost = new URL(publicUrl).hostname;
  return (req: IncomingMessage): RequestClient => ({
    address: proxyAddr(req, trusts) ?? '',
    source: requestSource(req, { countryHeader, ownHost }),
  });
}
