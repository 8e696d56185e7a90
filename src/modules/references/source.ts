import { problem } from '../../registry/errors.js';
import { isProvider, type ProviderName } from '../../registry/providers.js';
import { type AnyProvider, providerOf } from './providers/index.js';
import type { ProviderLocatorInput } from './reference.input.js';

/** Where a file is kept, in the one spelling of its provider. */
export interface Source {
  readonly provider: ProviderName;
  readonly adapter: AnyProvider;
  /** The stable ids, as they are stored. */
  readonly locator: Readonly<Record<string, string | number>>;
  readonly key: string;
}

/** Reads what a client calls a source. Throws `provider_unsupported`, `locator_invalid`. */
export function readSource({ provider, ...ids }: ProviderLocatorInput): Source {
  if (!isProvider(provider)) throw problem('provider_unsupported');
  const given = Object.fromEntries(
    Object.entries(ids).filter(([, value]) => value !== null && value !== undefined),
  );
  return sourceOf(provider, given);
}

/** The same of what is stored. */
export function sourceOf(provider: ProviderName, given: unknown): Source {
  const adapter = providerOf(provider);
  const read = adapter.locator.safeParse(given);
  if (!read.success) throw problem('locator_invalid');
  return { provider, adapter, locator: read.data, key: adapter.keyOf(read.data) };
}
