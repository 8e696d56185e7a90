import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Actions, Outage } from '../check/actions.js';
import type { Modport } from '../hosts/modport.js';
import { createRandom, type Random } from '../random.js';
import type { WebhookReceiver } from '../receivers.js';
import type { Recorded } from '../record.js';
import { type Application, connectDevice, createApplication } from './application.js';
import { type Caller, createCaller, Refused } from './client.js';
import { download, listMods, plan, search } from './player.js';
import {
  createMod,
  editMod,
  GAME,
  newLargeFile,
  type OwnMod,
  type PublishedFile,
  publish,
  readMod,
  readVersions,
  uploadMalware,
} from './publisher.js';

const SCOPES =
  'mods:read mods:write versions:write versions:publish files:upload files:download install_plans:resolve account:read webhooks:read webhooks:write teams:admin';
export const EVENT_KINDS = ['mod.updated', 'version.published', 'file.ready', 'scan.completed'];
const PUBLISHERS = 3;
const PLAYERS = 2;
const VERSIONS_PER_MOD = 6;
/** The first malware comes early, so that short runs have some. */
const MALWARE_EVERY = 8;
const FIRST_MALWARE = 2;
const LARGE_FILES = 4;
const LARGE_PAUSE_MS = 60_000;

/** The service and the receivers of a load. */
export interface LoadOptions {
  readonly url: string;
  readonly modport: Modport;
  readonly receiver: WebhookReceiver;
  readonly record: Recorded;
  readonly seed: number;
}

/** A load that runs until it is stopped. */
export interface Load {
  readonly actions: Actions;
  stop(): Promise<void>;
}

/** Creates an account with a token. Returns the token. */
export async function createAccount({ modport }: Pick<LoadOptions, 'modport'>, username: string) {
  const email = `${username}@example.org`;
  await modport.command(['user', 'create', '--username', username, '--email', email]);
  const named = ['--username', username, '--scopes', SCOPES, '--aal2'];
  const made = await modport.command(['token', 'create', ...named]);
  return z.object({ token: z.string() }).parse(made).token;
}

/** Creates accounts, subscribes to their events, and starts the load. */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { modport, seed } = options;
  const game = ['game', 'create', '--slug', GAME, '--name', 'Cluster'];
  await modport.command([...game, '--loaders', 'plain', '--versions', '1.0']);
  const actions: State['actions'] = { done: 0, failures: [], outages: [] };
  const state: State = { actions, files: [], modIds: [], stop: new AbortController() };
  const running: Promise<void>[] = [];
  const publisher = async (name: string, random: Random): Promise<Running> => {
    const token = await createAccount(options, name);
    const caller = createCaller({ ...options, name, token, random });
    await subscribe(caller, options.receiver);
    return { ...options, state, caller, random };
  };
  const anonymous = (name: string, random: Random): Running => {
    const caller = createCaller({ ...options, name, token: null, random });
    return { ...options, state, caller, random };
  };
  for (let number = 1; number <= PUBLISHERS; number += 1) {
    const random = createRandom(seed * 1000 + number);
    running.push(runPublisher(await publisher(`publisher-${number}`, random)));
  }
  // The second factor of an account is a message, which must arrive.
  await modport.command(['user', 'totp', '--username', 'publisher-2']);
  running.push(runLarge(await publisher('large-1', createRandom(seed * 1000 + 50))));
  for (let number = 1; number <= PLAYERS; number += 1) {
    running.push(
      runPlayer(anonymous(`player-${number}`, createRandom(seed * 1000 + 100 + number))),
    );
  }
  const app = await createApplication(options, 'owner-1');
  running.push(runDevice(anonymous('device-1', createRandom(seed * 1000 + 200)), app));
  return {
    actions,
    async stop() {
      state.stop.abort();
      await Promise.all(running);
    },
  };
}

async function subscribe(caller: Caller, receiver: WebhookReceiver): Promise<void> {
  const shape = z.object({ data: z.object({ secret: z.string() }) });
  const { body } = await caller.call({
    operation: 'subscribe',
    method: 'POST',
    path: '/webhook-subscriptions',
    shape,
    body: { url: receiver.urlOf(caller.name), event_kinds: EVENT_KINDS },
  });
  receiver.expect(caller.name, body.data.secret);
}

