import type { z } from 'zod';
import { OutboundFailed } from '../../../../platform/outbound/send.js';
import type { ReferenceHash } from '../../../../registry/providers.js';

/** A provider's current facts about a file. */
export interface ProviderFile {
  readonly filename: string;
  readonly sizeBytes: number;
  /** The digests that the provider publishes, in lower-case hex. */
  readonly hashes: Readonly<Partial<Record<ReferenceHash, string>>>;
  /**
   * Another marker means other bytes. Equal markers mean equal bytes, as far as the provider
   * reports changes.
   */
  readonly marker: string;
  /** The current URL; never stored, never logged, never an identity (Spec 4.3). */
  readonly url: string;
}

/** The adapter of one provider. `Locator` holds stable ids and no URL. */
export interface Provider<Locator> {
  /** The schema of a locator; anything else is `locator_invalid`. */
  readonly locator: z.ZodType<Locator>;
  /** The canonical key of a source, equal for all locators of the same file. */
  keyOf(locator: Locator): string;
  /** The path of the request to the provider's API. */
  pathOf(locator: Locator): string;
  /**
   * Finds the file in the provider's response; null if it is absent or not public. Throws the error
   * of `readResponse`.
   */
  fileOf(locator: Locator, response: unknown): ProviderFile | null;
}

/**
 * Reads a provider's response, or a part of it. Throws OutboundFailed for an unknown form. That
 * says nothing about the file, so the caller repeats the request as after a failure.
 */
export function readResponse<T>(schema: z.ZodType<T>, response: unknown): T {
  const read = schema.safeParse(response);
  if (read.success) return read.data;
  throw new OutboundFailed('a response has an unknown form', { cause: read.error });
}
