import { isReady } from '../hosts/modport.js';
import { isRedundant } from '../hosts/postgres.js';
import { type Caller, createCaller, Refused } from '../load/client.js';
import { createAccount, type LoadOptions } from '../load/load.js';
import { download } from '../load/player.js';
import { createMod, editMod, type OwnMod, type PublishedFile, publish } from '../load/publisher.js';
import { createRandom } from '../random.js';
import { until } from '../wait.js';
import type { Cluster } from './fault.js';

/** The limit of issue 20: without hands. */
const RECOVERY_LIMIT_MS = 60_000;
const STEADY_MS = 3_000;

/** Finds out when the service works again. */
export interface Prober {
  /**
   * Waits until all parts are ready, and a write, a read and a download succeed, for some seconds: a process
   * notices an outage late. Returns the beginning of this time in milliseconds.
   */
  recovered(): Promise<number>;
  /** Waits until the cluster survives the next fault: the primary has a synchronous standby. */
  redundant(): Promise<void>;
}

/** Creates a prober with an account, a mod and a file of its own. */
export async function createProber(cluster: Cluster, options: LoadOptions): Promise<Prober> {
  const { record, seed } = options;
  const random = createRandom(seed * 1000 + 500);
  const token = await createAccount(options, 'prober');
  const caller = createCaller({ ...options, name: 'prober', token, random });
  const who = { caller, record, random };
  const mod = await createMod(who, 'prober 1');
  const file = await publish(who, mod, '1.0.0');
  const { around, modport } = cluster;
  return {
    async recovered() {
      let sinceMs: number | null = null;
      return until('the service works after the fault', RECOVERY_LIMIT_MS, async () => {
        const ready = await Promise.all([...modport.apis, ...modport.workers].map(isReady));
        const works = ready.every(Boolean) && (await probe(caller, options, { mod, file }));
        sinceMs = works ? (sinceMs ?? Date.now()) : null;
        return sinceMs !== null && Date.now() - sinceMs >= STEADY_MS && sinceMs;
      });
    },
    async redundant() {
      const what = 'the primary has a synchronous standby';
      await until(what, RECOVERY_LIMIT_MS, () => isRedundant(around.postgres));
    },
  };
}

/** Whether a write, a read and a download succeed, with one attempt each. */
async function probe(
  caller: Caller,
  { record, seed }: LoadOptions,
  { mod, file }: { readonly mod: OwnMod; readonly file: PublishedFile },
): Promise<boolean> {
  const impatient: Caller = { ...caller, call: (call) => caller.once(call) };
  try {
    await editMod({ caller: impatient, record, random: createRandom(seed) }, mod);
    await download(impatient, record, file);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
