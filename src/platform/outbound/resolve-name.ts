import { promises as dns } from 'node:dns';
import { LIMITS } from '../../registry/limits.js';

/** Resolves a name to all its addresses. Tests replace it. */
export type Resolver = (
  host: string,
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

/** The name servers and the timeout; by default the name servers of the machine. */
interface NameServers {
  /** Addresses with their ports. */
  readonly servers?: readonly string[];
  readonly seconds?: number;
}

/**
 * Resolves names through name servers, for IPv4 and IPv6, with a timeout. The system's own lookup
 * blocks one of a few threads without a limit, so one slow name server would delay all other
 * lookups. Unlike the system, this does not know the names of this machine.
 */
export function askNameServers({
  servers,
  seconds = LIMITS.outboundLookupSeconds,
}: NameServers = {}): Resolver {
  return (host, done) => {
    const resolver = new dns.Resolver({ timeout: seconds * 1000, tries: 1 });
    if (servers) resolver.setServers(servers);
    // The timeout applies to each of several servers, so this limits the total.
    const limit = setTimeout(() => resolver.cancel(), seconds * 1000);
    void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then((answers) => {
      clearTimeout(limit);
      const found = answers.flatMap((answer, at) =>
        answer.status === 'fulfilled'
          ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
          : [],
      );
      if (found.length > 0) done(null, found);
      else done(new Error(`${host} has no address`), []);
    });
  };
}
