import { z } from 'zod';
import type { ProviderName } from '../registry/providers.js';
import { origin, takes } from './values.js';

/** Whether a provider is enabled, and an optional replacement for its public URL. */
export interface ExternalProvider {
  readonly enabled: boolean;
  /** An origin. If set, everything of the provider is fetched only from there. */
  readonly baseUrl: string | undefined;
}

/**
 * The switches of external references, each independent of the others. A feature is on for a
 * provider if the switches of both are on.
 */
export interface ExternalConfig {
  /** Creators may register files. */
  readonly registration: boolean;
  /** Jobs verify registered files with their providers. */
  readonly worker: boolean;
  /** Downloads lead to the providers. */
  readonly resolve: boolean;
  readonly providers: Readonly<Record<ProviderName, ExternalProvider>>;
}

const flag = () => takes('true or false', z.enum(['true', 'false']).default('false'));
const baseUrl = () => takes('an http or https address without a path', origin().optional());

/** The environment variables of external references. */
export const EXTERNAL_VARIABLES = {
  EXTERNAL_REGISTRATION_ENABLED: flag(),
  EXTERNAL_WORKER_ENABLED: flag(),
  EXTERNAL_RESOLVE_ENABLED: flag(),
  EXTERNAL_GITHUB_ENABLED: flag(),
  EXTERNAL_GITHUB_BASE_URL: baseUrl(),
  EXTERNAL_MODRINTH_ENABLED: flag(),
  EXTERNAL_MODRINTH_BASE_URL: baseUrl(),
  EXTERNAL_HANGAR_ENABLED: flag(),
  EXTERNAL_HANGAR_BASE_URL: baseUrl(),
  EXTERNAL_CODEBERG_ENABLED: flag(),
  EXTERNAL_CODEBERG_BASE_URL: baseUrl(),
};

type Variables = z.output<z.ZodObject<typeof EXTERNAL_VARIABLES>>;

/** Converts these variables to the configuration. */
export function externalOf(env: Variables): ExternalConfig {
  const provider = (name: Uppercase<ProviderName>): ExternalProvider => ({
    enabled: env[`EXTERNAL_${name}_ENABLED`] === 'true',
    baseUrl: env[`EXTERNAL_${name}_BASE_URL`],
  });
  const providers = {
    github: provider('GITHUB'),
    modrinth: provider('MODRINTH'),
    hangar: provider('HANGAR'),
    codeberg: provider('CODEBERG'),
  } satisfies Record<ProviderName, ExternalProvider>;
  return {
    registration: env.EXTERNAL_REGISTRATION_ENABLED === 'true',
    worker: env.EXTERNAL_WORKER_ENABLED === 'true',
    resolve: env.EXTERNAL_RESOLVE_ENABLED === 'true',
    providers,
  };
}
