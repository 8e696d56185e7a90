import { promises as dns } from 'node:dns';
import { LIMITS } from '../../registry/limits.js';

/** Resolves a name to all its addresses, or to an error; tests put their own in its place. */
export type Resolver = (
  host: string,
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

/** Who is asked, and for how long; by default those whom the machine asks. */
interface NameServers {
  /** Addresses with their ports. */
  readonly servers?: readonly string[];
  readonly seconds?: number;
}

/**
 * Asks name servers for the addresses of a name, of both versions of IP, and gives up after so many
 * seconds. The system's own lookup takes one of a few threads for as long as it likes: with it, a slow
 * server of one name would hold up all others. It knows names of this machine, which this does not.
 */
export function askNameServers({
  servers,
  seconds = LIMITS.outboundLookupSeconds,
}: NameServers = {}): Resolver {
  return (host, done) => {
    const resolver = new dns.Resolver({ timeout: seconds * 1000, tries: 1 });
    if (servers) resolver.setServers(servers);
    // Of several servers, each is given the timeout.
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
