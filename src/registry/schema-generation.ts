/**
 * The generation of this release. A release with migrations has one more than the release before
 * it; release 0.1 has 0. A start compares it with those of the services on its database: some
 * releases must not share one.
 */
export const SCHEMA_GENERATION = 1;

/** The PostgreSQL `application_name` of a service's connections, without its generation. */
const SERVICE = 'modport';

/**
 * The PostgreSQL application name of a service's connections, with its generation: `modport/1`.
 * With `use`, that of a connection for one purpose: `modport changes/1`. `generationOf` recognizes
 * no use but `changes`.
 */
export const serviceNameOf = (generation: number, use?: string): string =>
  `${use === undefined ? SERVICE : `${SERVICE} ${use}`}/${generation}`;

/**
 * The generation of the service with this application name; null for other programs. A service of
 * release 0.1 has no number in its name.
 */
export function generationOf(applicationName: string): number | null {
  if (applicationName === SERVICE) return 0;
  // Some poolers append the address of the client.
  const [, generation] = /^modport(?: changes)?\/(\d+)\b/.exec(applicationName) ?? [];
  return generation === undefined ? null : Number(generation);
}
