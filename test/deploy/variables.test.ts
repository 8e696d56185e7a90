import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENT } from '../../src/config/environment.js';
import { projectRoot } from '../../src/platform/release.js';

const known = Object.keys(ENVIRONMENT.in.shape);

/** The variables that no deployment sets, each with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  HOST: 'the image sets it',
  PORT: 'the image sets it',
  DATA_DIR: 'the image sets it',
  NODE_ENV: 'the image sets it',
  WAL_ARCHIVE: 'belongs to the embedded PostgreSQL, which the image does not have',
  SEED_DEMO: 'separate processes never load the demo catalog',
  WEBHOOK_TARGETS: 'production refuses its other value',
  RATE_LIMITS: 'production refuses its other value',
};

/** The variables that one deployment does not set, each with the reason. */
const LEFT_OUT_OF_COMPOSE: Readonly<Record<string, string>> = {
  LEGAL_DIR: 'names a folder, which needs a mount of its own',
};

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.looseObject({ environment: z.record(z.string(), z.string()).optional() }),
    ),
  })
  .parse(
    parse(readFileSync(join(projectRoot(), 'docker-compose.yml'), 'utf8'), { merge: true }),
  ).services;

describe('docker-compose.yml', () => {
  test.each(['api', 'worker'])(
    'docker-compose.yml sets every variable of the configuration for the %s, except those with a reason',
    (name) => {
      const set = Object.keys(compose[name]?.environment ?? {});
      const reasons = { ...LEFT_OUT, ...LEFT_OUT_OF_COMPOSE };
      expect(known.filter((variable) => !set.includes(variable)).sort()).toEqual(
        Object.keys(reasons).sort(),
      );
      expect(set.filter((variable) => !known.includes(variable))).toEqual([]);
    },
  );
});
