import type { CiProvider } from '../../../platform/database/generated/enums.js';

/**
 * The verified facts of one run of a workflow, from the claims of the issuer's token. `environment`
 * is null for a job without one.
 */
export interface CiFacts {
  readonly provider: CiProvider;
  readonly issuer: string;
  /** `owner/name` at GitHub, the path of the project at GitLab. */
  readonly repository: string;
  readonly repositoryId: string;
  /** The id of the user, organization or group that owns the repository. */
  readonly repositoryOwnerId: string;
  /** The name of the file in `.github/workflows` at GitHub, its path at GitLab. */
  readonly workflow: string;
  readonly environment: string | null;
  /** The full ref, such as `refs/heads/main`. */
  readonly ref: string;
  readonly commit: string;
  readonly runId: string;
  /** The number of the attempt at GitHub; null at GitLab. */
  readonly runAttempt: string | null;
  readonly runUrl: string;
}

/**
 * The members of a configuration that a run must match, in the order of the comparison. A null
 * member matches every run.
 */
export interface PublisherRule {
  readonly provider: CiProvider;
  readonly repository: string;
  readonly repositoryId: string | null;
  readonly repositoryOwnerId: string | null;
  readonly workflow: string;
  readonly environment: string | null;
  readonly ref: string | null;
}

/** The first member in which a run differs from a configuration, or null if it matches. */
export type Mismatch = keyof PublisherRule | null;

/** The members in the order of the comparison. */
export const COMPARED = [
  'provider',
  'repository',
  'repositoryId',
  'repositoryOwnerId',
  'workflow',
  'environment',
  'ref',
] as const satisfies readonly (keyof PublisherRule)[];

/**
 * Returns the first member in which a run differs from a configuration; null if the run matches.
 * The caller has compared the issuer. A null id, environment or ref matches any, and a `*` at the
 * end of a ref matches any continuation. The case of ASCII letters does not matter in a repository,
 * nor in an environment at GitHub (`isSameName`).
 */
export function mismatchOf(rule: PublisherRule, facts: CiFacts): Mismatch {
  const tests: Record<(typeof COMPARED)[number], boolean> = {
    provider: rule.provider === facts.provider,
    repository: isSameName(rule.repository, facts.repository),
    repositoryId: rule.repositoryId === null || rule.repositoryId === facts.repositoryId,
    repositoryOwnerId:
      rule.repositoryOwnerId === null || rule.repositoryOwnerId === facts.repositoryOwnerId,
    workflow: rule.workflow === facts.workflow,
    environment: isEnvironment(rule, facts),
    ref: rule.ref === null || isWithin(rule.ref, facts.ref),
  };
  return COMPARED.find((name) => !tests[name]) ?? null;
}

/**
 * Compares names without the case of ASCII letters. Other letters must be the same. It does not use
 * `toLowerCase`, which maps look-alikes such as the Kelvin sign to ASCII: at GitHub, a look-alike
 * names another environment, perhaps one without approvals.
 */
export function isSameName(one: string, other: string): boolean {
  return lowerAscii(one) === lowerAscii(other);
}

function lowerAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isEnvironment({ environment, provider }: PublisherRule, facts: CiFacts): boolean {
  return environment === null || isSameEnvironment(provider, environment, facts.environment);
}

/** Returns whether two jobs at a provider have the same environment, or both have no environment. */
export function isSameEnvironment(
  provider: CiProvider,
  one: string | null,
  other: string | null,
): boolean {
  if (one === null || other === null) return one === other;
  return provider === 'github' ? isSameName(one, other) : one === other;
}

function isWithin(pattern: string, ref: string): boolean {
  return pattern.endsWith('*') ? ref.startsWith(pattern.slice(0, -1)) : ref === pattern;
}
