import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { RequestClient } from '../../rest-facade/routed-request.js';
import type { Config } from '../config/config.js';
import { requestSource } from '../platform/http/request-source.js';
import type { Platform } from '../platform/platform.js';

type Trust = (address: string, hop: number) => boolean;

/**
 * Creates the check whether an address in `X-Forwarded-For` is a proxy of the operator. Hop 0 is
 * the address of the connection itself.
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
 * Creates the reader of the client of a request. `address` is that of the peer, or the one that the
 * trusted proxies state. It may be empty after the connection is closed. `source` is for
 * statistics: the site that linked here, and the region of the client (`requestSource`).
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
