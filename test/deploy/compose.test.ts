import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { connectionsOf } from '../../src/platform/database/lanes.js';
import { projectRoot } from '../../src/platform/release.js';
import { ARCHIVE_LIMITS, LIMITS } from '../../src/registry/limits.js';
import { connectionsOfAll } from '../../src/server/cluster/capacity.js';
import {
  composeNetworks,
  composeServices,
  composeText,
  ENV_EXAMPLE,
  ENV_SECRETS,
  interpolate,
  MODPORT_SERVICES,
} from './compose-file.js';

const read = (...path: string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');
const caddyfile = read('deploy', 'compose', 'Caddyfile');

/** For operator commands, and those that PostgreSQL keeps for its superuser. */
const RESERVED_CONNECTIONS = 20;
const HOSTS = { SITE_HOST: 'mods.example.org', FILES_HOST: 'files.example.org' };
const LEAST = {
  ...HOSTS,
  ...Object.fromEntries(ENV_SECRETS.map((name, at) => [name, `${at}`.repeat(64)])),
};

/** The environment that the image sets for its programs. */
const image = Object.fromEntries(
  ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'].map((name) => [
    name,
    new RegExp(`\\b${name}=(\\S+)`).exec(read('Dockerfile'))?.[1],
  ]),
);

/** The environment of a service with the given `.env`. */
const environmentOf = (name: string, dotEnv: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(composeServices[name]?.environment ?? {}).map(([variable, text]) => [
      variable,
      interpolate(text, dotEnv),
    ]),
  );

/** The configuration of a service with the given `.env`. */
const configOf = (name: string, dotEnv: Readonly<Record<string, string>>) =>
  loadConfig({ ...image, ...environmentOf(name, dotEnv) });

