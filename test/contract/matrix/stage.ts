import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { holds, SCOPES, type Scope } from '../../../src/registry/scopes.js';
import type { Creator } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';
import { REGISTRATION } from '../../references.js';
import { type LedgerReader, openLedger } from './ledger.js';
import { openWire, type Wire } from './wire.js';

/** The game that everything on the stage belongs to. */
export const GAME = 'matrix';

/** A world with the people and the credentials that all cells need. */
export interface Stage {
  readonly world: World;
  readonly wire: Wire;
  readonly ledger: LedgerReader;
  /** What problem documents name as the beginning of their type. */
  readonly publicUrl: string;
  /** Whose things the samples are about; the token has every scope. */
  readonly creator: Creator;
  /** Somebody with every scope and nothing to do with the creator. */
  readonly stranger: Creator;
  readonly tokens: Tokens;
}

/** Credentials, as they are presented. */
export interface Tokens {
  /** The creator's, with all scopes. */
  readonly full: string;
  readonly stranger: string;
  /** The creator's, limited to a mod that no sample is about. */
  readonly limited: string;
  /** Of an account that may not act. */
  readonly blocked: string;
  readonly expired: string;
  readonly revoked: string;
  /** The creator's, with all scopes that do not stand for this one. */
  without(scope: Scope): Promise<string>;
}

const ALL = Object.keys(SCOPES) as Scope[];

/** Sets the stage for the tests of one file, without rate limits: the cells ask a lot at once. */
export function useStage(): Stage {
  const world = useWorld({ RATE_LIMITS: 'off', MIRROR: 'disk', ...REGISTRATION });
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
  return {
    full: await tokenOf(creator),
    stranger: await tokenOf(stranger),
    limited: await tokenOf(creator, { modIds: [elsewhere.id] }),
    blocked,
    expired: await ended('expiresAt'),
    revoked: await ended('revokedAt'),
    without: (scope) => tokenOf(creator, { scopes: ALL.filter((it) => !holds([it], scope)) }),
  };
}

/** A W3C trace parent of a new trace. */
export const newTraceparent = () =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;

/** An id that names nothing. */
export const unknownId = () => randomUUID();
