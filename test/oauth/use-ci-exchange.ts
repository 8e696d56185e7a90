import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type CiIssuer, startCiIssuer } from '../../clients/testing/ci-issuer.js';
import type { Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame } from '../publishing.js';
import { exchange, GITHUB, githubClaims, trust } from '../trusted-publishing.js';

/** The response of a refused exchange. */
export const NO_GRANT = [400, 'invalid_grant'];

/** A service that trusts two issuers. Each test gets a new mod with a trusted publisher. */
export function useCiExchange() {
  const environment: NodeJS.ProcessEnv = {};
  const started: CiIssuer[] = [];
  beforeAll(async () => {
    ci.issuer = await startCiIssuer();
    ci.hostile = await startCiIssuer();
    started.push(ci.issuer, ci.hostile);
    environment['TRUSTED_ISSUERS'] = `${ci.issuer.url},${ci.hostile.url}`;
  });
  afterAll(() => Promise.all(started.map((each) => each.stop())));
  const world = useWorld(environment, { jobs: 'when-settled', limits: { ciIssuerSeconds: 1 } });
  beforeAll(async () => {
    await newGame(world, 'trusted');
    ci.ada = await world.creator('ada');
  });
  beforeEach(async () => {
    ci.issuer.behave('well');
    ci.modId = (await bareMod(ci.ada, 'trusted')).id;
    const from = { issuer: ci.issuer.url, provider: 'github', ...GITHUB };
    ci.publisher = await trust(ci.ada, ci.modId, from);
  });

  const ci = {
    world,
    /** The trusted issuer of the publisher. */
    issuer: undefined as unknown as CiIssuer,
    /** Another trusted issuer. */
    hostile: undefined as unknown as CiIssuer,
    ada: undefined as unknown as Creator,
    modId: '',
    publisher: undefined as Json,
    claims: (more = {}) => githubClaims(world, ci.issuer, more),
    signed: (more = {}) => ci.issuer.sign(ci.claims(more)),
    /** Status and code of a refused exchange, which issues no token. */
    async refused(token: string, more = {}) {
      const { status, body } = await exchange(world, ci.modId, token, more);
      expect(body.access_token).toBeUndefined();
      return [status, body.error];
    },
  };
  return ci;
}