interface State {
  readonly actions: { done: number; readonly failures: string[]; readonly outages: Outage[] };
  /** The published files, which players download. */
  readonly files: PublishedFile[];
  readonly modIds: string[];
  readonly stop: AbortController;
}

interface Running extends LoadOptions {
  readonly state: State;
  readonly caller: Caller;
  readonly random: ReturnType<typeof createRandom>;
}

/** Publishes large files until there are enough of them, and downloads them. */
async function runLarge(run: Running): Promise<void> {
  const { caller, record, random } = run;
  const who = { caller, record, random };
  let mod: OwnMod | null = null;
  let versions = 0;
  const files: PublishedFile[] = [];
  await repeat(
    run,
    async () => {
      mod ??= await createMod(who, `${caller.name} 1`);
      if (files.length < LARGE_FILES) {
        versions += 1;
        const file = newLargeFile(random);
        files.push(await publish(who, mod, `1.${versions}.0`, { file }));
      }
      await download(caller, record, random.pick(files));
    },
    LARGE_PAUSE_MS,
  );
}

/** Repeats an action with pauses of up to a second, or with longer ones, until the load stops. */
async function repeat(
  { state, caller, random }: Running,
  act: () => Promise<void>,
  longestPauseMs = 1_000,
): Promise<void> {
  const { actions } = state;
  const { signal } = state.stop;
  while (!signal.aborted) {
    try {
      await act();
      actions.done += 1;
    } catch (error) {
      const atMs = Date.now();
      if (error instanceof Refused && isOutageOf(error)) {
        actions.outages.push({ caller: caller.name, error: String(error), atMs });
      } else {
        actions.failures.push(`${new Date(atMs).toISOString()} ${caller.name}: ${String(error)}`);
      }
    }
    const pauseMs = longestPauseMs * (0.2 + 0.8 * random.next());
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * No response, a retryable status until the client gave up, or a change that another attempt made
 * before it.
 */
function isOutageOf({ status, code }: Refused): boolean {
  return status === null || status >= 500 || status === 429 || code === 'precondition_failed';
}

async function runPublisher(run: Running): Promise<void> {
  const { caller, record, random, state } = run;
  const who = { caller, record, random };
  let mod: OwnMod | null = null;
  let mods = 0;
  let versions = 0;
  const files: PublishedFile[] = [];
  await repeat(run, async () => {
    if (mod === null || mod.versionIds.length >= VERSIONS_PER_MOD) {
      mods += 1;
      mod = null;
      mod = await createMod(who, `${caller.name} ${mods}`);
    }
    const turn = random.next();
    if (turn < 0.35 || mod.versionIds.length === 0) {
      versions += 1;
      if (versions % MALWARE_EVERY === FIRST_MALWARE) {
        await uploadMalware(who, mod, `1.${versions}.0`);
        return;
      }
      const file = await publish(who, mod, `1.${versions}.0`);
      files.push(file);
      state.files.push(file);
      if (!state.modIds.includes(mod.id)) state.modIds.push(mod.id);
    } else if (turn < 0.65) await editMod(who, mod);
    else if (turn < 0.75) await readMod(who, mod).then(() => undefined);
    else if (turn < 0.9) await readVersions(who, mod);
    else await download(caller, record, random.pick(files));
  });
}

function runDevice(run: Running, app: Application): Promise<void> {
  return repeat(run, () => connectDevice(run.caller, run.record, app));
}

function runPlayer(run: Running): Promise<void> {
  const { caller, record, random, state } = run;
  return repeat(run, async () => {
    const turn = random.next();
    if (turn < 0.25 || state.files.length === 0) await listMods(caller);
    else if (turn < 0.45) await search(caller, `publisher ${1 + random.below(PUBLISHERS)}`);
    else if (turn < 0.6) await plan(caller, random.pick(state.modIds));
    else await download(caller, record, random.pick(state.files));
  });
}
