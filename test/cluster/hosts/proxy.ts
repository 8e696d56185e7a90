import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from './network.js';
import { PATRONI_PORT } from './postgres.js';
import { type Supervised, supervise } from './supervised.js';

export const HTTP_PORT = 80;
export const DATABASE_PORT = 5432;
export const API_PORT = 4000;

/** The response in place of the error pages of haproxy, so that clients retry as usual. */
const PROBLEM = {
  type: 'about:blank',
  title: 'Service unavailable',
  status: 503,
  code: 'service_unavailable',
  retryable: true,
  retry_after_seconds: 1,
  detail: 'No process responded. Try again.',
};

/** Starts haproxy: requests to ready APIs, and connections to the primary PostgreSQL. */
export async function startProxy(
  host: Host,
  folder: string,
  { apis, databases }: { readonly apis: readonly Host[]; readonly databases: readonly Host[] },
): Promise<Supervised> {
  const problem = join(folder, 'problem.http');
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: application/problem+json',
    'Cache-Control: no-store',
    'Retry-After: 1',
  ];
  await writeFile(problem, `${head.join('\r\n')}\r\n\r\n${JSON.stringify(PROBLEM)}`);
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, `${haproxyConfig(problem, apis, databases).join('\n')}\n`);
  return supervise(host, { name: 'haproxy', command: ['haproxy', '-f', config], folder });
}

/**
 * If no API is ready, for example without Redis, those that are alive get the requests: most of them
 * succeed.
 */
function haproxyConfig(problem: string, apis: readonly Host[], databases: readonly Host[]) {
  const servers = apis.map(({ name, address }) => `  server ${name} ${address}:${API_PORT} check`);
  const primary = databases.map(
    ({ name, address }) => `  server ${name} ${address}:5432 check port ${PATRONI_PORT}`,
  );
  return [
    'global',
    '  maxconn 4000',
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 65s',
    '  timeout server 65s',
    '  timeout check 2s',
    '  retries 2',
    '  option redispatch',
    '  option forwardfor',
    ...[500, 502, 503, 504].map((status) => `  errorfile ${status} ${problem}`),
    'frontend http',
    `  bind :${HTTP_PORT}`,
    '  use_backend ready if { nbsrv(ready) gt 0 }',
    '  default_backend alive',
    'backend ready',
    '  option httpchk GET /readyz',
    '  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    'backend alive',
    '  option httpchk GET /healthz',
    '  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    'listen primary',
    `  bind :${DATABASE_PORT}`,
    '  mode tcp',
    '  timeout client 1h',
    '  timeout server 1h',
    '  option httpchk GET /primary',
    '  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions',
    ...primary,
  ];
}
