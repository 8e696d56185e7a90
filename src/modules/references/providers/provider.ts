import type { z } from 'zod';
import type { ReferenceHash } from '../../../registry/providers.js';

/** What a provider says of a file at this moment. */
export interface ProviderFile {
  readonly filename: string;
  readonly sizeBytes: number;
  /** Those digests that the provider publishes itself, in lower-case hex. */
  readonly hashes: Readonly<Partial<Record<ReferenceHash, string>>>;
  /** Changes whenever the provider has other bytes in its place, as far as it tells. */
  readonly marker: string;
  /** Where it is fetched now; never kept, never logged, never an identity (Spec 4.3). */
  readonly url: string;
}

/** How one provider names files and tells of them. `Locator` holds its stable ids and no address. */
export interface Provider<Locator> {
  /** What a locator has to look like; anything else is `locator_invalid`. */
  readonly locator: z.ZodType<Locator>;
  /** The one spelling of a source: equal for locators that lead to the same file. */
  keyOf(locator: Locator): string;
  /** What is asked of the provider's API, from its root. */
  pathOf(locator: Locator): string;
  /** Finds the file in the answer; null where it is not there, or not for everybody. */
  fileOf(locator: Locator, answer: unknown): ProviderFile | null;
}
