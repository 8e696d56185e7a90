import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/release.js';

/** The text of `docker-compose.yml`, without its comments. */
export const composeText = readFileSync(join(projectRoot(), 'docker-compose.yml'), 'utf8').replace(
  /^\s*#.*$/gm,
  '',
);

const service = z.looseObject({
  image: z.string(),
  build: z.string().optional(),
  pull_policy: z.string().optional(),
  command: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z
    .union([z.array(z.string()), z.record(z.string(), z.looseObject({}))])
    .default(['default']),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
});

/** The services of `docker-compose.yml` by name, before variables are replaced. */
export const { services: composeServices, networks: composeNetworks } = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  })
  .parse(parse(composeText, { merge: true }));

/** The text of the example of `.env`. */
export const ENV_EXAMPLE = readFileSync(
  join(projectRoot(), 'deploy', 'compose', '.env.example'),
  'utf8',
);

/** The secrets that the command in the example makes. */
export const ENV_SECRETS = /for name in (.+); do/.exec(ENV_EXAMPLE)?.[1]?.split(' ') ?? [];

/** The services that run modport. */
export const MODPORT_SERVICES = ['api-1', 'api-2', 'worker'];

/** Replaces the variables of a text as Compose does. Throws if a required one is unset. */
export function interpolate(text: string, dotEnv: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+):([-?+])([^}]*)\}/g,
    (_, name: string, operator: string, word: string) => {
      const value = dotEnv[name] || undefined;
      if (operator === '+') return value === undefined ? '' : word;
      if (value === undefined && operator === '?') throw new Error(`${name}: ${word}`);
      return value ?? word;
    },
  );
}
