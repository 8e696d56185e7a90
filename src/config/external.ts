import { z } from 'zod';
import type { ProviderName } from '../registry/providers.js';
import { origin, takes } from './values.js';

/** Whether one provider may be used, and where it is instead of its public address. */
export interface ExternalProvider {
  readonly enabled: boolean;
  /** An origin; what it serves is fetched from there and from nowhere else. */
  readonly baseUrl: string | undefined;
}

/** The switches of references to files that other services keep; each works on its own. */
export interface ExternalConfig {
  readonly registration: boolean;
  readonly worker: boolean;
  readonly resolve: boolean;
  readonly providers: Readonly<Record<ProviderName, ExternalProvider>>;
}

const flag = () => takes('true or false', z.enum(['true', 'false']).default('false'));
const baseUrl = () => takes('an http or https address without a path', origin().optional());

/** The variables of it, as the environment is parsed. */
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

/** What these variables say. */
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
