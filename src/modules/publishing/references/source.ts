import type { z } from 'zod';
import { type FieldProblem, problem, type RegisteredError } from '../../../registry/errors.js';
import { membersDetail } from '../../../registry/member-texts.js';
import { isProvider, type ProviderName } from '../../../registry/providers.js';
import { fieldProblem } from '../../../request/checked.js';
import { type AnyProvider, providerOf } from './providers/index.js';
import type { ProviderLocatorInput } from './reference.input.js';

/** The location of an external file, in its provider's canonical form. */
export interface Source {
  readonly provider: ProviderName;
  readonly adapter: AnyProvider;
  /** The stable ids in stored form. */
  readonly locator: Readonly<Record<string, string | number>>;
  readonly key: string;
}

/** Reads a client's source. Throws `provider_unsupported`, `locator_invalid`. */
export function readSource({ provider, ...ids }: ProviderLocatorInput): Source {
  if (!isProvider(provider)) throw problem('provider_unsupported');
  const given = Object.fromEntries(
    Object.entries(ids).filter(([, value]) => value !== null && value !== undefined),
  );
  return sourceOf(provider, given);
}

/** The same for a stored source. */
export function sourceOf(provider: ProviderName, given: unknown): Source {
  const adapter = providerOf(provider);
  const read = adapter.locator.safeParse(given, { reportInput: true });
  if (!read.success) throw wrongLocator(read.error);
  return { provider, adapter, locator: read.data, key: adapter.keyOf(read.data) };
}

/** This error code has no `fields`, so the detail names the members. */
function wrongLocator({ issues }: z.ZodError): RegisteredError {
  const problems = issues.flatMap(problemsOf);
  return problem('locator_invalid', { detail: membersDetail('locator_invalid', problems) });
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const found = fieldProblem(issue);
  const members = issue.code === 'unrecognized_keys' ? issue.keys : [found.field];
  return members.map((member) => ({ ...found, field: `locator.${snakeCase(member)}` }));
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
