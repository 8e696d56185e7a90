import { describe, expect, test } from 'vitest';
import { ENVIRONMENT } from '../../src/config/environment.js';
import { composeServices, MODPORT_SERVICES } from './compose-file.js';

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
  MIRROR: 'several services cannot take turns as writers to one disk',
};

/** The variables that docker-compose.yml does not set, each with the reason. */
const LEFT_OUT_OF_COMPOSE: Readonly<Record<string, string>> = {
  COUNTRY_HEADER: 'its proxy knows no countries, and clients could send the header',
};

describe('docker-compose.yml', () => {
  test.each(MODPORT_SERVICES)(
    'docker-compose.yml sets every variable of the configuration for %s, except those with a reason',
    (name) => {
      const set = Object.keys(composeServices[name]?.environment ?? {});
      const reasons = { ...LEFT_OUT, ...LEFT_OUT_OF_COMPOSE };
      expect(known.filter((variable) => !set.includes(variable)).sort()).toEqual(
        Object.keys(reasons).sort(),
      );
      expect(set.filter((variable) => !known.includes(variable))).toEqual([]);
    },
  );
});
