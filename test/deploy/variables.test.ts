import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENVIRONMENT, SECRET_VARIABLES } from '../../src/config/environment.js';
import { projectRoot } from '../../src/platform/release.js';
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

/** Variables that the templates of the chart set by themselves. */
const SET_BY_CHART = ['ADMIN_PORT', 'DATA_DIR', 'LEGAL_DIR'];

const chart = (...path: string[]) =>
  readFileSync(join(projectRoot(), 'deploy', 'helm', 'modport', ...path), 'utf8');

describe('the Helm chart', () => {
  test('the values of the chart have every variable that is no secret, except those with a reason', () => {
    const { properties } = z
      .object({
        properties: z.object({
          config: z.object({ properties: z.record(z.string(), z.unknown()) }),
        }),
      })
      .parse(JSON.parse(chart('values.schema.json')));
    const values = Object.keys(properties.config.properties);
    const elsewhere = [...SECRET_VARIABLES, ...SET_BY_CHART, ...Object.keys(LEFT_OUT)];
    expect(values.sort()).toEqual(known.filter((variable) => !elsewhere.includes(variable)).sort());
  });

  test('the comments of values.yaml name every variable of the Secret', () => {
    const comments = [...chart('values.yaml').matchAll(/^#(.*)$/gm)].map(([, text]) => text).join();
    const named = new Set(comments.match(/[A-Z0-9]+(_[A-Z0-9]+)+/g));
    expect([...SECRET_VARIABLES].filter((variable) => !named.has(variable))).toEqual([]);
  });

  test('the templates of the chart set exactly the variables that values cannot set', () => {
    const set = [...chart('templates', 'configmap.yaml').matchAll(/^ {2}([A-Z_]+):/gm)];
    expect(set.map(([, name]) => name)).toEqual(SET_BY_CHART);
  });
});