describe('the services of docker-compose.yml', () => {
  test.each(MODPORT_SERVICES)('%s starts with the hosts and the secrets of .env', (name) => {
    const config = configOf(name, LEAST);
    const postgres = environmentOf('postgres', LEAST);
    const database = new URL(config.databaseUrl ?? '');
    expect([database.hostname, database.username, database.password, database.pathname]).toEqual([
      'postgres',
      postgres['POSTGRES_USER'],
      postgres['POSTGRES_PASSWORD'],
      `/${postgres['POSTGRES_DB']}`,
    ]);
    expect(composeServices).toHaveProperty(new URL(config.redisUrl ?? '').hostname);
    expect(config.clamdAddress).toEqual({ host: 'clamav', port: 3310 });
    expect([config.nodeEnv, config.host, config.dataDir]).toEqual([
      'production',
      '0.0.0.0',
      '/data',
    ]);
    expect(config.publicUrl).toBe('https://mods.example.org');
    expect(config.encryptionKey).toHaveLength(32);
  });

  test('docker-compose.yml starts two APIs and two workers', () => {
    expect(MODPORT_SERVICES.map((name) => composeServices[name]?.command)).toEqual([
      ['api'],
      ['api'],
      ['worker'],
    ]);
    expect(interpolate(composeServices['worker']?.deploy?.replicas ?? '', LEAST)).toBe('2');
  });

  test.each(MODPORT_SERVICES)(
    '%s reaches the S3 server with its key, at the address of its clients',
    (name) => {
      const { s3 } = configOf(name, LEAST);
      const server = environmentOf('s3', LEAST);
      expect(s3).toEqual({
        endpoint: 'https://files.example.org',
        region: server['VGW_REGION'],
        bucket: 'modport',
        accessKeyId: server['ROOT_ACCESS_KEY'],
        secretAccessKey: server['ROOT_SECRET_KEY'],
        forcePathStyle: true,
      });
      // Browsers send files from the site to the other host.
      expect(server['VGW_CORS_ALLOW_ORIGIN']).toBe(configOf(name, LEAST).publicUrl);
      expect(JSON.stringify(composeServices['proxy']?.networks)).toContain(`\${FILES_HOST:?`);
    },
  );

  test.each(MODPORT_SERVICES)('%s searches in Meilisearch with its key', (name) => {
    expect(configOf(name, LEAST).meilisearch).toEqual({
      url: 'http://meilisearch:7700',
      apiKey: environmentOf('meilisearch', LEAST)['MEILI_MASTER_KEY'],
    });
  });

  test.each(MODPORT_SERVICES)('%s has a read-only root and no capability', (name) => {
    expect(composeServices[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  test.each(MODPORT_SERVICES)('%s takes optional variables from .env', (name) => {
    const on = { ...LEAST, EXTERNAL_WORKER_ENABLED: 'true', OIDC: 'off', LEGAL_DIR: './legal' };
    expect(configOf(name, on)).toMatchObject({
      external: { worker: true },
      oidc: 'off',
      legalDir: '/legal',
    });
    const mounts = composeServices[name]?.volumes.map((volume) => interpolate(volume, on));
    expect(mounts).toContain('./legal:/legal:ro');
  });

  test('docker-compose.yml builds the image of modport once, and fetches it from no registry', () => {
    const builds = MODPORT_SERVICES.map((name) => composeServices[name]?.build);
    expect(builds).toEqual(['.', undefined, undefined]);
    const others = MODPORT_SERVICES.slice(1).map((name) => composeServices[name]?.pull_policy);
    expect(others).toEqual(['never', 'never']);
  });

  test('PostgreSQL has connections for all services, with up to 16 server processes in each', () => {
    const allowed = Number(
      /^max_connections=(\d+)$/.exec(composeServices['postgres']?.command?.at(-1) ?? '')?.[1],
    );
    // One more listens for changes.
    const ofWorker = connectionsOf(LIMITS.databaseConnections) + 1;
    for (let servers = 1; servers <= 16; servers += 1) {
      const needed = 2 * connectionsOfAll(servers, false) + 2 * ofWorker + RESERVED_CONNECTIONS;
      expect(needed).toBeLessThan(allowed);
    }
  });

  test.each(MODPORT_SERVICES)('%s may wait for the first start of the antivirus', (name) => {
    // Otherwise `docker compose up --wait` fails, because the image gives it a minute.
    expect(composeServices[name]).toMatchObject({ healthcheck: { start_period: '10m' } });
  });

  test("the antivirus of docker-compose.yml scans every stream up to the service's limit", () => {
    const most = `${ARCHIVE_LIMITS.antivirusStreamBytes / 1024 ** 2}M`;
    expect(composeServices['clamav']?.environment).toEqual({
      CLAMD_CONF_AlertExceedsMax: 'yes',
      CLAMD_CONF_StreamMaxLength: most,
      CLAMD_CONF_MaxFileSize: most,
    });
  });

  test('PostgreSQL, Redis and Meilisearch have no way to the internet, and none from the proxy', () => {
    expect(composeNetworks['stores']).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'meilisearch']) {
      expect(composeServices[name]?.networks).toEqual(['stores']);
    }
    expect(Object.keys(composeServices['proxy']?.networks ?? {})).toEqual(['default']);
  });

  test('docker-compose.yml fixes the version of every image', () => {
    const images = Object.values(composeServices).map((service) => service.image);
    expect(
      images.filter((name) => name !== 'modport' && !/:v?\d+\.\d+(\.\d+)?$/.test(name)),
    ).toEqual([]);
  });

  test('docker-compose.yml publishes only ports of the proxy, and that of Grafana for this machine alone', () => {
    const ports = Object.entries(composeServices).flatMap(([name, service]) =>
      service.ports.map((port) => [name, port]),
    );
    expect(ports).toEqual([
      ['proxy', '80:80'],
      ['proxy', '443:443'],
      ['proxy', '443:443/udp'],
      ['proxy', '127.0.0.1:3000:3000'],
    ]);
  });

  test('Prometheus and Grafana start only in the profile observability', () => {
    const optional = Object.entries(composeServices).filter(([, { profiles }]) => profiles);
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['prometheus', ['observability']],
      ['grafana', ['observability']],
    ]);
  });
});

