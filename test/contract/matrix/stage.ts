import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { SCOPES, type Scope, satisfiesScope } from '../../../src/registry/scopes.js';
import type { Creator } from '../../actors.js';
import { useWorld, type World, type WorldOptions } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';
import { REGISTRATION } from '../../references.js';
import { type LedgerReader, openLedger } from './ledger.js';
import { openWire, type Wire } from './wire.js';

/** The game of all things on the stage. */
export const GAME = 'matrix';

/** A world with the users and credentials that all cells need. */
export interface Stage {
  readonly world: World;
  readonly wire: Wire;
  readonly ledger: LedgerReader;
  /** The prefix of problem types. */
  readonly publicUrl: string;
  /** The owner of the things in the samples; the token has every scope. */
  readonly creator: Creator;
  /** A user with every scope and no relation to the creator. */
  readonly stranger: Creator;
  readonly tokens: Tokens;
}

/** Tokens as clients send them. */
export interface Tokens {
  /** A credential of the creator with all scopes. */
  readonly full: string;
  readonly stranger: string;
  /** A credential of the creator, limited to a mod that no sample uses. */
  readonly limited: string;
  /** A credential of a blocked account. */
  readonly blocked: string;
  readonly expired: string;
  readonly revoked: string;
  /** A credential of the creator with all scopes that do not include this one. */
  without(scope: Scope): Promise<string>;
}

const ALL = Object.keys(SCOPES) as Scope[];

/**
 * Sets up the stage for the tests of one file, without rate limits because the cells send many
 * requests.
 */
export function useStage(options: WorldOptions = {}): Stage {
  const world = useWorld({ RATE_LIMITS: 'off', MIRROR: 'disk', ...REGISTRATION }, options);
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await setStage(world);
  });
  afterAll(() => stage?.wire.close());
  return new Proxy({} as Stage, { get: (_target, name) => Reflect.get(stage ?? {}, name) });
}

async function setStage(world: World): Promise<Stage> {
  await newGame(world, GAME);
  const creator = await world.creator('creator');
  const stranger = await world.creator('stranger');
  return {
    world,
    wire: openWire(world.baseUrl),
    ledger: await openLedger(world),
    publicUrl: world.platform.publicUrl,
    creator,
    stranger,
    tokens: await makeTokens(world, creator, stranger),
  };
}

async function makeTokens(world: World, creator: Creator, stranger: Creator): Promise<Tokens> {
  const { db, clock } = world.platform;
  const tokenOf = async (of: Creator, more: { modIds?: string[]; scopes?: Scope[] } = {}) => {
    const { scopes = ALL, modIds = null } = more;
    const { token } = await of.withToken({ scopes: scopes.join(' '), modIds });
    if (token === null) throw new Error('a creator without a token');
    return token;
  };
  const ended = async (column: 'expiresAt' | 'revokedAt') => {
    const token = await tokenOf(creator);
    const keyId = token.split('_')[1] ?? '';
    await db.credential.update({ where: { keyId }, data: { [column]: clock.now() } });
    return token;
  };
  const victim = await world.creator('blocked');
  const blocked = await tokenOf(victim);
  await db.user.update({ where: { id: victim.userId }, data: { state: 'blocked' } });
  const elsewhere = await bareMod(creator, GAME);
  const withoutScope = new Map<Scope, Promise<string>>();
  return {
    full: await tokenOf(creator),
    stranger: await tokenOf(stranger),
    limited: await tokenOf(creator, { modIds: [elsewhere.id] }),
    blocked,
    expired: await ended('expiresAt'),
    revoked: await ended('revokedAt'),
    without(scope) {
      const scopes = ALL.filter((it) => !satisfiesScope([it], scope));
      const token = withoutScope.get(scope) ?? tokenOf(creator, { scopes });
      withoutScope.set(scope, token);
      return token;
    },
  };
}

/** A W3C trace parent of a new trace. */
export const newTraceparent = () =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;

/** An id that does not exist. */
export const unknownId = () => randomUUID();
