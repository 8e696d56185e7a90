import { isReady } from '../hosts/modport.js';
import { isSynchronous, primaryOf } from '../hosts/postgres.js';
import { type Caller, createCaller } from '../load/client.js';
import { createAccount, type LoadOptions } from '../load/load.js';
import { download } from '../load/player.js';
import { createMod, editMod, type OwnMod, type PublishedFile, publish } from '../load/publisher.js';
import { createRandom } from '../random.js';
import { until } from '../wait.js';
import type { Cluster } from './fault.js';

/** The limit of issue 20: without hands. */
const RECOVERY_LIMIT_MS = 60_000;

/** Finds out when the service works again. */
export interface Prober {
  /** Waits until all parts are ready, and a write, a read and a download succeed. */
  recovered(): Promise<void>;
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
      await until('the service works after the fault', RECOVERY_LIMIT_MS, async () => {
        const ready = await Promise.all([...modport.apis, ...modport.workers].map(isReady));
        if (!ready.every(Boolean)) return false;
        await probe(caller, options, { mod, file });
        return true;
      });
    },
    async redundant() {
      await until('the primary has a synchronous standby', RECOVERY_LIMIT_MS, async () => {
        const primary = await primaryOf(around.postgres);
        const standby = around.postgres.find((node) => node !== primary);
        return primary !== null && standby !== undefined && (await isSynchronous(standby));
      });
    },
  };
}

/** A write, a read and a download, with one attempt each. */
async function probe(
  caller: Caller,
  { record, seed }: LoadOptions,
  { mod, file }: { readonly mod: OwnMod; readonly file: PublishedFile },
): Promise<void> {
  const impatient: Caller = { ...caller, call: (call) => caller.once(call) };
  await editMod({ caller: impatient, record, random: createRandom(seed) }, mod);
  await download(impatient, record, file);
}
