import { afterAll, beforeAll, expect } from 'vitest';
import { openReplica } from '../../../src/platform/replica/open-replica.js';
import type { ReadReplica, ReplicaState } from '../../../src/platform/replica/read-replica.port.js';
import type { Creator, Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld, type World } from '../../harness.js';
import { keptLog } from '../../kept-log.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';
import { openReplicaPair, type ReplicaPair, type TestServer } from '../../replica-pair.js';
import { openGate, type TcpGate } from '../../tcp-gate.js';

/** A replica that stands still is never left because of its age, however long a test takes. */
const LIMITS = {
  replicaBeatSeconds: 0.05,
  replicaLagSeconds: 600,
  sharedReadsBytes: 0,
  documentTextsBytes: 0,
};

/** A service with a primary and a real replica, which it reaches through a gate. */
export interface ReplicatedWorld {
  readonly world: World;
  readonly pair: ReplicaPair;
  readonly gate: TcpGate;
  readonly alice: Creator;
  /** The id of a published mod with the title "Lantern". */
  readonly modId: string;
  publishedMod(title: string): Promise<{ id: string }>;
  rename(id: string, title: string): Promise<void>;
  /** The titles that a search returns, in order. */
  titlesFound(q: string): Promise<string[]>;
  /** The title of a mod, or the status of a refusal. */
  shown(id: string): Promise<string>;
  /** The state of the replica as the service sees it. */
  state(): ReplicaState | undefined;
  becomes(state: ReplicaState): Promise<void>;
  /** Waits until the replica has everything that was written before, and the service knows it. */
  used(): Promise<void>;
  /** Runs work while the replica applies nothing. */
  paused(work: () => Promise<void>): Promise<void>;
  /** Opens another replica of the same primary, and closes it after the work. */
  withReplica(
    url: string,
    work: (replica: ReadReplica) => Promise<void>,
    lagSeconds?: number,
  ): Promise<void>;
}

/** Waits until a replica has a state. */
export const settlesAs = (replica: ReadReplica, state: ReplicaState) =>
  eventually(() => expect(replica.use().state).toBe(state));

/** Starts the service and its servers for the tests of one file. */
export function useReplicatedWorld(): ReplicatedWorld {
  const environment: NodeJS.ProcessEnv = {};
  const opened = { pair: null as ReplicaPair | null, gate: null as TcpGate | null };
  beforeAll(async () => {
    const pair = await openReplicaPair();
    opened.pair = pair;
    opened.gate = await openGate(Number(new URL(pair.replica.url).port));
    environment['DATABASE_URL'] = pair.primary.url;
    environment['DATABASE_READ_URL'] = withPort(pair.replica, opened.gate.port);
  });
  afterAll(async () => {
    await opened.gate?.close();
    await opened.pair?.close();
  });
  const world = useWorld(environment, { limits: LIMITS });
  const own = { alice: null as Creator | null, modId: '' };
  const scene: ReplicatedWorld = {
    world,
    get pair() {
      return known(opened.pair);
    },
    get gate() {
      return known(opened.gate);
    },
    get alice() {
      return known(own.alice);
    },
    get modId() {
      return own.modId;
    },
    ...changesOf(world, () => known(own.alice)),
    ...readsOf(world),
    ...statesOf(world, () => known(opened.pair)),
  };
  beforeAll(async () => {
    await newGame(world, 'copied');
    own.alice = await world.creator('alice');
    own.modId = (await scene.publishedMod('Lantern')).id;
    await scene.used();
  });
  return scene;
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('the world is not open yet');
  return value;
}

function withPort(server: TestServer, port: number): string {
  const url = new URL(server.url);
  url.port = String(port);
  return url.href;
}

function changesOf(
  world: World,
  alice: () => Creator,
): Pick<ReplicatedWorld, 'publishedMod' | 'rename'> {
  return {
    async publishedMod(title) {
      const { id } = await draftMod(alice(), 'copied', { title: { en: title } });
      await publishedVersion(world, alice(), id, { version: '1.0.0' });
      await world.settled();
      return { id };
    },
    async rename(id, title) {
      const path = `/mods/${id}`;
      const etag = (await alice().get(path)).headers.get('etag') ?? '';
      const answer = await alice().patch(path, { title: { en: title } }, { 'If-Match': etag });
      if (answer.status !== 200) throw new Error(answer.text);
    },
  };
}

function readsOf(world: World): Pick<ReplicatedWorld, 'titlesFound' | 'shown'> {
  return {
    async titlesFound(q) {
      const { status, body, text } = await world.anon.get(`/search?q=${q}`);
      if (status !== 200) throw new Error(text);
      return body.data.map(({ title }: Json) => title.en);
    },
    async shown(id) {
      const { status, body } = await world.anon.get(`/mods/${id}`);
      return status === 200 ? body.data.title.en : `${status}`;
    },
  };
}

type States = Pick<ReplicatedWorld, 'state' | 'becomes' | 'used' | 'paused' | 'withReplica'>;

function statesOf(world: World, pair: () => ReplicaPair): States {
  const state = () => world.platform.replica?.use().state;
  async function used(): Promise<void> {
    const { primary, caughtUp } = pair();
    await caughtUp();
    const [now] = await primary.query('select pg_current_snapshot()::text as snapshot');
    await eventually(async () => {
      const horizon = await world.platform.replica?.read('search', async (_db, it) => it);
      expect(xmaxOf(horizon ?? '')).toBeGreaterThanOrEqual(xmaxOf(now.snapshot));
    });
  }
  return {
    state,
    becomes: (wanted) => eventually(() => expect(state()).toBe(wanted)),
    used,
    async paused(work) {
      const { replica } = pair();
      await replica.query('select pg_wal_replay_pause()');
      try {
        await work();
      } finally {
        await replica.query('select pg_wal_replay_resume()');
        await used();
      }
    },
    async withReplica(url, work, lagSeconds = LIMITS.replicaLagSeconds) {
      const limits = { ...LIMITS, replicaLagSeconds: lagSeconds };
      const replica = openReplica({ url, primary: world.platform.db, limits, log: keptLog });
      await work(replica).finally(() => replica.stop());
    },
  };
}

const xmaxOf = (snapshot: string) => Number(snapshot.split(':')[1] ?? 0);
