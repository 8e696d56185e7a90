import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { CiIssuer } from './ci-issuer.js';
import { type CiPlace, githubJob, gitlabJob } from './ci-jobs.js';
import type { FaultProxy } from './fault-proxy.js';
import { parseRules } from './faults.js';
import type { Person } from './person.js';

/** The server by which tests in any language rule the fault proxy and the person. */
export interface Control {
  readonly url: string;
  close(): void;
}

/** The parts that the control server rules. */
interface Ruled {
  readonly proxy: FaultProxy;
  readonly person: Person;
  /** The issuer of the tokens of CI jobs. */
  readonly issuer: CiIssuer;
}

/** A job at GitHub must send this as a bearer token to get its identity token. */
export const CI_REQUEST_TOKEN = 'request-token-of-the-job';

/**
 * Starts the control server:
 * - `PUT /faults` replaces the rules of the proxy.
 * - `GET /log` returns the requests since the last `DELETE /log`.
 * - `POST /sign-in` with `{"url"}` approves an authorization request or a device, and returns the
 *   outcome.
 * - `GET /ci/github?audience=` returns the identity token of a job as GitHub Actions does.
 * - `GET /ci/gitlab?audience=` returns that of a job at GitLab in the same form.
 */
export async function startControl(ruled: Ruled): Promise<Control> {
  const server = createServer((request, reply) => {
    const send = (status: number, body: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    run(request, ruled).then(
      (body) => send(body === undefined ? 404 : 200, body ?? null),
      (error) => send(400, { error: String(error) }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The body of the response, or undefined for an unknown route or a wrong `CI_REQUEST_TOKEN`. */
async function run(request: IncomingMessage, ruled: Ruled): Promise<unknown> {
  const { faults, log } = ruled.proxy;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control');
  const body = Buffer.concat(await request.toArray()).toString();
  switch (`${request.method} ${pathname}`) {
    case 'PUT /faults':
      faults.replace(parseRules(body));
      return {};
    case 'GET /log':
      return log;
    case 'DELETE /log':
      log.length = 0;
      return {};
    case 'POST /sign-in':
      return ruled.person.approve(z.object({ url: z.string() }).parse(JSON.parse(body)).url);
    case 'GET /ci/github':
      if (request.headers.authorization !== `Bearer ${CI_REQUEST_TOKEN}`) return undefined;
      return tokenOf(ruled.issuer, githubJob, searchParams);
    case 'GET /ci/gitlab':
      return tokenOf(ruled.issuer, gitlabJob, searchParams);
    default:
      return undefined;
  }
}

/** Signs the token of a new job for the audience that the request names. */
async function tokenOf(
  issuer: CiIssuer,
  jobOf: (place: CiPlace) => JWTPayload,
  asked: URLSearchParams,
): Promise<{ readonly value: string }> {
  const audience = asked.get('audience') ?? '';
  return { value: await issuer.sign(jobOf({ issuer: issuer.url, audience, now: new Date() })) };
}
