import type { FieldProblem } from '../../../registry/errors.js';

/** The member that plans read: the platforms of a version. */
const PLATFORMS = 'platforms';

/** Misspellings of that member, which a plan would silently ignore. */
const MISSPELLED = new Set(['platform', 'platforms']);

/**
 * The faults in the part of `build_metadata` that plans read (decisions, Install plan):
 * - `platforms` is a list of keys of the game, or `any`
 * - no key is another spelling of it, such as `platform` or `Platforms`
 *
 * All other members belong to the creator and stay unchanged.
 */
export function buildMetadataFaults(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  known: readonly string[],
): FieldProblem[] {
  const at = (member: string) => `buildMetadata.${member}`;
  const misspelled = Object.keys(metadata ?? {}).filter(
    (key) => key !== PLATFORMS && MISSPELLED.has(key.toLowerCase().replace(/[^a-z]/g, '')),
  );
  const faults = misspelled.map(
    (key): FieldProblem => ({
      field: at(key),
      code: 'unknown_member',
    }),
  );
  const platforms = metadata?.[PLATFORMS];
  if (platforms === undefined) return faults;
  if (!Array.isArray(platforms)) return [...faults, { field: at(PLATFORMS), code: 'invalid_type' }];
  const unknown = platforms.flatMap((platform: unknown, index): FieldProblem[] =>
    platform === 'any' || (typeof platform === 'string' && known.includes(platform))
      ? []
      : [{ field: at(`${PLATFORMS}[${index}]`), code: 'unknown_value' }],
  );
  return [...faults, ...unknown];
}
