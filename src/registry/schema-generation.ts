/**
 * The number of releases with migrations before this one. Each such release raises it by one, so
 * that a start recognizes releases that must not share its database. Release 0.1 is generation 0.
 */
export const SCHEMA_GENERATION = 1;

/** The PostgreSQL `application_name` of a service's connections, without its generation. */
const SERVICE = 'modport';

/** The application name of the connections of a service, or of one of its connections for `use`. */
export const serviceNameOf = (generation: number, use?: string): string =>
  `${use === undefined ? SERVICE : `${SERVICE} ${use}`}/${generation}`;

/**
 * The generation of the service with this application name; null for other programs. A service of
 * generation 0 has no number in its name.
 */
export function generationOf(applicationName: string): number | null {
  if (applicationName === SERVICE) return 0;
  // Some poolers append the address of the client.
  const [, generation] = /^modport(?: changes)?\/(\d+)\b/.exec(applicationName) ?? [];
  return generation === undefined ? null : Number(generation);
}
