import { randomBytes } from 'node:crypto';
import * as client from 'openid-client';
import { hashOf, makeSecret } from '../../src/modules/identity/index.js';
import type { Json } from '../actors.js';
import type { World } from '../harness.js';

/** The redirect URIs of the test applications. */
export const REDIRECT = {
  https: 'https://app.example/callback',
  loopback: 'http://127.0.0.1/callback',
  custom: 'com.example.app:/callback',
} as const;

/** The parsed JSON body of a response. */
export async function jsonOf(answer: Response): Promise<Json> {
  return JSON.parse(await answer.text());
}

/** Differences from the default public application. */
export interface AppOptions {
  readonly name?: string;
  readonly confidential?: boolean;
  readonly redirectUris?: readonly string[];
  readonly scopes?: readonly string[];
  readonly approvedScopes?: readonly string[];
  readonly approved?: boolean;
}

/** An application as its developer's client library sees it. */
export interface Application {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string | null;
  /** The openid-client configuration that an application on another machine creates. */
  configuration(): Promise<client.Configuration>;
}

/** Registers an application. */
export async function newApplication(
  world: World,
  ownerId: string,
  options: AppOptions = {},
): Promise<Application> {
  const { platform, baseUrl } = world;
  const clientId = `app-${randomBytes(8).toString('hex')}`;
  const secret = options.confidential ? makeSecret(platform.keys, 'app').text : null;
  const { id } = await platform.db.app.create({
    data: {
      clientId,
      ownerId,
      name: options.name ?? `Application ${clientId}`,
      kind: options.confidential ? 'confidential' : 'public',
      redirectUris: [...(options.redirectUris ?? Object.values(REDIRECT))],
      scopes: [...(options.scopes ?? [])],
      approvedScopes: [...(options.approvedScopes ?? [])],
      review: options.approved || options.approvedScopes ? 'approved' : 'none',
      secretHash: secret === null ? null : hashOf(platform.keys, secret),
    },
  });
  return {
    id,
    clientId,
    secret,
    configuration: () =>
      client.discovery(
        new URL(baseUrl),
        clientId,
        undefined,
        secret === null ? client.None() : client.ClientSecretBasic(secret),
        { execute: [client.allowInsecureRequests], algorithm: 'oidc' },
      ),
  };
}