describe('the variables of docker-compose.yml', () => {
  test.each([...ENV_SECRETS, ...Object.keys(HOSTS)])('%s has no default', (name) => {
    const uses = [...composeText.matchAll(new RegExp(`\\$\\{${name}\\b([^}]*)\\}`, 'g'))];
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter(([, rest]) => !rest?.startsWith(':?'))).toEqual([]);
  });

  test('every password and key of docker-compose.yml comes from a variable', () => {
    const secret = Object.entries(composeServices).flatMap(([name, { environment }]) =>
      Object.entries(environment)
        .filter(([variable]) => /(PASSWORD|SECRET\w*|_KEY|MASTER_KEY)$/.test(variable))
        .filter(([, value]) => !/^\$\{\w+:[?-][^}]*\}$/.test(value))
        .map(([variable]) => `${name} ${variable}`),
    );
    // The id of a key is no secret.
    expect(secret).toEqual(['s3 ROOT_ACCESS_KEY']);
  });

  test('deploy/compose/.env.example lists every variable of docker-compose.yml, and no other one', () => {
    const used = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const listed = [...ENV_EXAMPLE.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set([...listed, ...ENV_SECRETS])).toEqual(new Set(used));
  });

  test('deploy/compose/.env.example leaves a configuration that starts', () => {
    const dotEnv = Object.fromEntries(
      [...ENV_EXAMPLE.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    for (const name of MODPORT_SERVICES) {
      expect(configOf(name, { ...LEAST, ...dotEnv }).publicUrl).toBe('https://mods.example.org');
    }
  });
});

describe('the proxy of docker-compose.yml', () => {
  test('the proxy sends requests to every API, and the services trust one proxy', () => {
    const apis = [...caddyfile.matchAll(/reverse_proxy (?:@\w+ )?(.*:4000) \{/g)];
    expect(apis.map(([, upstreams]) => upstreams)).toEqual([
      'api-1:4000 api-2:4000',
      'api-1:4000 api-2:4000',
    ]);
    for (const name of MODPORT_SERVICES) expect(configOf(name, LEAST).trustProxy).toBe(1);
  });

  test('the proxy sends one address in X-Forwarded-For, and lets no client name it', () => {
    // By default Caddy appends its peer to the addresses of a trusted proxy, and the services trust only the last one.
    expect(caddyfile.match(/X-Forwarded-For.*/g)).toEqual(['X-Forwarded-For {client_ip}']);
    const upstreams = caddyfile.match(/reverse_proxy .*:(4000|7070) \{[^}]*import untrusted/g);
    expect(upstreams).toHaveLength(3);
    expect(caddyfile).not.toMatch(/^\s*trusted_proxies/m);
  });

  test('the proxy accepts the largest body of a signed address', () => {
    const sizes = [...caddyfile.matchAll(/max_size (\d+)MB/g)].map(
      ([, size]) => Number(size) * 1e6,
    );
    expect(sizes).toHaveLength(2);
    expect(Math.min(...sizes)).toBeGreaterThan(LIMITS.singleUploadBytes);
  });

  test('the proxy closes idle connections before the services do', () => {
    const seconds = Number(/keepalive (\d+)s/.exec(caddyfile)?.[1]);
    expect(seconds).toBeLessThan(LIMITS.keepAliveSeconds);
  });

  test('Prometheus reads the port of operators of every API and worker', () => {
    const port = configOf('api-1', LEAST).adminPort;
    const prometheus = read('deploy', 'compose', 'prometheus.yml');
    expect(prometheus).toContain(`targets: [api-1:${port}, api-2:${port}]`);
    expect(prometheus).toContain(`port: ${port}`);
  });
});
