import { isReady } from '../hosts/modport.js';
import { isRedundant } from '../hosts/postgres.js';
import { type Caller, createCaller } from '../load/client.js';
import { createAccount, type LoadOptions } from '../load/load.js';
import { download, search } from '../load/player.js';
import { createMod, editMod, publish } from '../load/publisher.js';
import { createRandom } from '../random.js';
import { until } from '../wait.js';
import type { Cluster } from './fault.js';

/** Within this time, everything must work again without hands. */
const RECOVERY_LIMIT_MS = 60_000;
const STEADY_MS = 3_000;
/** A publication that waits longer for its scan shows that the service does not work yet. */
const SCAN_LIMIT_MS = 10_000;

/** Finds out when the service works again. */
export interface Prober {
  /**
   * Waits until all parts are ready, and an edit, a search and a download succeed, for some seconds: a
   * process notices an outage late. Then a file must be scanned and published. Returns the beginning of
   * this time in milliseconds.
   */
  recovered(): Promise<number>;
  /** Waits until the cluster survives the next fault: the primary has a synchronous standby. */
  redundant(): Promise<void>;
}

/** Creates a prober with an account, a mod and a file of its own. */
export async function createProber(cluster: Cluster, options: LoadOptions): Promise<Prober> {
  const { around, modport } = cluster;
  const probe = await createProbe(options);
  return {
    async recovered() {
      const begunMs = Date.now();
      let sinceMs: number | null = null;
      return until('the service works after the fault', RECOVERY_LIMIT_MS, async () => {
        const earlierMs = sinceMs;
        // Any failure below begins the time again.
        sinceMs = null;
        const ready = await Promise.all([...modport.apis, ...modport.workers].map(isReady));
        if (!ready.every(Boolean)) throw new Error('not every process is ready');
        await probe.shortActions();
        const worksMs = earlierMs ?? Date.now();
        if (worksMs - begunMs > RECOVERY_LIMIT_MS) throw new Error('it works too late');
        if (Date.now() - worksMs >= STEADY_MS) {
          await probe.publication();
          return worksMs;
        }
        sinceMs = worksMs;
        return false;
      });
    },
    async redundant() {
      const what = 'the primary has a synchronous standby';
      await until(what, RECOVERY_LIMIT_MS, () => isRedundant(around.postgres));
    },
  };
}

/** Actions that throw unless the service works: each request has one attempt. */
interface Probe {
  shortActions(): Promise<void>;
  publication(): Promise<void>;
}

async function createProbe(options: LoadOptions): Promise<Probe> {
  const { record, seed } = options;
  const random = createRandom(seed * 1000 + 500);
  const token = await createAccount(options, 'prober');
  const patient = createCaller({ ...options, name: 'prober', token, random });
  const mod = await createMod({ caller: patient, record, random }, 'prober 1');
  const file = await publish({ caller: patient, record, random }, mod, '1.0.0');
  const caller: Caller = { ...patient, call: (call) => patient.once(call) };
  const who = { caller, record, random };
  let versions = 0;
  return {
    async shortActions() {
      await editMod(who, mod);
      await search(caller, 'prober');
      await download(caller, record, file);
    },
    async publication() {
      // A failed attempt may have made its version.
      versions += 1;
      await publish(who, mod, `2.${versions}.0`, { scanLimitMs: SCAN_LIMIT_MS });
    },
  };
}
