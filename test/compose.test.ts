import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { EXTERNAL_VARIABLES } from '../src/config/external.js';
import { MAIL_VARIABLES } from '../src/config/mail.js';
import { SEARCH_VARIABLES } from '../src/config/search.js';
import { S3_VARIABLES } from '../src/config/stores.js';
import { loadConfig } from '../src/config.js';
import { projectRoot } from '../src/platform/release.js';
import { ARCHIVE_LIMITS } from '../src/registry/limits.js';

const read = (file: string) => readFileSync(join(projectRoot(), file), 'utf8');

const service = z.looseObject({
  command: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
});
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(read('docker-compose.yml'), { merge: true }));

/** The environment that the image sets for its programs. */
const image = Object.fromEntries(
  ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'].map((name) => [
    name,
    new RegExp(`\\b${name}=(\\S+)`).exec(read('Dockerfile'))?.[1],
  ]),
);

/** The configuration of a compose service with the given `.env`. */
function configOf(name: string, dotEnv: Readonly<Record<string, string>>) {
  const given = Object.entries(services[name]?.environment ?? {}).map(([variable, text]) => [
    variable,
    text.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, wanted: string, otherwise: string) => {
      return dotEnv[wanted] ?? otherwise;
    }),
  ]);
  return loadConfig({ ...image, ...Object.fromEntries(given) });
}

describe('docker-compose.yml', () => {
  test.each(['api', 'worker'])(
    'docker-compose.yml starts the %s with only a password in .env',
    (name) => {
      const config = configOf(name, { POSTGRES_PASSWORD: 'secret' });
      expect(services[name]?.command).toEqual([name]);
      const postgres = services['postgres']?.environment ?? {};
      const database = new URL(config.databaseUrl ?? '');
      expect([database.hostname, database.username, database.password, database.pathname]).toEqual([
        'postgres',
        postgres['POSTGRES_USER'],
        'secret',
        `/${postgres['POSTGRES_DB']}`,
      ]);
      expect(services).toHaveProperty(new URL(config.redisUrl ?? '').hostname);
      expect(config.clamdAddress).toEqual({ host: 'clamav', port: 3310 });
      expect([config.nodeEnv, config.host, config.dataDir]).toEqual([
        'production',
        '0.0.0.0',
        '/data',
      ]);
      expect(services['api']?.ports).toEqual([`127.0.0.1:4000:${config.port}`]);
      expect(config.publicUrl).toBe('http://localhost:4000');
    },
  );

  test.each(['api', 'worker'])(
    'docker-compose.yml passes the optional variables to the %s',
    (name) => {
      const handedOn = services[name]?.environment;
      const switches = {
        ...EXTERNAL_VARIABLES,
        ...S3_VARIABLES,
        ...MAIL_VARIABLES,
        ...SEARCH_VARIABLES,
      };
      for (const variable of Object.keys(switches)) {
        expect(handedOn).toHaveProperty(variable, `\${${variable}:-}`);
      }
      const on = { POSTGRES_PASSWORD: 'secret', EXTERNAL_WORKER_ENABLED: 'true', OIDC: 'off' };
      expect(configOf(name, on)).toMatchObject({ external: { worker: true }, oidc: 'off' });
    },
  );

  test("the antivirus of docker-compose.yml scans every stream up to the service's limit", () => {
    const most = `${ARCHIVE_LIMITS.antivirusStreamBytes / 1024 ** 2}M`;
    expect(services['clamav']?.environment).toEqual({
      CLAMD_CONF_AlertExceedsMax: 'yes',
      CLAMD_CONF_StreamMaxLength: most,
      CLAMD_CONF_MaxFileSize: most,
    });
  });
});
